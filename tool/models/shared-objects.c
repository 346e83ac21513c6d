/* shared-objects.c - shared arrays: where they are, by name or by the place
   that allocated them.

   SPDX-License-Identifier: Apache-2.0

   What is known to this thread is sorted by address (ranges.c): static
   objects, what it allocated itself, and what all allocated together.  The
   record has the same, also for some time after it has been freed, for the
   reporter to find what other threads have accessed.  */

#include "measure/clock.h"
#include "events/context.h"
#include "events/event.h"
#include "record/file.h"
#include "ground/lock.h"
#include "ground/map.h"
#include "record/place.h"
#include "models/peers.h"
#include "models/ranges.h"
#include <string.h>

/* Freed ones remain in the record until so many others have been.  */
#define FREED_RANGES 1024

static GASP_TOOL_LOCK (objects_lock);
static gasp_record_ref freed[FREED_RANGES];
static unsigned int freed_next;
static struct map arrays;

/* Objects of one thread are sorted after those in each part.  */

#define PART_BITS 48
#define PART_SIZE (UINT64_C (1) << PART_BITS)

static uint64_t
key_of (uint32_t thread, uint64_t address)
{
  uint64_t part = thread == GASP_RECORD_EACH_THREAD ? 0 : thread + 1ul;
  return part << PART_BITS | (address & (PART_SIZE - 1));
}

/* Sets *FOUND to the range that has ADDRESS among the objects of THREAD, or in
   each part.  Returns whether there is one.  */
static bool
find_range (uint32_t thread, uint64_t address, struct known_range *found)
{
  uint64_t key = key_of (thread, address);
  struct near_ranges near;
  gasp_tool_near_ranges (key, &near);
  *found = near.before;
  return key - found->key < found->size;
}

/* Makes O what has ADDRESS among the objects of THREAD, or in each part; or
   what there is between these.  */
static void
look_up (struct known_object *o, uint32_t thread, uint64_t address)
{
  uint64_t key = key_of (thread, address), part = key & -PART_SIZE;
  struct near_ranges near;
  gasp_tool_near_ranges (key, &near);
  if (near.before.size && near.before.key >= part)
    {
      uint64_t first = near.before.key - part, end = first + near.before.size;
      if (key - part < end)
	{
	  *o = (struct known_object) { first, end, thread, o->version,
				       near.before.array };
	  return;
	}
      o->first = end > o->first ? end : o->first;
    }
  if (near.next - part < o->end)
    o->end = near.next - part;
}

/* Sets *O to what is at ADDRESS of THREAD.  Returns whether that is so: nothing
   has changed meanwhile.  */
static bool
look_up_at (struct known_object *o, uint32_t thread, uint64_t address)
{
  unsigned int version = gasp_tool_ranges_version ();
  *o = (struct known_object) { .end = PART_SIZE, .thread = thread,
			       .version = version };
  look_up (o, GASP_RECORD_EACH_THREAD, address);
  if (!o->array)
    look_up (o, thread, address);
  __atomic_thread_fence (__ATOMIC_ACQUIRE);
  return version % 2 == 0 && gasp_tool_ranges_version () == version;
}

/* Returns the shared object at ADDRESS of THREAD.  Threads remember what they
   have looked up.  */
gasp_record_ref
gasp_tool_shared_object (gasp_context_t context, uint32_t thread,
			 uint64_t address)
{
  unsigned int version = gasp_tool_ranges_version ();
  uint64_t at = address & (PART_SIZE - 1);
  for (unsigned int i = 0; i < KNOWN_OBJECTS; i++)
    {
      const struct known_object *o = &context->objects[i];
      if (o->version == version && at >= o->first && at < o->end
	  && (o->thread == thread || o->thread == GASP_RECORD_EACH_THREAD))
	return o->array;
    }
  struct known_object o;
  if (!look_up_at (&o, thread, address))
    {
      struct gasp_tool_holder holder;
      lock_quietly (&objects_lock, &holder);
      look_up_at (&o, thread, address);
      unlock_quietly (&objects_lock, &holder);
    }
  context->objects[context->next_object++ % KNOWN_OBJECTS] = o;
  return o.array;
}

/* ---- New ones.  The lock is held.  */

/* Returns an element of the record for NEW, used again if there is one to
   spare.  */
static gasp_record_ref
range_element (const struct gasp_record_range *new)
{
  gasp_record_ref *oldest = &freed[freed_next % FREED_RANGES];
  if (*oldest && freed_next >= FREED_RANGES)
    {
      struct gasp_record_range *range
	= AT (struct gasp_record_range, *oldest);
      gasp_record_ref ref = *oldest;
      *oldest = 0;
      range->size = 0;
      range->array = new->array;
      range->thread = new->thread;
      range->address = new->address;
      range->born = new->born;
      range->died = 0;
      __atomic_store_n (&range->size, new->size, __ATOMIC_RELEASE);
      return ref;
    }
  void *added = gasp_tool_add (GASP_RECORD_RANGES, new, sizeof *new);
  return added ? ref_of (added) : 0;
}

static void
add_range (const struct gasp_record_range *new)
{
  const struct known_range range = {
    .key = key_of (new->thread, new->address), .size = new->size,
    .array = new->array, .range = range_element (new)
  };
  gasp_tool_range_put (&range);
}

static gasp_record_ref
find_array (const struct gasp_record_array *wanted)
{
  uint32_t hash = map_hash ((uint64_t) wanted->place << 32 ^ wanted->name);
  uint32_t at = hash;
  gasp_record_ref ref;
  while ((ref = map_next (&arrays, hash, &at)) != 0)
    if (!memcmp (AT (char, ref), wanted,
		 offsetof (struct gasp_record_array, count)))
      return ref;
  void *added = gasp_tool_add (GASP_RECORD_ARRAYS, wanted, sizeof *wanted);
  if (!added)
    return 0;
  gasp_tool_map_add (&arrays, hash, ref_of (added));
  return ref_of (added);
}

/* Adds one more of ARRAY: RANGE, BYTES in all.  */
static void
add_object (const struct gasp_record_array *array,
	    struct gasp_record_range *range, uint64_t bytes)
{
  struct gasp_tool_holder holder;
  lock_quietly (&objects_lock, &holder);
  range->array = find_array (array);
  range->born = read_clock ();
  if (range->array)
    {
      struct gasp_record_array *element
	= AT (struct gasp_record_array, range->array);
      element->count++;
      element->bytes += bytes;
      if (range->size)
	add_range (range);
    }
  unlock_quietly (&objects_lock, &holder);
}

/* Returns how much each thread has of NBLOCKS blocks of NBYTES.  */
static uint64_t
share (size_t nblocks, size_t nbytes)
{
  size_t threads = gasp_tool_ranks;
  return (nblocks / threads + (nblocks % threads != 0)) * nbytes;
}

/* ---- Events.  */

void
gasp_tool_static_object (gasp_record_ref place, const union argument *arguments)
{
  struct gasp_gcc_shared at;
  if (!gasp_tool_find_shared (arguments[2].p, &at))
    return;
  size_t nblocks = arguments[0].z, nbytes = arguments[1].z;
  struct gasp_record_array array = {
    .name = gasp_tool_string (arguments[4].s),
    .type = gasp_tool_string (arguments[5].s), .place = place
  };
  struct gasp_record_range range = {
    .thread = GASP_RECORD_EACH_THREAD, .address = at.address,
    .size = share (nblocks, nbytes)
  };
  add_object (&array, &range, nblocks * nbytes);
}

/* Notes that POINTER was allocated at EVENT; in each part (or THREAD's) SIZE,
   in all BYTES.  */
static void
allocated (const struct open_event *event, const void *pointer, bool each,
	   uint64_t size, uint64_t bytes)
{
  struct gasp_gcc_shared at;
  if (!event || !gasp_tool_find_shared (pointer, &at))
    return;
  struct gasp_record_array array = { .place = event->node->place };
  struct gasp_record_range range = {
    .thread = each ? GASP_RECORD_EACH_THREAD : (uint32_t) at.thread,
    .address = at.address, .size = size
  };
  add_object (&array, &range, bytes);
}

uint64_t
gasp_tool_shared_blocks_allocated (gasp_context_t context,
				const struct open_event *event,
				const union argument *arguments)
{
  (void) context;
  uint64_t bytes = arguments[0].z * arguments[1].z;
  if (gasp_tool_ranks)
    allocated (event, arguments[2].p, true,
	       share (arguments[0].z, arguments[1].z), bytes);
  return bytes;
}

uint64_t
gasp_tool_shared_allocated (gasp_context_t context,
			 const struct open_event *event,
			 const union argument *arguments)
{
  (void) context;
  allocated (event, arguments[1].p, false, arguments[0].z, arguments[0].z);
  return arguments[0].z;
}

uint64_t
gasp_tool_lock_allocated (gasp_context_t context,
			      const struct open_event *event,
			      const union argument *arguments)
{
  (void) context;
  allocated (event, arguments[0].p, false, 1, 0);
  return 0;
}

/* Forgets the object at POINTER, which is going away.  */
static void
forget (const void *pointer)
{
  struct gasp_gcc_shared at;
  if (!gasp_tool_find_shared (pointer, &at))
    return;
  struct gasp_tool_holder holder;
  lock_quietly (&objects_lock, &holder);
  struct known_range found;
  if (find_range (GASP_RECORD_EACH_THREAD, at.address, &found)
      || find_range ((uint32_t) at.thread, at.address, &found))
    {
      if (found.range)
	{
	  AT (struct gasp_record_range, found.range)->died = read_clock ();
	  freed[freed_next++ % FREED_RANGES] = found.range;
	}
      gasp_tool_range_remove (found.key);
    }
  unlock_quietly (&objects_lock, &holder);
}

void
gasp_tool_shared_freeing (gasp_context_t context, struct open_event *event,
		       const union argument *arguments)
{
  (void) context, (void) event;
  forget (arguments[0].p);
}

void
gasp_tool_objects_fork (void)
{
  gasp_tool_ranges_clear ();
  freed_next = 0;
  memset (freed, 0, sizeof freed);
  gasp_tool_map_clear (&arrays);
}
