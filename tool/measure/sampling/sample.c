/* sample.c - where the program was when a counter overflowed, or time had
   passed.

   SPDX-License-Identifier: Apache-2.0

   Each thread counts in a hash table of its own, which is a segment of the
   record: the handler only looks, and adds to it.  When it is nearly full
   the thread's next event puts another in its place; what the program was at
   may then be in several, and the report adds them up.

   Samples of time (sampler.c) begin with a small table, and larger ones follow
   at once: their handler interrupts no holder of the recorder's locks.  The
   moment of each is kept, too: as they come less and less often, there are some
   thousands in a run of any length.  */

#define _GNU_SOURCE
#include "events/context.h"
#include "record/file.h"
#include "ground/map.h"
#include "record/place.h"
#include "measure/sampling/modules.h"
#include "measure/sampling/sample.h"
#include "ground/state.h"
#include <string.h>

#define SAMPLES ((GASP_RECORD_SEGMENT - sizeof (struct gasp_record_segment)) \
		 / sizeof (struct gasp_record_sample))

/* Returns word I of STACK.  */
static uint64_t
word_of_stack (const struct gasp_record_stack *stack, unsigned int i)
{
  uint64_t word;
  memcpy (&word, (const char *) stack + i * sizeof word, sizeof word);
  return word;
}
#define STACK_WORDS (sizeof (struct gasp_record_stack) / sizeof (uint64_t))

static uint32_t
hash_of_place (const struct sampled_place *place)
{
  uint64_t hash = place->pc ^ (uint64_t) place->node << 40;
  for (unsigned int i = 0; i < STACK_WORDS; i++)
    hash = hash * 31 + word_of_stack (&place->stack, i);
  return map_hash (hash);
}

static bool
is_empty (const struct gasp_record_sample *sample)
{
  return !sample->count && !sample->faults;
}

static bool
is_sample_of (const struct gasp_record_sample *sample,
	      const struct sampled_place *place)
{
  if (sample->pc != place->pc || sample->node != place->node)
    return false;
  for (unsigned int i = 0; i < STACK_WORDS; i++)
    if (word_of_stack (&sample->stack, i) != word_of_stack (&place->stack, i))
      return false;
  return true;
}

/* Returns the entry for PLACE, or the empty one where it goes; null if the
   table is full.  */
static struct gasp_record_sample *
find_sample (gasp_context_t context, const struct sampled_place *place)
{
  struct gasp_record_sample *table = context->samples;
  uint32_t room = context->sample_room;
  uint32_t at = hash_of_place (place) % room;
  for (uint32_t i = 0; i < room; i++, at = (at + 1) % room)
    if (is_empty (&table[at]) || is_sample_of (&table[at], place))
      return &table[at];
  return NULL;
}

/* Returns where the thread is: in the innermost call that has got its node
   already.  Null if its frames are gone.  */
static const struct gasp_record_node *
sampled_node (gasp_context_t context)
{
  if (!gasp_tool_direct)
    return context->node;
  if (!*gasp_gcc_base ())
    return NULL;
  const struct gasp_gcc_frame *frame = innermost (context);
  while (!frame->data && frame > *gasp_gcc_base ())
    frame--;
  return frame->data;
}

static bool
is_nearly_full (gasp_context_t context)
{
  return context->sample_count > context->sample_room / 4 * 3;
}

/* Adds COUNT, of the record, to what CONTEXT has for PLACE, and a page fault if
   IS_FAULT, and returns that, or null.  */
static struct gasp_record_sample *
add_count (gasp_context_t context, const struct sampled_place *place,
	   uint64_t count, bool is_fault)
{
  struct gasp_record_sample *sample
    = context->samples ? find_sample (context, place) : NULL;
  if (!sample)
    {
      context->thread->samples_lost++;
      __atomic_add_fetch (&HEADER->samples_lost, 1, __ATOMIC_RELAXED);
      return NULL;
    }
  if (is_empty (sample))
    {
      sample->pc = place->pc;
      sample->node = place->node;
      sample->thread = context->thread->number;
      sample->stack = place->stack;
      context->sample_count++;
    }
  sample->faults += is_fault;
  sample->fault_units += is_fault ? (uint32_t) gasp_record_units (count) : 0;
  __atomic_store_n (&sample->count, sample->count + count, __ATOMIC_RELEASE);
  return sample;
}

void
gasp_tool_sample (gasp_context_t context, uint64_t pc)
{
  if (!context->samples
      || context->attention & (ATTENTION_OFF | ATTENTION_DEAD))
    return;
  const struct gasp_record_node *at = sampled_node (context);
  if (!at)
    return;
  add_count (context, &(struct sampled_place) {
    .node = ref_of (at), .pc = gasp_tool_recorded_address (pc)
  }, 1, false);
  if (is_nearly_full (context))
    attend (context, ATTENTION_SAMPLES);
}

/* Gives CONTEXT an empty table with ROOM entries.  */
static void
new_table (gasp_context_t context, uint32_t room)
{
  unsigned int size = room * sizeof (struct gasp_record_sample);
  struct gasp_record_sample *table
    = gasp_tool_new (&context->sample_segment, GASP_RECORD_SAMPLES, size);
  if (!table)
    return;
  gasp_tool_publish (context->sample_segment, size);
  context->sample_count = 0;
  context->sample_room = room;
  __atomic_store_n (&context->samples, table, __ATOMIC_RELEASE);
}

/* The first table of time, and how much larger each further one is.  */
#define FIRST_ROOM 40
#define MORE_ROOM 4

/* Gives CONTEXT room for so many moments at a time.  */
#define MOMENTS 32

static bool
has_room_for_moment (gasp_context_t context)
{
  unsigned int size = MOMENTS * sizeof *context->moments;
  struct gasp_record_segment *segment = NULL;
  if (context->moments_left)
    return true;
  context->moments = gasp_tool_new (&segment, GASP_RECORD_MOMENTS, size);
  if (!context->moments)
    return false;
  gasp_tool_publish (segment, size);
  gasp_tool_recycle (&segment);
  context->moments_left = MOMENTS;
  return true;
}

/* Notes that UNITS of SAMPLE had passed by TICKS.  */
static void
note_moment (gasp_context_t context, const struct gasp_record_sample *sample,
	     uint64_t units, uint64_t ticks)
{
  if (!units || !has_room_for_moment (context))
    return;
  struct gasp_record_moment *moment = context->moments++;
  context->moments_left--;
  moment->ticks = ticks;
  moment->units = units < UINT32_MAX ? units : UINT32_MAX;
  __atomic_store_n (&moment->sample, ref_of (sample), __ATOMIC_RELEASE);
}

void
gasp_tool_sample_time (gasp_context_t context, bool is_work, uint64_t units,
		       uint64_t ticks, bool is_fault)
{
  struct sampled_place *at = &context->sampler.place;
  if (!context->samples)
    new_table (context, FIRST_ROOM);
  else if (is_nearly_full (context))
    new_table (context, context->sample_room * MORE_ROOM < SAMPLES
			? context->sample_room * MORE_ROOM : SAMPLES);
  if (is_work || (!gasp_tool_in_module (at->pc) && gasp_gcc_in_stub
		  && gasp_gcc_in_stub (at->pc)))
    at->pc = 0;
  at->pc = gasp_tool_recorded_address (at->pc);
  uint64_t one = UINT64_C (1) << GASP_RECORD_TAKEN_SHIFT;
  uint64_t count = units ? units + one : 0;
  struct gasp_record_sample *sample = add_count (context, at, count, is_fault);
  if (sample)
    note_moment (context, sample, units, ticks);
}

void
gasp_tool_samples_begin (gasp_context_t context)
{
  if (!HEADER->sample_event || HEADER->sampler)
    return;
  new_table (context, SAMPLES);
  gasp_tool_modules ();
}

void
gasp_tool_samples_room (gasp_context_t context)
{
  attend_no_more (context, ATTENTION_SAMPLES);
  new_table (context, SAMPLES);
  gasp_tool_modules ();
}

void
gasp_tool_samples_end (gasp_context_t context)
{
  if (context->samples)
    gasp_tool_modules ();
  context->samples = NULL;
  gasp_tool_recycle (&context->sample_segment);
}
