/* thread.c - contexts, the state of each thread.

   SPDX-License-Identifier: Apache-2.0

   The part that the hot path uses is a context, in its own pages; the part that
   the report reads is the thread's element in the record.  */

#define _GNU_SOURCE
#include "measure/away.h"
#include "measure/clock.h"
#include "events/context.h"
#include "measure/counting.h"
#include "record/file.h"
#include "ground/lock.h"
#include "ground/map.h"
#include "ground/pages.h"
#include "process/parts.h"
#include "measure/sampling/sampler.h"
#include "record/place.h"
#include "record/process.h"
#include "ground/state.h"
#include "syscall.h"
#include "process/thread.h"
#include "record/trace.h"
#include "events/tree.h"
#include <string.h>
#include <sys/prctl.h>
#include <time.h>

#define FIRST_EVENTS 64

static GASP_TOOL_LOCK (contexts_lock);
static struct _gasp_context_S *free_contexts;
static uint32_t thread_count;

static gasp_context_t
new_context (void)
{
  struct gasp_tool_holder holder;
  lock_quietly (&contexts_lock, &holder);
  gasp_context_t context = free_contexts;
  if (context)
    free_contexts = context->next;
  unlock_quietly (&contexts_lock, &holder);
  if (context)
    {
      context->next = NULL;
      return context;
    }
  context = gasp_tool_pages (sizeof *context);
  if (!context)
    return NULL;
  context->events = gasp_tool_pages (FIRST_EVENTS * sizeof *context->events);
  context->event_room = FIRST_EVENTS;
  if (!context->events)
    return NULL;
  lock_quietly (&contexts_lock, &holder);
  context->older = gasp_tool_contexts;
  __atomic_store_n (&gasp_tool_contexts, context, __ATOMIC_RELEASE);
  unlock_quietly (&contexts_lock, &holder);
  return context;
}

/* Keeps the memory of CONTEXT for another thread.  */
static void
free_context (gasp_context_t context)
{
  struct open_event *events = context->events;
  unsigned int room = context->event_room;
  struct shadow_region *regions = context->regions;
  unsigned int left = context->regions_left, batch = context->region_batch;
  gasp_context_t older = context->older;
  memset (context, 0, sizeof *context);
  context->older = older;
  context->events = events;
  context->event_room = room;
  context->regions = regions;
  context->regions_left = left;
  context->region_batch = batch;
  struct gasp_tool_holder holder;
  lock_quietly (&contexts_lock, &holder);
  context->next = free_contexts;
  free_contexts = context;
  unlock_quietly (&contexts_lock, &holder);
}

/* Returns the thread's element of the record.  */
static struct gasp_record_thread *
new_thread (void)
{
  struct gasp_record_thread thread = {
    .tid = gasp_tool_sandboxed ? 0 : ASK_KERNEL (SYS_gettid),
    .number = __atomic_fetch_add (&thread_count, 1, __ATOMIC_RELAXED)
  };
  if (!gasp_tool_sandboxed)
    ASK_KERNEL (SYS_prctl, PR_GET_NAME, (long) thread.name);
  if (gasp_gcc_thread_function)
    thread.function = (uintptr_t) gasp_gcc_thread_function ();
  return gasp_tool_add (GASP_RECORD_THREADS, &thread, sizeof thread);
}

/* Adds THREAD, the calling one, to those that there are.  */
static void
link_thread (struct gasp_record_thread *thread)
{
  gasp_record_ref latest = HEADER->latest_thread;
  do
    thread->before = latest;
  while (!__atomic_compare_exchange_n (&HEADER->latest_thread, &latest,
				       ref_of (thread), true, __ATOMIC_RELEASE,
				       __ATOMIC_RELAXED));
}

static gasp_record_ref
plain_place (enum gasp_record_place_kind kind, const char *name)
{
  struct gasp_record_place place = {
    .kind = kind,
    .name = gasp_tool_string (name)
  };
  return gasp_tool_place (&place);
}

/* Makes room for the most recent reading of the counters.  */
static void
add_latest (gasp_context_t context)
{
  unsigned int size = HEADER->counters * sizeof (int64_t);
  if (size == 0)
    return;
  context->latest = gasp_tool_new (&context->values, GASP_RECORD_VALUES, size);
  if (!context->latest)
    return;
  gasp_tool_publish (context->values, size);
  context->thread->values = ref_of (context->latest);
}

/* Begins the time of CONTEXT's thread, the calling one.  Its samples begin
   before: what that takes is not the thread's.  */
static void
start_clock (gasp_context_t context)
{
  struct gasp_record_thread *thread = context->thread;
  gasp_tool_away_begin (context);
  gasp_tool_sampler_begin (context);
  thread->first_processor = gasp_tool_processor_time ();
  thread->start = gasp_tool_read (context);
  link_thread (thread);
}

/* Gives CONTEXT its element, with a NODE and a ROOT that it has already, or
   else with new ones, and all that is to be read.  */
static bool
start_recording (gasp_context_t context, struct gasp_record_node *node,
		 struct gasp_record_node *root)
{
  context->samples = NULL;
  context->sample_segment = NULL;
  context->moments_left = 0;
  context->thread = new_thread ();
  if (!context->thread)
    return false;
  context->other
    = gasp_tool_add_child (context, NULL, 0,
			   plain_place (GASP_RECORD_OTHER, "(other)"));
  if (!node)
    node = gasp_tool_add_child (context, NULL, 0,
				plain_place (GASP_RECORD_THREAD, "thread"));
  if (!node || !context->other)
    return false;
  add_latest (context);
  if (gasp_tool_clock_read)
    context->attention |= ATTENTION_CLOCK;
  if (context->latest)
    context->attention |= ATTENTION_COUNTERS;
  if (gasp_tool_direct)
    context->top = gasp_gcc_top ();
  *here (context) = node;
  context->thread->root = ref_of (root ? root : node);
  begin_paths (context);
  if (gasp_gcc_in_allocation)
    gasp_tool_in_allocation = gasp_gcc_in_allocation ();
  if (gasp_gcc_until_sample)
    gasp_tool_until_sample = gasp_gcc_until_sample ();
  /* From now on, signals of counters find what they need.  */
  gasp_tool_counters_begin (context);
  attend (context, 0);
  gasp_tool_add_processors ();
  start_clock (context);
  return true;
}

gasp_context_t
gasp_tool_thread_begin (void)
{
  /* The context of threads that are not recorded: there must be one.  */
  static struct _gasp_context_S dead = { .attention = ATTENTION_DEAD };
  gasp_context_t context = new_context ();
  if (!context)
    {
      attend (&dead, 0);
      return &dead;
    }
  if (!start_recording (context, NULL, NULL))
    {
      attend (context, ATTENTION_DEAD);
      return context;
    }
  gasp_tool_enter_node (context, current_node (context));
  gasp_tool_away_go_on (context);
  gasp_tool_trace_begin (context);
  return context;
}

void
gasp_tool_thread_end (gasp_context_t context)
{
  if (context->attention & ATTENTION_DEAD)
    return;
  bool off = context->attention & ATTENTION_OFF;
  if (!off)
    gasp_tool_pause (context);
  if (!gasp_tool_sandboxed)
    prctl (PR_GET_NAME, context->thread->name);
  context->sampler.where = NULL;
  context->thread->end = context->thread->last;
  gasp_tool_note_processor (context->thread);
  gasp_tool_parts_thread_end (context);
  gasp_tool_recycle (&context->nodes);
  gasp_tool_recycle (&context->values);
  gasp_tool_map_clear (&context->far);
  gasp_tool_clock_refine (false);
  free_context (context);
}

/* Opens calls stay open, up to here.  */
void
gasp_tool_detach (gasp_context_t context)
{
  gasp_tool_sampler_end (context);
  context->sampler.where = NULL;
  context->thread->end = context->thread->last;
  context->attention |= ATTENTION_DEAD;
}

/* ---- Fork.  */

void
gasp_tool_threads_fork (void)
{
  free_contexts = NULL;
  thread_count = 0;
}

void
gasp_tool_thread_fork (gasp_context_t context)
{
  gasp_tool_map_clear (&context->far);
  gasp_tool_forget_known (context);
  context->nodes = context->values = NULL;
  context->latest = NULL;
  context->other_depth = 0;
  context->unused_blocks = context->unused_count = context->block_batch = 0;
  context->suspect = NULL;
  context->usual_bytes = 0;
  context->attention &= ATTENTION_OFF | ATTENTION_OVER;
  for (unsigned int i = 0; i < context->event_count; i++)
    {
      context->events[i].ticks = 0;
      context->events[i].caller = NULL;
    }
  for (unsigned int i = 0; i < context->loose_count; i++)
    context->loose[i].ticks = 0;
}

bool
gasp_tool_thread_restart (gasp_context_t context,
			  struct gasp_record_node *node,
			  struct gasp_record_node *root)
{
  if (!start_recording (context, node, root))
    return false;
  gasp_tool_trace_begin (context);
  if (!(context->attention & ATTENTION_OFF))
    gasp_tool_resume (context);
  return true;
}
