/* run.c - start the runtime: settings, space, threads, start-up code.

   SPDX-License-Identifier: Apache-2.0  */

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "core/diagnostics/checks.h"
#include "core/control.h"
#include "core/start.h"

/* Returns the number of threads that all units of static THREADS agree on; 0
   if there are none.  */
static int
static_threads (const struct upc_image *image)
{
  const struct upc_unit *first = NULL;
  for (const struct upc_unit *unit = image->units; unit < image->units_end;
       unit++)
    if (!unit->threads)
      continue;
    else if (!first)
      first = unit;
    else if (unit->threads != first->threads)
      upc_fatal ("%s was compiled for %u threads and %s for %u; compile all "
		 "with the same -fupc-threads-N",
		 first->file, first->threads, unit->file, unit->threads);
  return first ? first->threads : 0;
}

/* Ends the program if a unit of IMAGE assumes that all threads are on one
   machine.  */
static void
check_units (const struct upc_image *image)
{
  for (const struct upc_unit *unit = image->units; unit < image->units_end;
       unit++)
    if (!unit->distant)
      upc_fatal ("%s was not compiled with --conduit=mpi; all files of a "
		 "program that runs so have to be", unit->file);
}

/* Makes output consist of whole lines, so that those of several threads do not
   mix, and come without delay, so that output printed before a barrier
   precedes output printed after it.  */
static void
prepare_output (void)
{
  static char buffer[1 << 16];
  if (THREADS > 1)
    setvbuf (stdout, buffer, _IOLBF, sizeof buffer);
}

/* Gives terminal input to thread 0 only.  */
static void
prepare_input (void)
{
  if (MYTHREAD == 0)
    return;
  int nothing = open ("/dev/null", O_RDONLY);
  if (nothing > STDIN_FILENO)
    {
      dup2 (nothing, STDIN_FILENO);
      close (nothing);
    }
}

static void
run_start_up_code (const struct upc_image *image)
{
  for (const upc_init_function *f = image->init; f < image->init_end; f++)
    if (*f)
      (*f) ();
  upc_library_barrier ();
}

/* Describes the object at POINTER to tools: see gasp_gcc_find_shared in
   gasp_gcc.h.  */
static int
find (const void *pointer, struct gasp_gcc_shared *result)
{
  upc_pts_t p = 0;
  if (pointer)
    memcpy (&p, pointer, sizeof p);
  if (!p)
    return 0;
  result->thread = upc_pts_thread (p);
  result->address = upc_pts_address (p);
  result->local = upc_pts_local (upc_pts_on (p, MYTHREAD));
  return 1;
}

/* Sets whether accesses are handled one by one: other threads' parts may have
   no address, or a tool may record them.  */
static void
set_watched (void)
{
  static const unsigned char no = 0, yes = 1;

  __upc_watched = (!upc_conduit.addressable ? &yes
		   : gasp_gcc_activity ? gasp_gcc_activity () : &no);
}

void
__upc_register (void (*start_provider) (struct gasp_gcc_provider *,
					int *argc, char ***argv))
{
  upc_provider.start = start_provider;
  if (gasp_gcc_register_provider
      && gasp_gcc_register_provider (&upc_provider) == 0)
    upc_provider.over = upc_leave;
}

/* Returns a number that no program started at the same time has: it is made of
   the number of the process.  */
static unsigned long
job_number (void)
{
  struct timespec now;
  clock_gettime (CLOCK_REALTIME, &now);
  return ((unsigned long) now.tv_sec << 32 ^ (unsigned long) now.tv_nsec << 8
	  ^ (unsigned long) getpid ()) | 1;
}

void
__upc_start (int *argc, char ***argv, const struct upc_image *image)
{
  upc_read_settings (argc, *argv, static_threads (image));
  upc_conduit = *upc_settings.conduit;
  if (upc_conduit.count)
    {
      check_units (image);
      upc_conduit.count ();
    }
  upc_be_of (upc_settings.threads);
  __upc_origin = (uint64_t) image->shared - UPC_FIRST_ADDRESS;
  upc_provider.job = job_number ();
  UPC_CHECK (prepare ());
  upc_conduit.start (image->shared_end - image->shared);
  __upc_all_near = upc_conduit.addressable;
  __upc_debugger_processes = &upc_control->threads[0].process;
  set_watched ();
  upc_bind_thread ();
  upc_spin_prepare_thread ();
  upc_provider.number = MYTHREAD;
  upc_provider.count = THREADS;
  upc_provider.find = find;
  UPC_CHECK (begin (image));
  upc_process = getpid ();
  upc_this_thread ()->process = upc_process;
  prepare_output ();
  prepare_input ();
  upc_exit_prepare ();
  if (upc_settings.conduit->count)
    upc_await_debugger ();
  run_start_up_code (image);
}
