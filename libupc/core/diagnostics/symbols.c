/* symbols.c - which functions and lines of the source addresses of code belong
   to.

   SPDX-License-Identifier: Apache-2.0

   addr2line, which comes with compilers, finds them.  It is run by a process
   that is dying, in a signal handler: nothing here allocates, or takes a lock
   of the C library but the loader's.

     addresses --the loader's list--> offsets in files
	       --addr2line, once for each file--> functions, files, lines  */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "core/calls.h"

#define MOST 256		/* addresses, and symbols */
#define MOST_SECONDS 20		/* for addr2line */

static struct
{
  uint64_t offset[MOST];	/* of addresses, in their file */
  const char *file[MOST];	/* null: not to be looked up */
  struct upc_symbol symbol[MOST];
  size_t symbols;
  char words[MOST][20];		/* addr2line's arguments */
  char *arguments[MOST + 8];
  size_t asked[MOST];		/* which addresses these are */
  char text[1 << 16];		/* what it printed */
  size_t length;
  char program[32];
} work;

/* ---- Files of code.  */

struct search
{
  uint64_t pc, offset;
  const char *file;
};

static bool
is_of_the_system (const char *file)
{
  return (!strncmp (file, "/lib", 4) || !strncmp (file, "/usr/lib", 8)
	  || strchr (file, '/') == NULL);
}

static int
look_into (struct dl_phdr_info *info, size_t size, void *closure)
{
  struct search *search = closure;
  (void) size;
  for (int i = 0; i < info->dlpi_phnum; i++)
    {
      const ElfW (Phdr) *segment = &info->dlpi_phdr[i];
      if (segment->p_type != PT_LOAD
	  || search->pc - info->dlpi_addr - segment->p_vaddr
	     >= segment->p_memsz)
	continue;
      search->offset = search->pc - info->dlpi_addr;
      if (!*info->dlpi_name)
	search->file = work.program;
      else if (!is_of_the_system (info->dlpi_name))
	search->file = info->dlpi_name;
      return 1;
    }
  return 0;
}

static void
find_files (const uint64_t *pc, size_t count)
{
  snprintf (work.program, sizeof work.program, "/proc/%d/exe", (int) getpid ());
  for (size_t i = 0; i < count; i++)
    {
      struct search search = { pc[i], 0, NULL };
      dl_iterate_phdr (look_into, &search);
      work.file[i] = search.file;
      work.offset[i] = search.offset;
    }
}

/* ---- addr2line.  */

/* Writes the arguments for the addresses of FILE that are among the first
   COUNT; returns how many these are.  */
static size_t
make_arguments (const char *file, size_t count)
{
  static char name[] = "addr2line", options[] = "-aifC", e[] = "-e";
  char **next = work.arguments;
  size_t asked = 0;
  *next++ = name;
  *next++ = options;
  *next++ = e;
  *next++ = (char *) file;
  for (size_t i = 0; i < count; i++)
    if (work.file[i] == file)
      {
	snprintf (work.words[i], sizeof work.words[i], "0x%llx",
		  (unsigned long long) work.offset[i]);
	*next++ = work.words[i];
	work.asked[asked++] = i;
      }
  *next = NULL;
  return asked;
}

/* Becomes addr2line, which prints to OUT.  No tool is preloaded there, and
   nothing is asked of the network.  */
static void __attribute__ ((noreturn))
become_addr2line (int out)
{
  static char *const environment[] = { (char *) "LC_ALL=C", NULL };
  sigset_t none;
  int nothing = open ("/dev/null", O_RDWR);
  dup2 (nothing, 0);
  dup2 (out, 1);
  dup2 (nothing, 2);
  sigemptyset (&none);
  sigprocmask (SIG_SETMASK, &none, NULL);
  execvpe (work.arguments[0], work.arguments, environment);
  _exit (127);
}

/* Reads what comes from IN after what WORK has, for a limited time; returns
   whether that was all.  */
static bool
read_all (int in)
{
  struct timespec now, end;
  clock_gettime (CLOCK_MONOTONIC, &end);
  end.tv_sec += MOST_SECONDS;
  while (work.length < sizeof work.text - 1)
    {
      struct pollfd ready = { in, POLLIN, 0 };
      clock_gettime (CLOCK_MONOTONIC, &now);
      if (now.tv_sec >= end.tv_sec)
	return false;
      if (poll (&ready, 1, 1000) <= 0)
	continue;
      ssize_t n = read (in, work.text + work.length,
			sizeof work.text - 1 - work.length);
      if (n == 0 || (n < 0 && errno != EINTR))
	return n == 0;
      work.length += n > 0 ? n : 0;
    }
  return false;
}

/* Runs addr2line, without a signal at its end, which the program would get.
   Returns whether it has printed what it knows.  */
static bool
run_addr2line (void)
{
  int ends[2], status = 0;
  if (pipe2 (ends, O_CLOEXEC))
    return false;
  pid_t child = syscall (SYS_clone, 0, 0, 0, 0, 0);
  if (child == 0)
    become_addr2line (ends[1]);
  close (ends[1]);
  bool all = child > 0 && read_all (ends[0]);
  close (ends[0]);
  if (child > 0 && !all)
    kill (child, SIGKILL);
  while (child > 0 && waitpid (child, &status, __WALL) < 0 && errno == EINTR)
    ;
  return all && WIFEXITED (status) && WEXITSTATUS (status) == 0;
}

/* ---- The output of addr2line: for each address, a line with it, and then two
   lines for each call that is inlined there.  */

/* Returns the line at *TEXT as a string, and moves *TEXT behind it; null at the
   end.  */
static char *
next_line (char **text)
{
  char *line = *text, *end = strchr (line, '\n');
  if (!end)
    return NULL;
  *end = '\0';
  *text = end + 1;
  return line;
}

/* Returns PLACE, "FILE:LINE", as it is shown: relative to the present DIRECTORY
   if it is below that, and with nothing after the line; or null.  */
static const char *
clean_place (char *place, const char *directory)
{
  size_t length = strlen (directory);
  char *end = strstr (place, " (");
  if (end)
    *end = '\0';
  end = strrchr (place, ':');
  if (!end || *place == '?' || end[1] == '?' || !strcmp (end, ":0"))
    return NULL;
  if (strncmp (place, directory, length) || place[length] != '/')
    return place;
  place += length + 1;
  while (!strncmp (place, "./", 2))
    place += 2;
  return place;
}

static void
read_symbols (char *text, size_t asked)
{
  char directory[1024], *line;
  size_t done = 0;
  if (!getcwd (directory, sizeof directory))
    directory[0] = '\0';
  while (work.symbols < MOST && (line = next_line (&text)))
    {
      if (!strncmp (line, "0x", 2))
	{
	  done++;
	  continue;
	}
      char *place = next_line (&text);
      if (!place || !done || done > asked)
	return;
      work.symbol[work.symbols++] = (struct upc_symbol) {
	work.asked[done - 1], *line == '?' ? NULL : line,
	clean_place (place, directory)
      };
    }
}

static void
sort_symbols (void)
{
  for (size_t i = 1; i < work.symbols; i++)
    for (size_t j = i;
	 j > 0 && work.symbol[j - 1].index > work.symbol[j].index; j--)
      {
	struct upc_symbol other = work.symbol[j];
	work.symbol[j] = work.symbol[j - 1];
	work.symbol[j - 1] = other;
      }
}

size_t
upc_find_symbols (const uint64_t *pc, size_t count,
		  const struct upc_symbol **symbols, const char **why)
{
  bool any = false;
  if (count > MOST)
    count = MOST;
  work.symbols = work.length = 0;
  find_files (pc, count);
  for (size_t i = 0; i < count; i++)
    {
      const char *file = work.file[i];
      if (!file)
	continue;
      size_t asked = make_arguments (file, count), begin = work.length;
      if (run_addr2line ())
	{
	  work.text[work.length++] = '\0';
	  read_symbols (work.text + begin, asked);
	  any = true;
	}
      for (size_t k = 0; k < asked; k++)
	work.file[work.asked[k]] = NULL;
    }
  sort_symbols ();
  *symbols = work.symbol;
  *why = any ? NULL : "addr2line (binutils) is not there, or does not know";
  return work.symbols;
}
