/* peak.c - when most memory was live.

   SPDX-License-Identifier: Apache-2.0

   Threads count what they allocate and free by themselves, and add it to the
   header's count when it is much.  After memory.c.  */

#include "measure/memory/blocks.h"
#include "record/file.h"
#include "ticks.h"

/* Threads come in between each other's looking and putting: the peak is that of
   one of them.  */
#define LOOK(figure) ((int64_t) __atomic_load_n (&(figure), __ATOMIC_RELAXED))
#define PUT(figure, value) __atomic_store_n (&(figure), value, __ATOMIC_RELAXED)

void
gasp_tool_join_share (gasp_context_t context)
{
  struct gasp_record_thread *thread = context->thread;
  __atomic_add_fetch (&HEADER->live_bytes, thread->live_bytes,
		      __ATOMIC_RELAXED);
  __atomic_add_fetch (&HEADER->live_blocks, thread->live_blocks,
		      __ATOMIC_RELAXED);
  thread->live_bytes = thread->live_blocks = 0;
  context->usual_bytes = 0;
}

void
gasp_tool_look_for_peak (gasp_context_t context)
{
  struct gasp_record_header *header = HEADER;
  struct gasp_record_thread *thread = context->thread;
  int64_t bytes = LOOK (header->live_bytes) + thread->live_bytes;
  if (bytes > LOOK (header->peak_bytes))
    {
      PUT (header->peak_bytes, bytes);
      PUT (header->peak_blocks,
	   LOOK (header->live_blocks) + thread->live_blocks);
      PUT (header->peak_variance, LOOK (header->live_variance));
      /* Each event has read the clock if that is another one.  */
      PUT (header->peak_ticks,
	   gasp_tool_clock_read ? thread->last : read_tsc ());
    }
  if (thread->live_bytes > LARGE_SHARE)
    gasp_tool_join_share (context);
  int64_t room = LOOK (header->peak_bytes) - LOOK (header->live_bytes);
  context->usual_bytes = room < LARGE_SHARE ? room : LARGE_SHARE;
}

void
gasp_tool_count_turnover (gasp_context_t context, uint64_t bytes)
{
  static int64_t begun;		/* a peak was so high as its turnover began */
  enum { SAME = 3, OTHER = 4 };	/* errors */
  double variance = (double) LOOK (HEADER->live_variance);
  int64_t peak = LOOK (HEADER->peak_bytes);
  double above = (double) (peak - begun);
  double below = (double) (peak - LOOK (HEADER->live_bytes)
			   - context->thread->live_bytes);
  if (above * above > OTHER * OTHER * variance)
    {
      PUT (begun, peak);
      PUT (HEADER->peak_turnover, 0);
    }
  else if (below < 0 || below * below < SAME * SAME * variance)
    __atomic_add_fetch (&HEADER->peak_turnover, bytes, __ATOMIC_RELAXED);
}
