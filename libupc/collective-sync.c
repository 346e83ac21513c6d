/* collective-sync.c - how threads meet in collective functions.

   SPDX-License-Identifier: Apache-2.0  */

#include "collective.h"

uint32_t
upc_collective_begin (void)
{
  static uint32_t calls;
  return ++calls;
}

bool
upc_last_to_arrive (void)
{
  struct upc_meeting *meeting = &upc_control->collective;
  uint32_t phase = __atomic_load_n (&meeting->phase, __ATOMIC_ACQUIRE);

  if (upc_count_arrival (meeting, 1) + 1 == (uint32_t) THREADS)
    return true;
  upc_check_final (phase);
  upc_await (meeting, phase);
  return false;
}

void
upc_last_is_done (void)
{
  upc_next_phase (&upc_control->collective);
}

static uint32_t *
word (enum upc_signal signal, struct upc_station *station)
{
  switch (signal)
    {
    case UPC_ENTERED:
      return &station->entered;
    case UPC_READY:
      return &station->ready;
    default:
      return &station->done;
    }
}

void
upc_signal (enum upc_signal signal, uint32_t call)
{
  struct upc_station *station = upc_station (MYTHREAD);
  uint32_t *place = word (signal, station);

  __atomic_store_n (place, call, __ATOMIC_RELEASE);
  upc_wake_all (place, &station->sleepers);
}

void
upc_await_signal (enum upc_signal signal, int thread, uint32_t call)
{
  struct upc_station *station = upc_station (thread);
  uint32_t *place = word (signal, station), now;
  bool ended = false;

  while ((int32_t) ((now = __atomic_load_n (place, __ATOMIC_ACQUIRE)) - call)
	 < 0)
    if (ended)
      upc_end_waiting (thread, "a collective function");
    else if (!upc_wait_a_while (place, now, &station->sleepers))
      ended = upc_has_ended (thread);
}

/* Who reads the slots, in their last use; the same on all threads.  Nobody
   waits for call 0.  */
static struct {
  uint32_t call;
  int reader;
} uses[UPC_SLOTS];

/* Wait for the readers of SLOTS / 2 slots from FIRST on.  */
static void
await_readers (int first)
{
  uint32_t by_all = 0;

  for (int i = first; i < first + UPC_SLOTS / 2; i++)
    if (uses[i].reader == UPC_EVERYBODY)
      by_all = uses[i].call;
    else if (uses[i].call != 0)
      upc_await_signal (UPC_DONE, uses[i].reader, uses[i].call);
  if (by_all != 0)
    for (int i = 0; i < THREADS; i++)
      upc_await_signal (UPC_DONE, i, by_all);
}

/* One half of the slots is looked at at once, rarely, since others' signals
   have to be fetched from their processors.  */
int
upc_take_slot (uint32_t call, int reader)
{
  static unsigned int next;
  int slot = next++ % UPC_SLOTS;

  if (slot % (UPC_SLOTS / 2) == 0)
    await_readers (slot);
  uses[slot].call = call;
  uses[slot].reader = reader;
  return slot;
}

void
upc_check_on_0 (const char *function, const char *name, upc_pts_t p)
{
  if (upc_pts_thread (p) != 0)
    upc_fatal ("%s: \"%s\" points to memory of thread %u; it must point to that"
	       " of thread 0", function, name, upc_pts_thread (p));
}
