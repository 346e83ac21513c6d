/* init.c - the beginning and the end.

   SPDX-License-Identifier: Apache-2.0

   gasp_init is called on each thread (GASP 1.4, 3.2); on the first one it
   creates the record and, where the runtime offers that, registers the direct
   recorder.  What happens then begins in fast.c and event.c.  */

#define _GNU_SOURCE
#include "tool.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

/* Without direct recorder: how the end of a thread is known.  */
static pthread_key_t thread_key;
static bool thread_key_used;

/* Read a small file of /proc into TEXT.  */
static void
read_file (const char *name, char *text, size_t size)
{
  int fd = open (name, O_RDONLY | O_CLOEXEC);
  ssize_t length = fd < 0 ? 0 : read (fd, text, size - 1);
  text[length < 0 ? 0 : length] = '\0';
  if (fd >= 0)
    close (fd);
}

bool
gasp_tool_executable (char *text, size_t size)
{
  ssize_t length = readlink ("/proc/self/exe", text, size - 1);
  if (length < 0)
    length = readlink ("/proc/thread-self/exe", text, size - 1);
  text[length < 0 ? 0 : length] = '\0';
  return length >= 0;
}

/* When the process began, in the kernel's count: the 22nd field of its
   status, the second of which is a name in parentheses.  */
static uint64_t
process_start (void)
{
  char text[1024];
  read_file ("/proc/self/stat", text, sizeof text);
  const char *p = strrchr (text, ')');
  for (int field = 2; p && field < 22; field++)
    p = strchr (p + 1, ' ');
  return p ? strtoull (p, NULL, 10) : 0;
}

/* The program's arguments, joined.  */
static char command[8192];

static void
keep_arguments (int argc, char **argv)
{
  size_t n = 0;
  for (int i = 0; i < argc && argv[i] && n < sizeof command; i++)
    n += snprintf (command + n, sizeof command - n, "%s%s", i ? " " : "",
		   argv[i]);
}

/* The place of this process among those of its job, as launchers tell it.  */
static int
rank (void)
{
  static const char *const variables[] = {
    "PMIX_RANK", "OMPI_COMM_WORLD_RANK", "PMI_RANK", "MV2_COMM_WORLD_RANK",
    "SLURM_PROCID"
  };
  for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
    {
      const char *value = getenv (variables[i]);
      char *end;
      errno = 0;
      long number = value && *value >= '0' && *value <= '9'
		    ? strtol (value, &end, 10) : -1;
      if (number >= 0 && number <= INT_MAX && !*end && !errno)
	return number;
    }
  return -1;
}

void
gasp_tool_describe (void)
{
  struct gasp_record_header *header = HEADER;
  char text[4096];
  struct utsname names;

  header->rank = rank ();
  gasp_tool_upc_describe ();
  header->process_start = process_start ();
  if (uname (&names) == 0)
    header->host = gasp_tool_string (names.nodename);
  header->program = gasp_tool_string (gasp_tool_executable (text, sizeof text)
				      ? text : program_invocation_name);
  if (getcwd (text, sizeof text))
    header->directory = gasp_tool_string (text);
  header->arguments = gasp_tool_string (command);
  snprintf (text, sizeof text, "gasp tool, %s", gasp_tool_papi_version ());
  header->tool = gasp_tool_string (text);
  gasp_tool_counters_describe ();
  gasp_tool_clock_begin ();
}

/* ---- Without direct recorder: what the runtime would tell it.  */

static void
thread_ends (void *context)
{
  gasp_tool_thread_end (context);
}

static void
process_forked (void)
{
  struct gasp_floating floating;
  gasp_floating_begin (&floating);
  gasp_tool_fork (pthread_getspecific (thread_key), NULL, NULL);
  gasp_floating_end (&floating);
}

static void
do_without_recorder (void)
{
  thread_key_used = pthread_key_create (&thread_key, thread_ends) == 0;
  if (thread_key_used)
    pthread_atfork (NULL, NULL, process_forked);
}

/* ---- The beginning.  */

static void
begin_process (int argc, char **argv)
{
  keep_arguments (argc, argv);
  gasp_tool_counters_init ();
  gasp_tool_clock_init ();
  if (!gasp_tool_file_create ())
    return;
  gasp_tool_describe ();
  gasp_tool_trace_init ();
  if (!gasp_tool_register ())
    do_without_recorder ();
}

gasp_context_t
gasp_init (gasp_lang_t srclanguage, int *argc, char ***argv)
{
  static GASP_TOOL_LOCK (begin_lock);
  static bool begun;
  (void) srclanguage;

  struct gasp_tool_holder holder;

  lock_quietly (&begin_lock, &holder);
  if (!begun)
    begin_process (*argc, *argv);
  else if (gasp_tool_base && !gasp_tool_confined
	   && HEADER->pid != getpid ())
    /* Forked by a thread that has no context.  */
    gasp_tool_fork (NULL, NULL, NULL);
  begun = true;
  unlock_quietly (&begin_lock, &holder);
  if (!gasp_tool_base)
    return NULL;
  uint64_t start = read_tsc ();
  gasp_context_t context = gasp_tool_thread_begin ();
  gasp_tool_budget_thread (context, start);
  if (thread_key_used)
    pthread_setspecific (thread_key, context);
  return context;
}

/* ---- The end.  */

void
gasp_tool_end (enum gasp_record_state state, int status)
{
  struct gasp_record_header *header = HEADER;
  if (!gasp_tool_base)
    return;
  if (!gasp_tool_without_clock)
    gasp_tool_clock_end ();
  header->status = status;
  if (header->sample_event && !gasp_tool_confined)
    gasp_tool_modules ();
  __atomic_store_n (&header->state, state, __ATOMIC_RELEASE);
}

/* In case nothing tells the process's status.  */
static void __attribute__ ((destructor))
end_process (void)
{
  struct gasp_floating floating;
  gasp_floating_begin (&floating);
  /* A child that nobody told of has its parent's record.  */
  if (gasp_tool_base && HEADER->state == GASP_RECORD_RUNNING
      && (gasp_tool_may_be_confined || gasp_tool_without_clock
	  || HEADER->pid == getpid ()))
    gasp_tool_end (GASP_RECORD_ENDED, 0);
  gasp_floating_end (&floating);
}
