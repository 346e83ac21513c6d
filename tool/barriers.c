/* barriers.c - when the thread came to its barriers, and when it left.

   SPDX-License-Identifier: Apache-2.0

   The reporter compares the threads' arrivals.  Memory is bounded: when the
   list is full, every other one goes, and from then on only every second,
   fourth, ... is taken; by number, so that it is the same ones in all
   threads.  */

#include "clock.h"
#include "context.h"
#include "event.h"
#include "file.h"
#include "place.h"
#include "peers.h"

#define MOST_BARRIERS 16384

static gasp_record_ref listed[MOST_BARRIERS];
static unsigned int listed_count;	/* elements in use */
static unsigned int element_count;	/* elements there are */
static uint64_t number;			/* of the latest */
static struct gasp_record_barrier *current;	/* its element, or null */
static gasp_context_t owner;		/* the thread that comes to barriers */

/* A program's other threads may call what waits for all processes, too, in an order that
   is not the same in all.  They are left out.  */
static bool
is_ours (gasp_context_t context)
{
  gasp_context_t none = NULL;
  if (unlikely (!owner))
    __atomic_compare_exchange_n (&owner, &none, context, false, __ATOMIC_RELAXED,
				 __ATOMIC_RELAXED);
  return gasp_tool_ranks && owner == context;
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

/* An element for the barrier, or null if it is not to be listed.  */
static struct gasp_record_barrier *
list_current (const struct gasp_record_barrier *barrier)
{
  if (number % HEADER->barrier_step == 0 && listed_count == MOST_BARRIERS)
    thin_out ();
  if (number % HEADER->barrier_step)
    return NULL;
  if (listed_count == element_count)
    {
      void *added = gasp_tool_add (GASP_RECORD_BARRIERS, barrier,
				   sizeof *barrier);
      if (!added)
	return NULL;
      listed[element_count++] = ref_of (added);
    }
  else
    *AT (struct gasp_record_barrier, listed[listed_count]) = *barrier;
  return AT (struct gasp_record_barrier, listed[listed_count++]);
}

/* Every barrier is counted, and others compare their arrival with this one,
   whether or not it is recorded.  */
void
gasp_tool_barrier_arrives (gasp_context_t context, struct open_event *event,
		       const union argument *arguments)
{
  (void) event, (void) arguments;
  if (!is_ours (context))
    return;
  uint64_t now = read_clock ();
  struct gasp_record_barrier barrier = {
    .number = ++number, .arrived = now, .began = now
  };
  current = list_current (&barrier);
}

void
gasp_tool_barrier_waits (gasp_context_t context, struct open_event *event,
		     const union argument *arguments)
{
  (void) event, (void) arguments;
  if (is_ours (context) && current)
    current->began = read_clock ();
}

uint64_t
gasp_tool_barrier_leaves (gasp_context_t context, const struct open_event *event,
		      const union argument *arguments)
{
  (void) arguments;
  if (!is_ours (context))
    return 0;
  HEADER->barriers = number;
  if (current && event)
    {
      current->place = event->node->place;
      __atomic_store_n (&current->left, read_clock (), __ATOMIC_RELEASE);
    }
  current = NULL;
  return 0;
}

/* A child that a UPC thread forks takes part in no barrier.  */
void
gasp_tool_barriers_fork (void)
{
  current = NULL;
  owner = NULL;
  listed_count = element_count = 0;
}
