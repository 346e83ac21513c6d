/* upc-barriers.c - when the thread came to its barriers, and when it left.

   SPDX-License-Identifier: Apache-2.0

   The reporter compares the threads' arrivals.  Memory is bounded: when the
   list is full, every other one goes, and from then on only every second,
   fourth, ... is taken; by number, so that it is the same ones in all
   threads.  */

#include "upc.h"

#define MOST_BARRIERS 16384

static gasp_record_ref listed[MOST_BARRIERS];
static unsigned int listed_count;	/* elements in use */
static unsigned int element_count;	/* elements there are */
static struct gasp_record_barrier current;

static uint64_t
now (void)
{
  return gasp_tool_upc_threads ? read_clock () : 0;
}

/* Every barrier is counted, whether or not it is recorded.  */
void
gasp_tool_upc_arrives (gasp_context_t context, struct open_event *event,
		       const union argument *arguments)
{
  (void) context, (void) event, (void) arguments;
  current.number++;
  current.arrived = current.began = now ();
}

void
gasp_tool_upc_meets (gasp_context_t context, struct open_event *event,
		     const union argument *arguments)
{
  gasp_tool_upc_arrives (context, event, arguments);
}

void
gasp_tool_upc_waits (gasp_context_t context, struct open_event *event,
		     const union argument *arguments)
{
  (void) context, (void) event, (void) arguments;
  current.began = now ();
}

/* Make room: half of them go.  */
static void
thin_out (void)
{
  uint64_t step = HEADER->barrier_step *= 2;
  unsigned int kept = 0;
  for (unsigned int i = 0; i < listed_count; i++)
    {
      struct gasp_record_barrier *from
	= AT (struct gasp_record_barrier, listed[i]);
      if (from->number % step == 0)
	*AT (struct gasp_record_barrier, listed[kept++]) = *from;
    }
  for (unsigned int i = kept; i < listed_count; i++)
    AT (struct gasp_record_barrier, listed[i])->number = 0;
  listed_count = kept;
}

static void
list_current (void)
{
  if (current.number % HEADER->barrier_step)
    return;
  if (listed_count == MOST_BARRIERS)
    thin_out ();
  if (current.number % HEADER->barrier_step)
    return;
  if (listed_count == element_count)
    {
      void *added = gasp_tool_add (GASP_RECORD_BARRIERS, &current,
				   sizeof current);
      if (!added)
	return;
      listed[element_count++] = ref_of (added);
    }
  else
    *AT (struct gasp_record_barrier, listed[listed_count]) = current;
  listed_count++;
}

uint64_t
gasp_tool_upc_leaves (gasp_context_t context, const struct open_event *event,
		      const union argument *arguments)
{
  (void) context, (void) arguments;
  if (!gasp_tool_upc_threads)
    return 0;
  HEADER->barriers = current.number;
  if (event)
    {
      current.left = now ();
      current.place = event->node->place;
      list_current ();
    }
  return 0;
}
