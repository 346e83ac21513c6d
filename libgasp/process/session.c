/* session.c - what is once a process: is there a tool, what are the arguments.

   SPDX-License-Identifier: Apache-2.0

   The first instrumented object that is initialised opens the session, on
   what counts as the first thread.  If there is no tool, that is all that
   ever happens.  */

#define _GNU_SOURCE
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "gasp_upc.h"
#include "runtime.h"

bool gasp_active, gasp_allocations_wanted, gasp_verbose;
pid_t gasp_process;
int gasp_argc;
char **gasp_argv;

/* Events that the tool does without, by bits of their tags.  */
static gasp_gcc_word left_out;
#define ALLOCATIONS \
  (1ul << GASP_C_MALLOC | 1ul << GASP_C_REALLOC | 1ul << GASP_C_FREE)

void
gasp_set_active (bool on)
{
  gasp_active = on;
  gasp_allocations_wanted = on && !(left_out & ALLOCATIONS);
}

void
gasp_gcc_leave_out (gasp_gcc_word tags)
{
  __atomic_or_fetch (&left_out, tags, __ATOMIC_RELAXED);
  gasp_set_active (gasp_active);
}

bool
gasp_is_left_out (unsigned int tag)
{
  return tag < 64 && left_out >> tag & 1;
}

/* The arguments as the tool left them.  */
static int main_argc;
static char **main_argv;

static size_t
arguments_size (int argc)
{
  return (argc + 1) * sizeof (char *);
}

/* A copy of ARGV, not from the program's heap.  Null if there is no memory.  */
char **
gasp_copy_arguments (int argc, char **argv)
{
  char **copy = mmap (NULL, arguments_size (argc), PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (copy == MAP_FAILED)
    return NULL;
  memcpy (copy, argv, argc * sizeof *copy);
  return copy;
}

void
gasp_free_arguments (int argc, char **argv)
{
  munmap (argv, arguments_size (argc));
}

bool
gasp_take_main_arguments (int argc, char **argv)
{
  main_argc = argc;
  main_argv = argv;
  return true;
}

/* What the tool left alone is to be the original, whose place programs may
   rely on: behind it is the environment.  */
static bool
tool_changed_arguments (void)
{
  if (!main_argv || main_argc != gasp_argc)
    return main_argv != NULL;
  return memcmp (main_argv, gasp_argv, gasp_argc * sizeof *gasp_argv) != 0;
}

int
gasp_gcc_main_argc (int argc)
{
  return tool_changed_arguments () ? main_argc : argc;
}

char **
gasp_gcc_main_argv (char **argv)
{
  return tool_changed_arguments () ? main_argv : argv;
}

/* Where there is nothing that the kernel clears, no process looks like a copy.  */
static volatile char always = 1;
volatile char *gasp_process_mark = &always;

static void
put_mark (void)
{
  size_t size = getpagesize ();
  char *page = mmap (NULL, size, PROT_READ | PROT_WRITE,
		     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED)
    return;
  if (madvise (page, size, MADV_WIPEONFORK) < 0)
    munmap (page, size);
  else
    gasp_process_mark = page;
}

bool
gasp_was_not_copied (void)
{
  return gasp_process_mark == &always ? getpid () == gasp_process
				      : *gasp_process_mark;
}

bool
gasp_is_vforked (void)
{
  return !gasp_confined && gasp_was_not_copied () && getpid () != gasp_process;
}

void
gasp_this_is_the_process (void)
{
  gasp_process = getpid ();
  if (gasp_process_mark == &always)
    put_mark ();
  *gasp_process_mark = 1;
}

static void
prepare (void *prepared)
{
  gasp_argv = gasp_copy_arguments (gasp_argc, gasp_argv);
  gasp_this_is_the_process ();
  /* The libraries that this calls bind their functions when these are first
     called, for which there may be too little stack when it matters.  */
  gasp_call_chain ((unsigned long) __builtin_frame_address (0));
  *(bool *) prepared = gasp_argv && gasp_threads_prepare ();
}

/* With the tool that there is now.  */
static bool
begin (int argc, char **argv)
{
  static bool prepared;
  if (!prepared)
    {
      gasp_argc = argc;
      gasp_argv = argv;
      gasp_attach_call (prepare, &prepared);
    }
  if (!prepared)
    {
      gasp_gcc_message ("no resources to measure with: instrumentation stays "
			"dormant");
      return false;
    }
  if (!gasp_thread_start (&gasp_thread, gasp_thread.hold))
    return false;
  gasp_set_active (true);
  gasp_exit_prepare ();
  return true;
}

/* What the process began with, until there is a tool.  */
static int first_argc;
static char **first_argv;

bool
gasp_session_attach (void)
{
  left_out = 0;
  if (!begin (first_argc, first_argv))
    return false;
  gasp_objects_count_in ();
  return true;
}

void
gasp_session_open (int argc, char **argv)
{
  first_argc = argc;
  first_argv = argv;
  gasp_verbose = gasp_setting_on ("GASP_VERBOSE");
  if (gasp_setting_on ("GASP_OFF"))
    {
      if (gasp_verbose)
	gasp_gcc_message ("GASP_OFF is set: instrumentation stays dormant");
      return;
    }
  if (!gasp_tool_find ())
    return;
  gasp_state_prepare ();
  begin (argc, argv);
}
