/* exit.c - the end of the process, as GASP's tools see it (5.4.1).

   SPDX-License-Identifier: Apache-2.0

   GASP_UPC_COLLECTIVE_EXIT encloses everything from the call of exit, or the
   return from main, to the end: START comes before the exit handlers, and END
   is the last event that the thread has.  Events nest strictly, so the calls
   that are open when exit is called end before the START, innermost first:
   none of them will return.  The exit handlers' own calls are inside.

     exit (3) in f in main       return 3 from main
     START main                  START main
     START f
     END f
     END main                    END main
     START exit                  START exit
     START, END handler          START, END handler
     END exit                    END exit

   Three places may find the exit first, and only one raises START: __gasp_exit
   where the program calls exit; __gasp_main_return; and a handler registered at
   the start, the last to run, in case that a library that is not instrumented
   called exit.  The first two come before the C library destroys main's
   thread_local objects, which a tool may have, too.  END is raised by
   __gasp_object_end.

   Where no unit wants exit events (--profile-only), open calls still end.

   The other ways out run no handlers: one ATOMIC event, and the calls stay
   open.  */

#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#include "base/objects.h"
#include "entry/raise.h"
#include "entry/recorder.h"
#include "process/defer.h"
#include "process/exit.h"
#include "process/session.h"
#include "stack/frames.h"
#include "syscall.h"

static struct
{
  int status;
  struct gasp_place place;
  struct gasp_thread *thread;
  bool told;			/* START was raised */
} the_exit;

/* Set if an object wants exit events.  */
static bool wanted;

/* How many calls of main are open: a program may call it.  */
static int mains;

static bool
change_state (int from, int to)
{
  return __atomic_compare_exchange_n (&gasp_exit_state, &from, to, false,
				      __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

/* Returns whether this is not a child that was made past the C library, with a
   system call.  Nothing is asked of the kernel: the program may have forbidden
   itself to (seccomp).  */
static bool
is_this_process (void)
{
  return gasp_active && gasp_was_not_copied ();
}

/* Returns whether this is not a child of vfork either, which can end by _exit
   alone.  */
static bool
is_not_vforked (void)
{
  return is_this_process () && !gasp_is_vforked ();
}

/* Returns the thread that exits, at POSITION: the last one to end may do that
   after its own end, and then starts anew.  */
static struct gasp_thread *
exiting_thread (unsigned long position)
{
  if (gasp_thread.life.state == GASP_THREAD_ENDED && !gasp_thread.life.left)
    gasp_thread.life.state = GASP_THREAD_NEW;
  return gasp_thread_at (position);
}

static void
close_calls (struct gasp_thread *thread)
{
  if (!gasp_hold (thread))
    return;
  gasp_close_above (thread, thread->frames.base);
  gasp_release (thread);
}

/* Waits for another thread that is in exit.  The C library would let each of
   the two run some of the handlers, and the first to be through end the
   process, so that the other's END is lost.  This waits no longer than a
   second, as that thread may wait for this one.  */
static void
wait_for_other_exit (void)
{
  const struct timespec tick = { 0, 1000000 };
  if (!gasp_exiting () || !gasp_was_not_copied ())
    return;
  for (int i = 0; i < 1000 && the_exit.thread != &gasp_thread; i++)
    ASK_KERNEL (SYS_clock_nanosleep, CLOCK_MONOTONIC, 0, (long) &tick);
}

/* Begins the process's exit; TELL is whether that is an event.  */
static void
begin_exit (int status, struct gasp_place place, bool tell)
{
  struct gasp_thread *thread = NULL;
  if (is_this_process () && !gasp_exiting ())
    thread = exiting_thread (CALLER_POSITION);
  if (!thread || !change_state (GASP_RUNNING, GASP_EXITING))
    {
      wait_for_other_exit ();
      return;
    }
  the_exit.status = status;
  the_exit.place = place;
  the_exit.thread = thread;
  the_exit.told = tell;
  close_calls (thread);
  if (tell)
    RAISE_AT (thread, place, GASP_UPC_COLLECTIVE_EXIT, GASP_START, status);
}

static void
begin (int status, struct gasp_place place, bool tell)
{
  struct gasp_floating floating;
  gasp_floating_begin (&floating);
  begin_exit (status, place, tell);
  gasp_floating_end (&floating);
}

static void
finish_exit (void)
{
  struct gasp_thread *thread = gasp_started_thread_at (CALLER_POSITION);
  if (!is_this_process () || !thread || thread != the_exit.thread
      || !change_state (GASP_EXITING, GASP_OVER))
    return;
  close_calls (thread);
  gasp_silence ();
  if (the_exit.told)
    RAISE_AT (thread, the_exit.place, GASP_UPC_COLLECTIVE_EXIT, GASP_END,
	      the_exit.status);
  if (gasp_verbose && gasp_unmatched_ends)
    gasp_gcc_message ("%lu ends of functions that were not seen to begin are "
		      "left out", gasp_unmatched_ends);
}

void
gasp_exit_finish (void)
{
  struct gasp_floating floating;
  gasp_floating_begin (&floating);
  finish_exit ();
  gasp_floating_end (&floating);
  if (gasp_was_not_copied ())
    gasp_provider_over ();
}

static void
last_handler (int status, void *unused)
{
  (void) unused;
  begin (status, (struct gasp_place) { NULL, 0, 0 }, wanted);
  if (!gasp_objects_left () || !gasp_exiting ())
    gasp_exit_finish ();
}

void
gasp_exit_wanted (void)
{
  wanted = true;
}

void
gasp_exit_prepare (void)
{
  on_exit (last_handler, NULL);
}

/* Forgets an exit in a child that a thread other than THREAD had begun.  */
void
gasp_exit_fork_child (struct gasp_thread *thread)
{
  if (gasp_exit_state == GASP_EXITING && the_exit.thread != thread)
    gasp_exit_state = GASP_RUNNING;
}

void
__gasp_main_begin (void)
{
  mains++;
}

void
__gasp_main_return (int status, const char *file, int line, int column)
{
  if (--mains > 0)
    return;
  int saved_errno = errno;
  begin (status, PLACE, true);
  errno = saved_errno;
}

void
__gasp_exit (int status, POSITION)
{
  gasp_defer_exit (__gasp_exit, status, PLACE);
  begin (status, PLACE, true);
  exit (status);
}

/* ---- Exits that are not collective  */

static void
raise_noncollective (int status, struct gasp_place place)
{
  struct gasp_thread *thread = gasp_call_at (CALLER_POSITION);
  RAISE_AT (thread, place, GASP_UPC_NONCOLLECTIVE_EXIT, GASP_ATOMIC, status);
}

/* Raises the exit as the last event.  */
static void
raise_last (int status, struct gasp_place place)
{
  if (!is_not_vforked ())
    return;
  raise_noncollective (status, place);
  gasp_silence ();
}

void
__gasp__exit (int status, POSITION)
{
  gasp_defer_exit (__gasp__exit, status, PLACE);
  raise_last (status, PLACE);
  _exit (status);
}

void
__gasp__Exit (int status, POSITION)
{
  gasp_defer_exit (__gasp__Exit, status, PLACE);
  raise_last (status, PLACE);
  _Exit (status);
}

void
__gasp_quick_exit (int status, POSITION)
{
  gasp_defer_exit (__gasp_quick_exit, status, PLACE);
  raise_last (status, PLACE);
  quick_exit (status);
}

/* Raises the event of abort, which the program may survive in a handler of
   SIGABRT.  */
void
__gasp_abort (POSITION)
{
  if (is_not_vforked ())
    raise_noncollective (128 + SIGABRT, PLACE);
  abort ();
}
