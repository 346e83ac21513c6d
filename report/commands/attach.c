/* attach.c - gasp attach, gasp detach: measure a program for a while.

   SPDX-License-Identifier: Apache-2.0

   libgasp/process/attach.c is the other end.  */

#include "attachment.h"
#include "commands/commands.h"
#include "live/inject.h"
#include "base/install.h"
#include "base/proc.h"
#include "base/process.h"
#include "base/rundir.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static unsigned long wait_seconds = 10;
static bool force;

#define FORCE_OPTION \
  { "force", 'f', NULL, "also if the process is in a sandbox, and might be " \
    "ended for what has to be done", OPTION_FLAG, &force }

static struct option_row options[] = {
#define GASP_SETTING(name, argument, initial, help) \
  { #name, 0, argument, help, OPTION_VARIABLE, #name },
#include "settings.def"
  { "wait", 'w', "SECONDS", "how long to wait for the program to come to an "
    "instrumented function (10)", OPTION_NUMBER, &wait_seconds },
  FORCE_OPTION
};

void
prepare_attach_command (void)
{
  name_settings (options, COUNT_OF (options));
}

/* The process, and what it has of libgasp.  The kernel shows these only in
   threads that have not ended, and the first may have.  */
struct target
{
  int pid, living;
  unsigned long attachment, attach, detach;
  struct way_in way;
};

static void
nap (long milliseconds)
{
  struct timespec t = { 0, milliseconds * 1000000 };
  nanosleep (&t, NULL);
}

static int
parse_pid (const struct command *command, int argc, char **argv)
{
  char *end = NULL;
  if (parse_options (command, argc, argv) != 2)
    fail (EXIT_USAGE, "%s: give the number of one process; 'gasp %s --help' "
	  "shows how", command->name, command->name);
  errno = 0;
  long pid = strtol (argv[1], &end, 10);
  if (errno || end == argv[1] || *end || pid <= 0 || pid > INT_MAX)
    fail (EXIT_USAGE, "%s: '%s': a process number is wanted", command->name,
	  argv[1]);
  return (int) pid;
}

/* Returns what ERROR means, where its own name does not say enough.  */
static const char *
explanation (int error)
{
  switch (error)
    {
    case EPERM:
    case EACCES:
      return ": it is another user's, or traced already, or the system does "
	     "not "
	     "let one process trace another "
	     "(/proc/sys/kernel/yama/ptrace_scope, "
	     "which only root, or a capability, gets around)";
    case EAGAIN:
      return ": each time that it was stopped, it was where it must not be "
	     "interrupted, loading or unloading a library or in a restartable "
	     "sequence; try again";
    case ETIMEDOUT:
      return ": none of its threads can be stopped, as they wait in the kernel "
	     "for "
	     "something that must not be interrupted; try again";
    case ESRCH:
      return ": it has ended, or executed another program";
    default:
      return "";
    }
}

/* Ends the command because of ERROR, with which process PID could not be
   reached, and says what to do about it.  */
static void
cannot_reach (const char *command, int pid, int error)
{
  fail (EXIT_TROUBLE, "%s: process %d: %s%s", command, pid, strerror (error),
	explanation (error));
}

/* Returns a thread of process PID that has not ended, and which may be looked
   at.  */
static int
living_thread (const char *command, int pid)
{
  size_t count;
  OWNED int *threads = list_threads (pid, &count);
  if (!threads)
    cannot_reach (command, pid, ESRCH);
  int living = threads[0];
  OWNED char *path = print_string ("/proc/%d/maps", living);
  if (access (path, R_OK) != 0)
    cannot_reach (command, pid, errno == ENOENT ? ESRCH : errno);
  return living;
}

static struct target
find_target (const char *command, int pid)
{
  struct target t = { .pid = pid };
  struct gasp_attachment attachment;
  if (why_no_injection ())
    fail (EXIT_TROUBLE, "%s: %s", command, why_no_injection ());
  t.living = living_thread (command, pid);
  t.attachment = find_in_process (t.living, "gasp_gcc_attachment");
  t.attach = find_in_process (t.living, "gasp_gcc_attach");
  t.detach = find_in_process (t.living, "gasp_gcc_detach");
  t.way.call = find_in_process (t.living, "__gasp_call");
  t.way.stack = find_in_process (t.living, "gasp_gcc_attach_stack")
		+ GASP_ATTACH_STACK_SIZE;
  t.way.stack_size = GASP_ATTACH_STACK_SIZE;
  t.way.taken = t.attachment + offsetof (struct gasp_attachment, taken);
  if (!t.attachment || !t.attach || !t.detach)
    fail (EXIT_TROUBLE,
	  "%s: process %d has no libgasp that can be found: it is "
	  "not instrumented, or stripped and linked with libgasp.a",
	  command, pid);
  if (!read_process (t.living, t.attachment, &attachment, sizeof attachment))
    cannot_reach (command, pid, errno);
  if (attachment.version != GASP_ATTACH_VERSION
      || attachment.size != sizeof attachment)
    fail (EXIT_TROUBLE, "%s: the libgasp in process %d is of another version",
	  command, pid);
  if (!attachment.ready)
    fail (EXIT_TROUBLE,
	  "%s: process %d has nothing that is instrumented, or is "
	  "still starting; then try again",
	  command, pid);
  t.way.marked = t.attachment;
  memcpy (t.way.mark, &attachment, sizeof t.way.mark);
  return t;
}

static long
status_number (int pid, int tid, const char *name)
{
  OWNED char *text = read_status (pid, tid, name);
  return text ? strtol (text, NULL, 10) : 0;
}

/* Returns how far a thread of process PID is sandboxed by seccomp(2), at
   most: by how many filters, if the kernel says that.  */
static long
sandboxing (int pid)
{
  enum { STRICT = 1 };
  size_t count;
  OWNED int *threads = list_threads (pid, &count);
  long most = 0;
  for (size_t i = 0; i < count; i++)
    {
      long mode = status_number (pid, threads[i], "Seccomp");
      long filters = status_number (pid, threads[i], "Seccomp_filters");
      long degree = mode == STRICT ? LONG_MAX : filters ? filters : mode;
      if (degree > most)
	most = degree;
    }
  return most;
}

/* Refuses a sandboxed program, which may be killed for opening a file, unless
   forced.  A sandbox around this command, such as a container's, does not
   count.  */
static void
check_sandboxing (const char *command, int pid)
{
  if (!force && sandboxing (pid) > sandboxing (getpid ()))
    fail (EXIT_TROUBLE, "%s: process %d is in a sandbox (seccomp), which might "
	  "end it for what has to be done there: changing its code, opening "
	  "files; --force does it all the same", command, pid);
}

static int
state_of (const struct target *t)
{
  int state = -1;
  read_process (t->living, t->attachment + offsetof (struct gasp_attachment,
						  state),
		&state, sizeof state);
  return state;
}

/* Whoever traces the process may have gone before it can be seen who that
   is.  */
#define PERMISSION_TRIES 20

/* Calls FUNCTION until it is not busy, and returns its result.  Another gasp
   attach or detach may trace the process in the meantime.  */
static int
call (const char *command, const struct target *t, unsigned long function)
{
  int result = GASP_ATTACH_BUSY;
  for (int i = 0; i < GASP_ATTACH_TRIES && result == GASP_ATTACH_BUSY; i++)
    {
      if (!call_in_process (t->living, &t->way, function, &result)
	  && errno != EBUSY)
	{
	  int error = errno;
	  long tracer = status_number (t->pid, t->living, "TracerPid");
	  if (error != EPERM || (!tracer && i >= PERMISSION_TRIES))
	    cannot_reach (command, t->pid, error);
	  if (i == GASP_ATTACH_TRIES - 1)
	    fail (EXIT_TROUBLE, "%s: process %d is being traced by process %ld",
		  command, t->pid, tracer);
	}
      if (result == GASP_ATTACH_BUSY)
	nap (2);
    }
  return result;
}

/* ---- gasp attach  */

/* Returns whether everything is to stay dormant.  */
static bool
is_off (void)
{
  const char *value = getenv ("GASP_OFF");
  return value && (!strcmp (value, "1") || !strcmp (value, "yes"));
}

/* Fills in the settings, each ended by a null, and a further null after the
   last.  Returns the name of one that does not fit, or null.  */
static const char *
fill_in_settings (struct gasp_attachment *a)
{
  size_t used = 0;
  for (size_t i = 0; i <= COUNT_OF (options); i++)
    {
      bool is_run = i == COUNT_OF (options);
      const char *name = is_run ? "GASP_RUN" : options[i].target, *value;
      if ((!is_run && options[i].kind != OPTION_VARIABLE)
	  || !(value = getenv (name)))
	continue;
      size_t size = strlen (name) + strlen (value) + 2;
      if (used + size >= sizeof a->settings)
	return name;
      snprintf (a->settings + used, size, "%s=%s", name, value);
      used += size;
    }
  return NULL;
}

static void
fill_in (struct gasp_attachment *a, const char *directory)
{
  const char *tool = installed (GASP_PRIVATE "/libgasptool.so");
  if (access (tool, R_OK) != 0)
    fail (EXIT_TROUBLE, "attach: %s is missing: run 'make' or 'make install' "
	  "again", tool);
  memset (a, 0, sizeof *a);
  if (strlen (tool) >= sizeof a->tool)
    fail (EXIT_TROUBLE, "attach: the name of %s is too long", tool);
  strcpy (a->tool, tool);
  const char *unfit = fill_in_settings (a);
  if (!unfit)
    return;
  /* Only if it is empty.  */
  rmdir (directory);
  fail (EXIT_USAGE, "attach: %s: its value is too long", unfit);
}

/* Returns where the process keeps its record, if it has been measured from
   its start; else null.  Allocated.  */
static char *
first_directory (const struct target *t)
{
  char *record = record_of_process (t->living);
  if (record)
    *strrchr (record, '/') = '\0';
  return record;
}

/* Returns the directory of an earlier attachment to T or, without one, that T
   began with; allocated; null if it is not known.  */
static char *
earlier_directory (const struct target *t)
{
  static const char name[] = "GASP_OUTPUT=";
  struct gasp_attachment a;
  if (!read_process (t->living, t->attachment, &a, sizeof a) || !a.tool[0])
    return first_directory (t);
  a.settings[sizeof a.settings - 1] = '\0';
  a.settings[sizeof a.settings - 2] = '\0';
  for (const char *s = a.settings; *s; s += strlen (s) + 1)
    if (!strncmp (s, name, strlen (name)))
      return copy_string (s + strlen (name));
  return NULL;
}

/* Finds the user and the group whose files process PID makes; false if that is
   not known.  The owner of its directory in /proc may be root
   nevertheless.  */
static bool
find_user (int pid, unsigned int *user, unsigned int *group)
{
  static const char fourth[] = "%*u %*u %*u %u";
  OWNED char *users = read_status (pid, pid, "Uid");
  OWNED char *groups = read_status (pid, pid, "Gid");
  return (users && sscanf (users, fourth, user) == 1
	  && groups && sscanf (groups, fourth, group) == 1);
}

/* Returns a directory for the records of T; one that is new belongs to T's
   user, who writes into it.  Allocated.  */
static char *
directory_for (const struct target *t)
{
  const char *wanted = getenv ("GASP_OUTPUT");
  bool is_new = !wanted || access (wanted, F_OK) != 0;
  unsigned int user, group;
  char *directory = choose_directory (false);
  if (is_new && geteuid () == 0 && find_user (t->pid, &user, &group)
      && lchown (directory, user, group) != 0)
    complain ("%s cannot be given to user %u, as which process %d runs: %s",
	      directory, user, t->pid, strerror (errno));
  return directory;
}

static void
write_attachment (const struct target *t, const struct gasp_attachment *a)
{
  size_t from = offsetof (struct gasp_attachment, tool);
  if (!write_process (t->living, t->attachment + from, (const char *) a + from,
		      sizeof *a - from))
    cannot_reach ("attach", t->pid, errno);
}

/* By GASP_ATTACH_*.  */
static const char *const reasons[] = {
  NULL,
  "it is busy loading or unloading code, or with another gasp attach or "
  "detach; "
  "try again",
  "it is being measured already", "nothing in it is instrumented",
  "its code cannot be changed while it runs: the system does not let memory be "
  "writable and executable"
};

/* Returns why a function failed, by its RESULT, which comes from the process
   and may be anything.  */
static const char *
reason (int result)
{
  return result > 0 && (size_t) result < COUNT_OF (reasons) ? reasons[result]
	 : "its libgasp answers what this gasp does not know";
}

/* Returns whether process PID has been stopped by a signal.  */
static bool
is_stopped (int pid)
{
  OWNED char *state = read_status (pid, pid, "State");
  return state && strchr (state, 'T');
}

/* Gives T time to load the tool.  The state that it is in then.  */
static int
wait_for_start (const struct target *t)
{
  int state = state_of (t);
  for (unsigned long i = 0; i < wait_seconds * 100; i++)
    {
      if (state != GASP_ATTACH_PENDING && state != GASP_ATTACH_LOADING)
	break;
      nap (10);
      state = state_of (t);
    }
  return state;
}

/* Returns whether there is a record in DIRECTORY, as T sees that, or soon
   is.  What is shown as a shorter name stands in GASP_OUTPUT.  */
static bool
has_record (const struct target *t, const char *directory)
{
  if (*directory != '/')
    directory = getenv ("GASP_OUTPUT");
  if (!directory)
    return false;
  OWNED char *seen = print_string ("/proc/%d/root%s", t->living, directory);
  size_t count = 0;
  for (int i = 0; i < 100 && !count; i++)
    {
      char **records = list_files (seen, &count);
      free_records (records, count);
      if (!count)
	nap (10);
    }
  return count != 0;
}

static void
fail_without_record (const struct target *t, const char *directory)
{
  unsigned int user, group;
  if (find_user (t->pid, &user, &group) && user != geteuid ())
    fail (EXIT_TROUBLE, "attach: process %d has not made a record in %s; it "
	  "has said why: can user %u, as which it runs, write there?", t->pid,
	  directory, user);
  fail (EXIT_TROUBLE, "attach: process %d has not made a record in %s; it has "
	"said why", t->pid, directory);
}

/* Reports the outcome: T is in STATE.  */
static int
tell (const struct target *t, int state, const char *directory)
{
  if (state == GASP_ATTACH_FAILED)
    fail (EXIT_TROUBLE, "attach: process %d cannot be measured; it has said "
	  "why", t->pid);
  if (state == GASP_ATTACH_ACTIVE && !has_record (t, directory))
    fail_without_record (t, directory);
  if (state == GASP_ATTACH_ACTIVE)
    complain ("process %d is measured, in %s; gasp detach %d ends that",
	      t->pid, directory, t->pid);
  else
    complain ("process %d has not come to an instrumented function yet; when "
	      "it does, it is measured, in %s, until gasp detach %d",
	      t->pid, directory, t->pid);
  return EXIT_FINE;
}

static int
attach (const struct command *command, int argc, char **argv)
{
  struct gasp_attachment wanted;
  struct target t = find_target ("attach", parse_pid (command, argc, argv));
  check_sandboxing ("attach", t.pid);
  if (is_off ())
    fail (EXIT_USAGE, "attach: GASP_OFF is set, or --off given: nothing would "
	  "be measured");
  int state = state_of (&t);
  if (state == GASP_ATTACH_FAILED)
    fail (EXIT_TROUBLE, "attach: process %d: an earlier attempt has failed; it "
	  "has said why", t.pid);
  char *directory = earlier_directory (&t), *chosen = NULL;
  if (!directory && state == GASP_ATTACH_DORMANT)
    {
      directory = chosen = directory_for (&t);
      fill_in (&wanted, directory);
      write_attachment (&t, &wanted);
    }
  /* After the call it may be on its way back into the stop.  */
  bool stopped = is_stopped (t.pid);
  int result = call ("attach", &t, t.attach);
  if (result != GASP_ATTACH_DONE)
    {
      /* Only if it is empty.  Where the process says that its record is, may be
	 anywhere.  */
      if (chosen)
	rmdir (chosen);
      fail (EXIT_TROUBLE, "attach: process %d: %s", t.pid, reason (result));
    }
  if (stopped)
    complain ("process %d is stopped; it is measured when it goes on (kill "
	      "-CONT %d)", t.pid, t.pid);
  return tell (&t, wait_for_start (&t), directory);
}

struct command attach_command = {
  "attach", "[OPTION]... PID", "measure a program that runs",
  "Begins to measure process PID, which was built with instrumentation and "
  "started without a tool, until gasp detach or its end.  The options are "
  "those of gasp run.  A second attachment goes on in the directory of the "
  "first, or of gasp run.\n\n"
  "The process is stopped for a moment, as by a debugger, so it has to be the "
  "user's own, and the system has to allow that: not with 1 or more in "
  "/proc/sys/kernel/yama/ptrace_scope, but for root.  It loads the sample tool "
  "when one of its threads enters an instrumented function outside of a signal "
  "handler.  It must be dynamically linked, with libgasp.so.",
  options, COUNT_OF (options), false, attach,
  "  gasp attach --budget=5 $(pidof server)"
};

/* ---- gasp detach  */

/* How long threads that have just come from a site may take, in
   milliseconds.  */
#define GRACE 50

static int
detach (const struct command *command, int argc, char **argv)
{
  struct target t = find_target ("detach", parse_pid (command, argc, argv));
  check_sandboxing ("detach", t.pid);
  int result = GASP_ATTACH_DONE;
  if (state_of (&t) != GASP_ATTACH_LEAVING)
    result = call ("detach", &t, t.detach);
  if (result == GASP_ATTACH_ALREADY)
    fail (EXIT_TROUBLE, "detach: process %d is not being measured", t.pid);
  if (result == GASP_ATTACH_DONE)
    {
      nap (GRACE);
      result = call ("detach", &t, t.detach);
      /* Another gasp detach has been quicker.  */
      if (result == GASP_ATTACH_ALREADY)
	result = GASP_ATTACH_DONE;
    }
  if (result != GASP_ATTACH_DONE)
    fail (EXIT_TROUBLE, "detach: process %d: %s", t.pid, reason (result));
  return EXIT_FINE;
}

static const struct option_row detach_options[] = { FORCE_OPTION };

const struct command detach_command = {
  "detach", "[OPTION]... PID", "end what gasp attach began",
  "Makes process PID as it was before gasp attach: its instrumentation is "
  "dormant.  What was recorded stays in the directory that gasp attach has "
  "named, for gasp report; calls that are open then stay open there.  Also for "
  "a process that gasp run started.\n\n"
  "Counters (--counters, --sample) run on in each thread until it ends or is "
  "attached to again, as only the thread itself can stop them.",
  detach_options, COUNT_OF (detach_options), false, detach,
  "  gasp detach $(pidof server)"
};
