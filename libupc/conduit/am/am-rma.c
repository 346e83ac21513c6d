/* am-rma.c - data by MPI's one-sided functions, instead of active messages.

   SPDX-License-Identifier: Apache-2.0

   For networks that read and write remote memory by themselves.  All that is
   got and put goes this way, large and small; atomic operations and what
   threads ask of one another remain messages.

   MPI orders nothing of this.  So what has been put since a target was flushed
   is remembered, and the target is flushed before anything that may meet it
   there: a get or a put of the same bytes, a message to that thread, a fence.

   The caller holds upc_am_claim, but for upc_rma_start.  */

#include <stdlib.h>
#include "conduit/mpi/mpi.h"

bool upc_rma;

/* Ranges that were put to threads, and not flushed yet; those threads.  */
#define RANGES 64
static struct { upc_pts_t place; uint64_t n; } ranges[RANGES];
static int range_count;
static uint8_t *is_behind;

void
upc_rma_start (void)
{
  if (!upc_mpi_least (upc_settings.rma))
    return;
  const char *wrong = upc_net->expose (upc_pts_local (upc_pts (MYTHREAD, 0)),
				       upc_control->part_end);
  /* It has to work everywhere.  */
  int first = upc_mpi_least (wrong ? MYTHREAD : THREADS);
  if (first < THREADS)
    {
      if (first == MYTHREAD)
	upc_message ("thread %d: data go by messages: %s", MYTHREAD, wrong);
      return;
    }
  is_behind = upc_table (sizeof *is_behind);
  upc_am_before_message = upc_rma_flush;
  upc_rma = true;
}

/* ---- What was put  */

static void
forget_ranges (int thread)
{
  int kept = 0;
  for (int i = 0; i < range_count; i++)
    if ((int) upc_pts_thread (ranges[i].place) != thread)
      ranges[kept++] = ranges[i];
  range_count = kept;
  is_behind[thread] = false;
}

void
upc_rma_flush (int thread)
{
  if (!upc_rma || !is_behind[thread])
    return;
  upc_net->flush (thread);
  forget_ranges (thread);
}

void
upc_rma_fence (void)
{
  while (range_count)
    upc_rma_flush (upc_pts_thread (ranges[0].place));
}

static bool
meets (upc_pts_t place, uint64_t n)
{
  for (int i = 0; i < range_count; i++)
    if (place < ranges[i].place + ranges[i].n && ranges[i].place < place + n)
      return true;
  return false;
}

/* Orders accesses before N bytes at PLACE are read or written.  */
static void
order (upc_pts_t place, uint64_t n)
{
  int thread = upc_pts_thread (place);
  if (is_behind[thread] && meets (place, n))
    upc_rma_flush (thread);
}

/* Notes that N bytes are being put to PLACE.  Those in a row are one
   range.  */
static void
note_put (upc_pts_t place, uint64_t n)
{
  int last = range_count - 1;
  is_behind[upc_pts_thread (place)] = true;
  if (last >= 0 && ranges[last].place + ranges[last].n == place)
    {
      ranges[last].n += n;
      return;
    }
  if (range_count == RANGES)
    {
      upc_rma_fence ();
      is_behind[upc_pts_thread (place)] = true;
    }
  ranges[range_count].place = place;
  ranges[range_count++].n = n;
}

/* ---- Getting and putting  */

void
upc_rma_get (struct upc_pending *pending, void *dst, upc_pts_t src, size_t n)
{
  order (src, n);
  upc_am_one_sided (upc_net->get, src, dst, n, pending);
}

void
upc_rma_put (struct upc_pending *pending, upc_pts_t dst, const void *src,
	     size_t n)
{
  order (dst, n);
  upc_am_one_sided (upc_net->put, dst, (void *) src, n, pending);
  note_put (dst, n);
}
