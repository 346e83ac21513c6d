/* transfers.c - accesses that go on while the thread that began them does, for
   -fupc-check.

   SPDX-License-Identifier: Apache-2.0

   A thread's transfers count as another thread, which knows what the thread
   knows when they begin, and of which that one knows when they are complete.
   Such are those of upc_nb.h, until upc_sync; and what a collective function
   does to the thread's part of its arguments:

     UPC_IN_NOSYNC    it may begin before the thread calls: so what the thread
		      has done since it synchronised is not before it
     UPC_IN_MYSYNC    it begins when the thread calls
     UPC_IN_ALLSYNC   it begins when all have called: it is noted at the end
     UPC_OUT_MYSYNC   it is complete when the thread returns
     UPC_OUT_NOSYNC   it is complete when all have returned, so at the earliest
		      when the thread synchronises again

   With UPC_IN_ALLSYNC and UPC_OUT_ALLSYNC, no other access is at the same
   time.  */

#include "check/check.h"
#include "check/clocks.h"
#include "core/control.h"
#include "upc_types.h"

static uint32_t begun;		/* the time of the last one */
static bool lasts;		/* until this thread synchronises */
static struct
{
  struct upc_where where;
  int flags, count;
  struct upc_part parts[UPC_MOST_PARTS];
} collective;

uint32_t
upc_transfer_begins (void)
{
  return ++begun;
}

void
upc_check_transferred (void)
{
  if (upc_clock_count == THREADS
      || upc_clock_now[THREADS + MYTHREAD] == begun)
    return;
  upc_race_look ();
  upc_clock_now[THREADS + MYTHREAD] = begun;
}

void
upc_transfers_lapse (void)
{
  if (lasts)
    upc_check_transferred ();
  lasts = false;
}

/* Accesses what the collective function does.  */
static void
access_parts (void)
{
  bool unknown = collective.flags & UPC_IN_NOSYNC && !*upc_clock_released;
  upc_race_look ();
  upc_clock_now[MYTHREAD] -= unknown;
  for (int i = 0; i < collective.count; i++)
    {
      const struct upc_part *part = &collective.parts[i];
      if (part->n)
	upc_race_transfer (part->p, part->n, part->writes, collective.where);
    }
  upc_clock_now[MYTHREAD] += unknown;
}

void
upc_collective_begins (struct upc_where where, int flags,
		       const struct upc_part *parts, int count)
{
  collective.where = where;
  collective.flags = upc_clock_count > THREADS ? flags
		     : UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC;
  collective.count = count;
  memcpy (collective.parts, parts, count * sizeof *parts);
  if (collective.flags & UPC_IN_ALLSYNC)
    return;
  access_parts ();
  if (flags & UPC_OUT_ALLSYNC)
    upc_check_transferred ();
}

void
upc_check_collective_done (void)
{
  int flags = collective.flags;
  if (flags & UPC_OUT_ALLSYNC)
    return;
  if (flags & UPC_IN_ALLSYNC)
    access_parts ();
  if (flags & UPC_OUT_NOSYNC)
    lasts = true;
  else
    upc_check_transferred ();
}
