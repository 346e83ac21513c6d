/* stuck.h - a program whose threads wait for one another for ever, in the way that its
   argument says.

   SPDX-License-Identifier: Apache-2.0  */

#include <stdlib.h>
#include <unistd.h>
#include <upc.h>
#include <upc_collective.h>

shared int a[THREADS], b[THREADS];

/* Does something else in the other threads while thread 0 is at a barrier.  */
static void
meet (int way)
{
  if (MYTHREAD == 0)
    upc_barrier;					/* BARRIER */
  else if (way == 0)
    upc_all_alloc (1, 1);
  else if (way == 1)
    upc_all_lock_alloc ();
  else
    upc_all_broadcast (b, a, sizeof (int), UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
}

int
main (int argc, char **argv)
{
  int way = atoi (argv[1]);
  upc_lock_t *locks[] = { upc_all_lock_alloc (), upc_all_lock_alloc () };
  upc_barrier;
  if (way < 3)
    meet (way);
  else if (way == 3)
    {
      /* Threads 0 and 1 have one each, and want the other's.  */
      if (MYTHREAD < 2)
	upc_lock (locks[MYTHREAD]);
      upc_barrier;
      if (MYTHREAD < 2)
	upc_lock (locks[1 - MYTHREAD]);
    }
  else if (way == 4)
    {
      /* Thread 0 has it in upc_wait; thread 1 wants it before upc_notify.  */
      if (MYTHREAD == 0)
	upc_lock (locks[0]);
      upc_barrier;
      if (MYTHREAD == 1)
	upc_lock (locks[0]);
      upc_notify;
      upc_wait;
    }
  else
    {
      /* Thread 2 has it at a barrier; thread 1 comes when thread 0 has waited.  */
      if (MYTHREAD == 2)
	upc_lock (locks[0]);
      upc_barrier;
      if (MYTHREAD == 1)
	sleep (1);
      if (MYTHREAD < 2)
	upc_lock (locks[0]);
      upc_barrier;
    }
  return 0;
}
