/* order.c - clocks of threads, and what passes them on: see core/checks.h.

   SPDX-License-Identifier: Apache-2.0

   Each element of a clock only grows, so that no lock is needed: who reads one
   while another thread releases may know a little more than it has to, and a
   race be missed; none is made up.  Places share clocks, by a hash, with the
   same effect.  */

#include <stdlib.h>
#include "check/check.h"
#include "check/clocks.h"

#define PLACES 4096

int upc_clock_count;
uint32_t *upc_clock_now, *upc_clock_over, *upc_clock_released;
uint32_t upc_clock_all_over;

static uint32_t *clocks;	/* (UPC_CLOCKS + PLACES) times THREADS */
static unsigned turns[UPC_CLOCKS];

bool
upc_clocks_prepare (void)
{
  upc_clock_count = 2 * THREADS <= UPC_MOST_CLOCKS ? 2 * THREADS : THREADS;
  clocks = upc_map_shared ((uint64_t) (UPC_CLOCKS + PLACES) * upc_clock_count
			   * sizeof *clocks);
  return clocks != NULL;
}

void
upc_clocks_begin (void)
{
  int count = upc_clock_count;
  upc_clock_now = upc_map_shared ((count + 1) * sizeof *upc_clock_now);
  upc_clock_over = calloc (count, sizeof *upc_clock_over);
  if (!upc_clock_now || !upc_clock_over)
    upc_racing = false;
  else
    {
      upc_clock_now[MYTHREAD] = 1;
      upc_clock_released = &upc_clock_now[count];
    }
}

void
upc_clock_advance (void)
{
  *upc_clock_released = false;
  if (++upc_clock_now[MYTHREAD] < UPC_MOST_CLOCK)
    return;
  upc_racing = false;
  upc_message ("thread %d has synchronised too often for -fupc-check to go on "
	       "looking for its races", MYTHREAD);
}

void
upc_order_release (unsigned clock)
{
  uint32_t *its = clocks + (uint64_t) clock * upc_clock_count;
  upc_race_look ();
  upc_transfers_lapse ();
  for (int t = 0; t < upc_clock_count; t++)
    {
      uint32_t now = upc_clock_now[t];
      uint32_t old = __atomic_load_n (&its[t], __ATOMIC_RELAXED);
      while (old < now
	     && !__atomic_compare_exchange_n (&its[t], &old, now, true,
					      __ATOMIC_RELEASE,
					      __ATOMIC_RELAXED))
	;
    }
  if (!*upc_clock_released)
    upc_stamps_next ();
  *upc_clock_released = true;
  upc_log.__limit = 0;
}

void
upc_order_acquire (unsigned clock)
{
  const uint32_t *its = clocks + (uint64_t) clock * upc_clock_count;
  bool learned = false;
  upc_race_look ();
  upc_transfers_lapse ();
  for (int t = 0; t < upc_clock_count; t++)
    {
      uint32_t known = __atomic_load_n (&its[t], __ATOMIC_ACQUIRE);
      if (t == MYTHREAD || known <= upc_clock_now[t])
	continue;
      upc_clock_now[t] = known;
      learned = true;
    }
  if (learned)
    upc_stamps_next ();
}

static unsigned
clock_at (upc_pts_t p)
{
  uint64_t hash = (upc_pts_place (p) >> 3) * UINT64_C (0x9e3779b97f4a7c15);
  return UPC_CLOCKS + (hash >> 32) % PLACES;
}

void
upc_order_release_at (upc_pts_t p)
{
  upc_order_release (clock_at (p));
}

void
upc_order_acquire_at (upc_pts_t p)
{
  upc_order_acquire (clock_at (p));
}

/* Notes that all threads have released CLOCK.  */
static void
note_over (unsigned clock)
{
  const uint32_t *its = clocks + (uint64_t) clock * upc_clock_count;
  uint32_t least = UINT32_MAX;
  for (int t = 0; t < upc_clock_count; t++)
    {
      upc_clock_over[t] = __atomic_load_n (&its[t], __ATOMIC_RELAXED);
      if (t < THREADS && upc_clock_over[t] < least)
	least = upc_clock_over[t];
    }
  upc_clock_all_over = least;
}

/* A thread may arrive again before another has left; not a third time.  */

void
upc_order_arrive (enum upc_clock which)
{
  upc_order_release (which + turns[which] % 2);
}

void
upc_order_leave (enum upc_clock which)
{
  upc_order_acquire (which + turns[which]++ % 2);
  if (which == UPC_CLOCK_BARRIER || which == UPC_CLOCK_LIBRARY)
    note_over (which + (turns[which] - 1) % 2);
}
