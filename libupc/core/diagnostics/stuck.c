/* stuck.c - threads that wait for one another in different places.

   SPDX-License-Identifier: Apache-2.0

   One thread is in upc_barrier, another in upc_all_alloc: neither will ever go
   on.  A thread that has slept says what it waits for.  Once all have said so,
   of the barrier some and of collective functions the others, and nothing has
   changed in a second, one of them tells the user, and ends the program if
   UPC_STUCK says so.  */

#include <stdio.h>
#include <string.h>
#include "core/control.h"
#include "core/runtime.h"

/* Checks in a row, half a second apart, before the message is printed.  */
#define PATIENCE 3

void
upc_begin_waiting (enum upc_waits_for what)
{
  struct upc_thread *thread = upc_this_thread ();
  thread->wait_line = 0;
  if (upc_place)
    {
      snprintf (thread->wait_file, sizeof thread->wait_file, "%s",
		upc_place->file);
      thread->wait_line = upc_place->line;
    }
  __atomic_store_n (&thread->waits_for, what, __ATOMIC_RELEASE);
}

void
upc_end_waiting_for (void)
{
  __atomic_store_n (&upc_this_thread ()->waits_for, UPC_WAITS_FOR_NOTHING,
		    __ATOMIC_RELEASE);
}

/* Returns the first thread that waits for WHAT; -1 if none does.  */
static int
first_waiting (enum upc_waits_for what)
{
  for (int t = 0; t < THREADS; t++)
    if (__atomic_load_n (&upc_control->threads[t].waits_for, __ATOMIC_ACQUIRE)
	== what)
      return t;
  return -1;
}

/* Writes "thread 1 is in WHERE (file:line)" into TEXT.  */
static void
describe (char *text, size_t size, int t, const char *where)
{
  const struct upc_thread *thread = &upc_control->threads[t];
  int length = snprintf (text, size, "thread %d is in %s", t, where);
  if (thread->wait_line)
    snprintf (text + length, size - length, " (%.*s:%d)",
	      (int) sizeof thread->wait_file - 1, thread->wait_file,
	      thread->wait_line);
}

static void
tell (int in_barrier, int in_collective)
{
  char one[128], other[128];
  describe (one, sizeof one, in_barrier, "upc_barrier or upc_wait");
  describe (other, sizeof other, in_collective, "a collective function");
  if (upc_settings.stuck_ends)
    upc_fatal ("the threads wait for one another: %s, %s", one, other);
  upc_message ("the threads wait for one another, and will for ever: %s, %s "
	       "(UPC_STUCK=end ends such a program)", one, other);
  upc_say_where (false);
}

void
upc_look_whether_stuck (uint32_t *looks)
{
  int in_barrier = first_waiting (UPC_WAITS_FOR_BARRIER);
  int in_collective = first_waiting (UPC_WAITS_FOR_COLLECTIVE);
  if (in_barrier < 0 || in_collective < 0
      || first_waiting (UPC_WAITS_FOR_NOTHING) >= 0)
    *looks = 0;
  else if (++*looks == PATIENCE
	   && !__atomic_exchange_n (&upc_control->stuck, 1, __ATOMIC_ACQ_REL))
    tell (in_barrier, in_collective);
}
