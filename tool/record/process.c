/* process.c - what the record says of the process.

   SPDX-License-Identifier: Apache-2.0  */

#define _GNU_SOURCE
#include "measure/away.h"
#include "measure/clock.h"
#include "measure/counting.h"
#include "record/file.h"
#include "measure/memory/memory.h"
#include "launchers.h"
#include "ground/message.h"
#include "process/parts.h"
#include "hash.h"
#include "record/place.h"
#include "record/process.h"
#include "measure/sampling/modules.h"
#include "ground/state.h"
#include "syscall.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

/* The program's arguments, joined.  */
static char command[8192];

void
gasp_tool_keep_arguments (int argc, char **argv)
{
  size_t n = 0;
  for (int i = 0; i < argc && argv[i] && n < sizeof command; i++)
    n += snprintf (command + n, sizeof command - n, "%s%s", i ? " " : "",
		   argv[i]);
}

/* Describes what this process belongs to.  A forked one belongs to the
   same.  */
static void
describe_run (struct gasp_record_header *header)
{
  static uint64_t run, command;
  static bool is_known;
  if (!is_known)
    {
      const char *value = gasp_tool_run ();
      command = value ? strtoull (value, NULL, 16) : 0;
      run = launcher_job ();
      if (!run)
	run = command;
    }
  is_known = true;
  header->run = run;
  header->command = command;
}

/* Notes what the program calls that is not measured, once.  */
static void
note_unmeasured (void)
{
  static bool is_noted;
  const char *text
    = !is_noted && gasp_gcc_unmeasured ? gasp_gcc_unmeasured () : NULL;
  if (!text)
    return;
  is_noted = true;
  gasp_tool_note (text);
}

/* Notes which pipes the process begins with.  */
static void
describe_pipes (struct gasp_record_header *header)
{
  struct stat st;
  for (int i = 0; i < 3 && !gasp_tool_may_be_sandboxed; i++)
    if (!fstat (i, &st) && S_ISFIFO (st.st_mode))
      {
	const uint64_t key[] = { st.st_dev, st.st_ino };
	header->pipes[i] = gasp_pipe_number (key, sizeof key, i > 0);
      }
}

/* Puts the path of the program that the process runs into TEXT, of SIZE: that
   which it was called by if this is a link, as many have, to do what its name
   says.  Returns whether it is known.  */
static bool
find_program (char *text, size_t size)
{
  const char *called = (const char *) getauxval (AT_EXECFN);
  struct stat st, linked;
  if (!gasp_tool_executable (text, size))
    return false;
  if (called && *called == '/' && !gasp_tool_may_be_sandboxed
      && !stat ("/proc/self/exe", &st) && !stat (called, &linked)
      && st.st_dev == linked.st_dev && st.st_ino == linked.st_ino)
    snprintf (text, size, "%s", called);
  return true;
}

/* Returns whether Open MPI leaves processors to others while it waits, by the
   environment: mpirun sets that where there are more ranks than processors.  */
static bool
mpi_yields (void)
{
  const char *own = launcher_variable ("OMPI_MCA_mpi_yield_when_idle");
  const char *value = *own ? own
		      : launcher_variable ("OMPI_MCA_mpi_oversubscribe");
  return *value == '1' || *value == 't';
}

/* Describes the process in the record; one thread does this.  A process that
   clone has made may have a stack of two pages.  */
void
gasp_tool_describe (void)
{
  static char text[4096];
  struct gasp_record_header *header = HEADER;
  struct utsname names;

  const struct launcher *launcher = launcher_of_process ();
  header->rank = launcher ? launcher_rank (launcher) : -1;
  header->process_start = launcher_field ((int) getpid (), LAUNCHER_START);
  describe_run (header);
  describe_pipes (header);
  if (uname (&names) == 0)
    header->host = gasp_tool_string (names.nodename);
  header->program = gasp_tool_string (find_program (text, sizeof text)
				      ? text : program_invocation_name);
  if (getcwd (text, sizeof text))
    header->directory = gasp_tool_string (text);
  header->arguments = gasp_tool_string (command);
  snprintf (text, sizeof text, "gasp tool, %s", gasp_tool_papi_version ());
  header->tool = gasp_tool_string (text);
  header->sees_all = gasp_tool_misses_some ? 2 : gasp_tool_sees_all;
  header->yields = mpi_yields ();
  gasp_tool_parts_describe ();
  note_unmeasured ();
}

void
gasp_tool_add_processors (void)
{
  /* Those of all threads: each may be bound to one.  */
  enum { MOST_WORDS = 128 };
  static unsigned long all[MOST_WORDS];
  unsigned long own[MOST_WORDS];
  uint32_t count = 0;
  long size = gasp_tool_may_be_sandboxed ? 0
	      : ASK_KERNEL (SYS_sched_getaffinity, 0, sizeof own, (long) own);
  for (long i = 0; i < size / (long) sizeof *own; i++)
    {
      unsigned long had = __atomic_fetch_or (&all[i], own[i], __ATOMIC_RELAXED);
      count += (uint32_t) __builtin_popcountl (had | own[i]);
    }
  if (count > HEADER->processors)
    HEADER->processors = (uint16_t) count;
}

static uint64_t
ns_of (struct timeval time)
{
  return (uint64_t) time.tv_sec * 1000000000 + (uint64_t) time.tv_usec * 1000;
}

/* Returns the most memory that the process had in use, in KiB / 4; 0 if the
   kernel does not say.  What getrusage returns is also of what the process was
   before exec.  */
static uint32_t
most_resident (void)
{
  static const char wanted[] = "\nVmHWM:";
  char text[1024];
  long fd = ASK_KERNEL (SYS_openat, AT_FDCWD, (long) "/proc/self/status",
			O_RDONLY | O_CLOEXEC);
  long had = fd < 0 ? 0 : ASK_KERNEL (SYS_read, fd, (long) text,
				      sizeof text - 1);
  if (fd >= 0)
    ASK_KERNEL (SYS_close, fd);
  text[had > 0 ? had : 0] = 0;
  const char *at = strstr (text, wanted);
  uint64_t kilobytes = 0;
  for (at = at ? at + sizeof wanted - 1 : ""; *at == ' ' || *at == '\t'; at++)
    ;
  for (; *at >= '0' && *at <= '9'; at++)
    kilobytes = kilobytes * 10 + (uint64_t) (*at - '0');
  return (uint32_t) (kilobytes / 4);
}

static void
note_usage (void)
{
  struct rusage usage;
  if (gasp_tool_may_be_sandboxed)
    return;
  HEADER->resident = most_resident ();
  if (!ASK_KERNEL (SYS_getrusage, RUSAGE_SELF, (long) &usage))
    HEADER->faults = (uint64_t) usage.ru_minflt;
  if (!ASK_KERNEL (SYS_getrusage, RUSAGE_CHILDREN, (long) &usage))
    HEADER->children = ns_of (usage.ru_utime) + ns_of (usage.ru_stime);
}

/* Notes STATUS, and when that was.  */
static void
note_end (int status)
{
  gasp_tool_away_end ();
  if (!gasp_tool_without_clock)
    gasp_tool_clock_end ();
  HEADER->status = status;
  HEADER->sees_all = gasp_tool_misses_some ? 2 : gasp_tool_sees_all;
  note_unmeasured ();
  note_usage ();
}

void
gasp_tool_end (enum gasp_record_state state, int status)
{
  if (!gasp_tool_base)
    return;
  note_end (status);
  if (HEADER->sample_event && !gasp_tool_sandboxed)
    gasp_tool_modules ();
  __atomic_store_n (&HEADER->state, state, __ATOMIC_RELEASE);
}

void
gasp_tool_end_at_once (int status)
{
  note_end (status);
  __atomic_store_n (&HEADER->state, GASP_RECORD_EXITED, __ATOMIC_RELEASE);
}

void
gasp_tool_become (void)
{
  note_end (0);
  __atomic_store_n (&HEADER->state, GASP_RECORD_BECAME, __ATOMIC_RELEASE);
}

void
gasp_tool_remain (void)
{
  HEADER->end_ticks = 0;
  HEADER->end_realtime = 0;
  __atomic_store_n (&HEADER->state, GASP_RECORD_RUNNING, __ATOMIC_RELEASE);
}
