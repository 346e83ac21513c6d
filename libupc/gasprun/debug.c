/* debug.c - a program in a debugger, over MPI.

   SPDX-License-Identifier: Apache-2.0

   Launchers start a program's threads anywhere, and without a terminal.  Those
   to debug say where they are, and wait (core/diagnostics/debugger.c):

     mpirun's standard error -> pass_on -> hear -> the thread's place
     the places of all that are to be debugged -> gdb attaches to them

   There is one gdb in this terminal; or one for each thread in a window of
   tmux, if all are debugged, tmux is there, and so is a terminal.  */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include "gasprun/gasprun.h"

static struct
{
  enum debug debug;
  const char *program;
  int errors;			/* mpirun's standard error; -1 after its end */
  struct place *places;		/* of all threads */
  int count, known;
  bool begun;			/* the debugger */
  char host[65];		/* this machine */
} job;

/* Processes; 0 if there is none.  */
static volatile pid_t launcher, debugger;

/* ---- Signals: gdb takes those of the terminal itself  */

static void
pass_signal (int number)
{
  if (launcher > 0 && (number != SIGINT || !debugger))
    kill (launcher, number);
}

static void
catch_signals (void)
{
  static const int numbers[] = { SIGINT, SIGTERM, SIGHUP };
  struct sigaction action = { .sa_handler = pass_signal };
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    sigaction (numbers[i], &action, NULL);
}

/* ---- What the threads say  */

#define WAITS "libupc: thread %d of %d waits for a debugger: gdb -p %d, on %64s"

static void
hear (const char *line)
{
  struct place place;
  int thread, count;
  const char *begin = strstr (line, "libupc: thread ");
  if (!begin
      || sscanf (begin, WAITS, &thread, &count, &place.process, place.host) != 4
      || thread < 0 || thread >= count || place.process <= 0)
    return;
  if (!job.places)
    {
      job.places = calloc (count, sizeof *job.places);
      job.count = job.places ? count : 0;
    }
  if (thread >= job.count || job.places[thread].process)
    return;
  job.places[thread] = place;
  job.known++;
}

/* Passes on what is written to standard error, and hears what is a line.  */
static void
pass_on (void)
{
  static char line[4096];
  static size_t length;
  char text[4096];
  ssize_t n = read (job.errors, text, sizeof text);
  if (n == 0 || (n < 0 && errno != EINTR))
    {
      close (job.errors);
      job.errors = -1;
    }
  if (n > 0 && write (STDERR_FILENO, text, n) < 0)
    n = 0;
  for (ssize_t i = 0; i < n; i++)
    if (text[i] == '\n')
      {
	line[length] = '\0';
	hear (line);
	length = 0;
      }
    else if (length < sizeof line - 1)
      line[length++] = text[i];
}

/* Returns text in new memory.  */
static char * __attribute__ ((format (printf, 1, 2)))
text_of (const char *format, ...)
{
  char *text;
  va_list args;
  va_start (args, format);
  int n = vasprintf (&text, format, args);
  va_end (args);
  if (n < 0)
    exit (126);
  return text;
}

/* ---- Debuggers  */

const char **
begin_gdb (const char **end)
{
  const char *script = beside_us ("/share/gdb/auto-load/gasp-upc-gdb.py");
  *end++ = "gdb";
  *end++ = "-q";
  *end++ = "-ex", *end++ = "set breakpoint pending on";
  /* The program names the script, too, and gdb would say that it does not load
     what it does not trust.  */
  if (script)
    {
      *end++ = "-iex", *end++ = text_of ("add-auto-load-safe-path %s", script);
      *end++ = "-x", *end++ = script;
    }
  return end;
}

static bool
is_here (const struct place *place)
{
  return !strcmp (place->host, job.host);
}

/* Lets a thread go on, also if gdb leaves it at once.  */
#define OPEN_GATE "set var *(int *) &__upc_debugger_gate = 1"

/* Writes gdb's words for the threads of this machine.  There is one inferior
   for each, and the first has been chosen in the end.  */
static void
add_all_here (const char **end)
{
  int inferiors = 0;
  for (int t = 0; t < job.count; t++)
    if (job.places[t].process && is_here (&job.places[t]))
      {
	if (++inferiors > 1)
	  {
	    *end++ = "-ex", *end++ = "add-inferior -no-connection";
	    *end++ = "-ex", *end++ = text_of ("inferior %d", inferiors);
	  }
	*end++ = "-ex", *end++ = text_of ("attach %d", job.places[t].process);
	*end++ = "-ex", *end++ = OPEN_GATE;
      }
    else if (job.places[t].process)
      say ("thread %d is on %s: attach to it there", t, job.places[t].host);
  if (inferiors > 1)
    *end++ = "-ex", *end++ = "inferior 1";
  *end++ = "-ex", *end++ = "set schedule-multiple on";
  *end = NULL;
}

/* Returns WORD as it is written for a shell.  */
static char *
quote (const char *word)
{
  char *text = malloc (4 * strlen (word) + 3), *end = text;
  if (!text)
    exit (126);
  *end++ = '\'';
  for (; *word; word++)
    if (*word == '\'')
      end = stpcpy (end, "'\\''");
    else
      *end++ = *word;
  strcpy (end, "'");
  return text;
}

/* Writes the words of a command that attaches to the thread at PLACE; returns
   the end of them.  Elsewhere a shell reads them, and what is beside gasprun
   here is taken to be there, too.  */
static const char **
attach (const char **end, const struct place *place)
{
  bool here = is_here (place);
  if (!here)
    *end++ = "ssh", *end++ = "-t", *end++ = place->host;
  const char **gdb = end;
  end = begin_gdb (end);
  *end++ = "-ex", *end++ = OPEN_GATE;
  *end++ = "-p", *end++ = text_of ("%d", place->process);
  for (; !here && gdb < end; gdb++)
    *gdb = quote (*gdb);
  *end = NULL;
  return end;
}

/* Writes the words that have tmux open a window for each thread.  */
static void
add_windows (const char **end)
{
  bool within = getenv ("TMUX") != NULL;
  *end++ = "tmux";
  for (int t = 0; t < job.count; t++)
    {
      if (t)
	*end++ = ";";
      *end++ = t || within ? "new-window" : "new-session";
      *end++ = "-n", *end++ = text_of ("thread %d", t);
      end = attach (end, &job.places[t]);
    }
}

/* The most words of the command line for each thread.  */
enum { MOST_WORDS = 24 };

/* Becomes the debugger.  */
static void __attribute__ ((noreturn))
become_debugger (bool windows)
{
  const char **words
    = calloc (16 + MOST_WORDS * (size_t) job.count, sizeof *words);
  if (!words)
    _exit (126);
  if (job.debug == DEBUG_ALL && windows)
    add_windows (words);
  else if (job.debug == DEBUG_ALL)
    add_all_here (begin_gdb (words));
  else
    for (int t = 0; t < job.count; t++)
      if (job.places[t].process)
	attach (words, &job.places[t]);
  execvp (*words, (char **) words);
  if (windows)
    become_debugger (false);
  say ("cannot run %s: %s; attach as the threads say", *words,
       strerror (errno));
  _exit (127);
}

/* Begins to debug once all threads are known that are to be debugged.  */
static void
begin_when_known (void)
{
  if (job.begun || !job.known
      || (job.debug != DEBUG_ONE && job.known < job.count))
    return;
  job.begun = true;
  if (job.debug == DEBUG_BY_MPIR)
    {
      tell_debugger (job.places, job.count, job.program);
      return;
    }
  pid_t child = fork ();
  if (child == 0)
    become_debugger (isatty (STDIN_FILENO) && isatty (STDOUT_FILENO));
  if (child < 0)
    say ("cannot run gdb: %s; attach as the threads say", strerror (errno));
  else
    debugger = child;
}

/* ---- mpirun, in a group of its own and without input: those are gdb's.  If
   this process is killed, mpirun ends, and the threads with it.  */

static void __attribute__ ((noreturn))
become_launcher (char **words, const int *ends, pid_t parent)
{
  int nothing = open ("/dev/null", O_RDONLY);
  setpgid (0, 0);
  prctl (PR_SET_PDEATHSIG, SIGTERM);
  if (getppid () != parent)
    _exit (1);
  dup2 (nothing, STDIN_FILENO);
  dup2 (ends[1], STDERR_FILENO);
  close (ends[0]);
  close (ends[1]);
  execvp (*words, words);
  int why = errno;
  say ("cannot run %.1000s: %s", *words, strerror (why));
  _exit (why == ENOENT ? 127 : 126);
}

/* Returns whether PROCESS has ended, and its status.  */
static bool
has_ended (volatile pid_t *process, int *status)
{
  if (*process > 0 && waitpid (*process, status, WNOHANG) == *process)
    *process = 0;
  return *process == 0;
}

int
debug_mpi (char **words, const char *program, enum debug debug)
{
  int ends[2], status = 0, gdb_status;
  bool quiet = false;
  job.debug = debug;
  job.program = program;
  gethostname (job.host, sizeof job.host - 1);
  if (pipe (ends))
    return 126;
  job.errors = ends[0];
  catch_signals ();
  pid_t self = getpid ();
  launcher = fork ();
  if (launcher == 0)
    become_launcher (words, ends, self);
  close (ends[1]);
  /* Processes that outlive mpirun may keep its standard error.  */
  while (!has_ended (&launcher, &status) || !has_ended (&debugger, &gdb_status)
	 || (job.errors >= 0 && !quiet))
    {
      struct pollfd ready = { job.errors, POLLIN, 0 };
      quiet = poll (&ready, 1, 100) == 0;
      if (ready.revents)
	pass_on ();
      begin_when_known ();
    }
  return WIFSIGNALED (status) ? 128 + WTERMSIG (status) : WEXITSTATUS (status);
}
