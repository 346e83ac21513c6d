/* exit.c - the end of a thread, and of all.

   SPDX-License-Identifier: Apache-2.0

   A thread that returns from main or calls exit waits for the others, after
   the program's own exit handlers: the program ends when all threads do (UPC
   1.3, 5.1.2.2.3).  That is one handler of exit here; where there are events,
   libgasp raises GASP_UPC_COLLECTIVE_EXIT around it.

     exit                       START
       handlers of the program
       the final barrier
       destructors              END
     the network's end

   All other ends are the end of all threads: the monitor sees to that.  */

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "core/diagnostics/checks.h"
#include "core/control.h"
#include "core/start.h"

static bool main_returned;

/* True if the thread has still to leave, after its last event.  */
static bool is_leaving;

/* Returns whether the caller is a UPC thread: a child that the program forked
   is not.  */
static bool
is_upc_thread (void)
{
  return getpid () == upc_process;
}

void
upc_leave (void)
{
  if (!is_upc_thread () || !is_leaving)
    return;
  is_leaving = false;
  upc_conduit.leave ();
}

/* Returns whether there is a tool, so that libgasp calls upc_leave.  */
static bool
has_events_to_come (void)
{
  return upc_provider.over && *gasp_gcc_activity ();
}

/* Ends this process.  */
static __attribute__ ((noreturn)) void
end_process (int status)
{
  fflush (NULL);
  _exit (status);
}

static void
final_handler (int status, void *unused)
{
  (void) unused;
  if (!is_upc_thread ())
    return;
  struct upc_thread *thread = upc_this_thread ();
  thread->status = status & 0xff;
  __atomic_store_n (&thread->state, main_returned ? UPC_RETURNED : UPC_ENDING,
		    __ATOMIC_SEQ_CST);
  upc_final_barrier ();
  __atomic_store_n (&thread->state, UPC_FINISHED, __ATOMIC_SEQ_CST);
  is_leaving = upc_conduit.leave != NULL;
  if (!has_events_to_come ())
    upc_leave ();
  if (unlikely (upc_checks)
      && upc_checks->status (thread->status) != thread->status)
    {
      upc_leave ();
      end_process (upc_checks->status (thread->status));
    }
}

void
__upc_main_returned (int status)
{
  main_returned = true;
  exit (status);
}

/* Handles the monitor's request to end.  This thread is given a second, in
   case that stdio is in no state to be called.  Or another thread, which is
   about to end, asks where this one is.  */
static void
end_handler (int number)
{
  (void) number;
  if (is_upc_thread () && upc_answer_calls ())
    return;
  if (is_upc_thread ())
    end_process (1);
  _exit (1);
}

void
upc_exit_prepare (void)
{
  struct sigaction action = { .sa_handler = end_handler };
  /* Where the conduit counts threads, it has to know that one ends.  */
  if (THREADS == 1 && !upc_settings.conduit->count)
    return;
  sigfillset (&action.sa_mask);
  sigaction (UPC_END_SIGNAL, &action, NULL);
  on_exit (final_handler, NULL);
}

static void
block_signals (void)
{
  sigset_t all;
  sigfillset (&all);
  sigprocmask (SIG_BLOCK, &all, NULL);
}

/* Returns whether this thread is the first to say that all are to end with
   STATUS, which wins.  No signal comes between this and the end.  */
static bool
first_to_end (int status)
{
  if (!upc_control)
    return true;
  block_signals ();
  uint32_t none = UPC_NOT_ENDING;
  return __atomic_compare_exchange_n (&upc_control->ending, &none,
				      UPC_ENDING_WITH | (status & 0xff), false,
				      __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

void
upc_ask_end (int status)
{
  first_to_end (status);
}

/* Prints a message and ends the program.  Of several threads that find the
   same, the first prints it.  */
void
upc_fatal (const char *format, ...)
{
  char text[2048];
  va_list args;
  va_start (args, format);
  vsnprintf (text, sizeof text, format, args);
  va_end (args);
  if (first_to_end (1))
    {
      if (upc_process)
	upc_message ("thread %d: %s", MYTHREAD, text);
      else
	upc_message ("%s", text);
      if (upc_note_crash)
	upc_note_crash (0, NULL, NULL, 0);
      upc_say_where (true);
      upc_note_end (0, text);
    }
  if (upc_control)
    upc_conduit.end (1);
  end_process (1);
}

void
upc_smp_end (int status)
{
  upc_ask_end (status);
  end_process (status);
}

void
upc_global_exit (int status)
{
  upc_conduit_fence ();
  upc_conduit.end (status);
}

/* Returns the status of a thread that is in exit or gone; a failure if there
   is one.  */
static int
status_of_ended (int *thread)
{
  *thread = 0;
  for (int t = 0; t < upc_control->count; t++)
    {
      struct upc_thread *other = &upc_control->threads[t];
      if (__atomic_load_n (&other->state, __ATOMIC_SEQ_CST) == UPC_RUNNING)
	continue;
      *thread = upc_control->first + t;
      if (other->status)
	return other->status;
    }
  return 0;
}

uint64_t
upc_serve_state (const struct upc_thread *thread)
{
  return (uint64_t) thread->status << 32
	 | __atomic_load_n (&thread->state, __ATOMIC_SEQ_CST);
}

/* Returns what upc_serve_state does for THREAD, which may be gone if its
   control block is here.  */
static uint64_t
ask_state (int thread)
{
  int here = thread - upc_control->first;
  return (here >= 0 && here < upc_control->count
	  ? upc_serve_state (&upc_control->threads[here])
	  : upc_conduit_ask (thread, UPC_STATE, 0, 0, 0));
}

bool
upc_has_ended (int thread)
{
  return (uint32_t) ask_state (thread) != UPC_RUNNING;
}

void
upc_end_waiting (int thread, const char *where)
{
  int any, status = status_of_ended (&any);
  bool monitor = !upc_process;
  if (!status && thread >= 0)
    status = ask_state (thread) >> 32;
  if (!status && first_to_end (1))
    {
      upc_message ("thread %d has ended, but another waits for it in %s",
		   thread < 0 ? any : thread, where);
      upc_say_where (true);
    }
  upc_ask_end (status);
  if (!monitor)
    upc_conduit.end (status ? status : 1);
}

void
upc_end_mixed (const char *where)
{
  upc_end_waiting (-1, where);
}
