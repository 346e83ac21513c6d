/* collect.c - collective operations for the library itself, where all processes
   share memory.

   SPDX-License-Identifier: Apache-2.0

   Data go through the control block in pieces, from two places in turn: when a
   place is used again, all threads have been in a barrier since, and so have
   read its data.  */

#include <stdlib.h>
#include "core/control.h"

void *
upc_table (size_t size)
{
  void *table = calloc (THREADS, size);
  if (!table)
    upc_fatal ("no memory for a table of %d threads", THREADS);
  return table;
}

static unsigned turn;

/* Ends the program if others wait at its end while this thread is in a
   collective function.  If the phase is over, they may be through, and at the
   end, by now.  */
void
upc_check_final (uint32_t phase)
{
  struct upc_barrier *barrier = &upc_control->collective;
  if (unlikely (upc_final_waits ())
      && __atomic_load_n (&barrier->phase, __ATOMIC_SEQ_CST) == phase)
    upc_end_mixed ("a collective function");
}

void
upc_smp_barrier (void)
{
  if (THREADS == 1)
    return;
  struct upc_barrier *barrier = &upc_control->collective;
  upc_begun[UPC_COLLECTIVES]++;
  uint32_t phase = upc_arrive (barrier);
  upc_check_final (phase);
  upc_await (barrier, phase);
}

void
upc_smp_broadcast (void *data, size_t n, int root)
{
  enum { PIECE = sizeof upc_control->data / 2 };
  if (THREADS == 1)
    return;
  for (size_t done = 0; done < n; done += PIECE)
    {
      char *place = upc_control->data + (turn++ & 1) * PIECE;
      size_t size = n - done < PIECE ? n - done : PIECE;
      if (MYTHREAD == root)
	memcpy (place, (char *) data + done, size);
      upc_smp_barrier ();
      if (MYTHREAD != root)
	memcpy ((char *) data + done, place, size);
    }
}

void
upc_smp_gather_all (void *all, const void *mine, size_t n)
{
  enum { PIECE = sizeof upc_control->threads->data / 2 };
  for (size_t done = 0; done < n; done += PIECE)
    {
      size_t place = (turn++ & 1) * PIECE;
      size_t size = n - done < PIECE ? n - done : PIECE;
      memcpy (upc_this_thread ()->data + place, (const char *) mine + done,
	      size);
      upc_smp_barrier ();
      for (int t = 0; t < THREADS; t++)
	memcpy ((char *) all + t * n + done,
		upc_control->threads[t].data + place, size);
    }
}
