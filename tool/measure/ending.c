/* ending.c - functions that have just been switched off: their last calls.

   SPDX-License-Identifier: Apache-2.0

   Nobody enters them any more, but whoever is in one is still to leave it:
   otherwise the thread would seem to stay in it, as mostly it is a call of the
   function itself that has it switched off.  So the sites where they are left
   stay active, until a sample finds all threads outside of the function.  A
   call that goes on for many samples is not waited for, as the function may
   be recursive: each inner call comes to such a site.  That of a thread that
   has no samples, as it waits, costs only what others' calls of the function
   do.

   Before this, budget.c and sampler.c.  */

#include "measure/clock.h"
#include "measure/ending.h"
#include "record/file.h"
#include "ground/lock.h"
#include "record/place.h"
#include "ground/state.h"
#include "ticks.h"
#include <string.h>

#pragma weak gasp_gcc_set_mode

#define MOST 256
/* Nanoseconds between looks, and the levels that they go outwards.  */
#define STEP 2.5e5
#define LEVELS 4096
/* Looks end that have found so much: OWN is a call in the thread whose sample
   it is, OTHER one in others only.  */
enum { OWN = 16, OTHER = 1, MOST_FOUND = 8 * OWN };

static struct {
  const struct gasp_gcc_function *functions[MOST];
  unsigned char is_open[MOST];	/* as a look saw it: OWN, OTHER or 0 */
  unsigned char found[MOST];
  unsigned int count;
  uint64_t looked_at;
} ending;
static GASP_TOOL_LOCK (ending_lock);

/* Lists some of the COUNT functions.  Returns how many.  */
static unsigned int
list (const struct gasp_gcc_function *const *functions, unsigned int count)
{
  unsigned int listed = 0;
  for (; listed < count && ending.count < MOST; listed++)
    {
      ending.functions[ending.count] = functions[listed];
      ending.found[ending.count++] = 0;
    }
  ending.looked_at = read_tsc ();
  return listed;
}

void
gasp_tool_end_functions (const struct gasp_gcc_function *const *functions,
			 unsigned int count)
{
  unsigned int listed = 0;
  struct gasp_tool_holder holder;
  if (HEADER->sampler && try_lock_quietly (&ending_lock, &holder))
    {
      listed = list (functions, count);
      if (listed)
	gasp_gcc_set_mode (functions, listed, GASP_GCC_ENDS);
      unlock_quietly (&ending_lock, &holder);
    }
  if (count > listed)
    gasp_gcc_set_mode (functions + listed, count - listed, GASP_GCC_NOTHING);
}

bool
gasp_tool_ending_is_due (void)
{
  return (unlikely (__atomic_load_n (&ending.count, __ATOMIC_RELAXED))
	  && !gasp_tool_may_be_sandboxed
	  && read_tsc () - ending.looked_at > STEP * gasp_tool_tsc_per_ns ());
}

/* Notes which of them have a call in which NODE is, of the thread that looks or
   of another one, as HOW says.  */
static void
find_open (const struct gasp_record_node *node, unsigned char how)
{
  for (int level = 0; node && level < LEVELS; level++)
    {
      if (node->place && (AT (struct gasp_record_place, node->place)->flags
			  & GASP_RECORD_PLACE_OFF))
	for (unsigned int i = 0; i < ending.count; i++)
	  if (node->key == (uintptr_t) ending.functions[i]
	      && !ending.is_open[i])
	    ending.is_open[i] = how;
      node = node->parent ? NODE (node->parent) : NULL;
    }
}

/* Moves the functions that need not be waited for any longer from the list to
   OVER.  Returns how many they are.  */
static unsigned int
take_over (const struct gasp_gcc_function **over)
{
  unsigned int count = 0, left = 0;
  for (unsigned int i = 0; i < ending.count; i++)
    if (!ending.is_open[i]
	|| ending.found[i] + ending.is_open[i] >= MOST_FOUND)
      over[count++] = ending.functions[i];
    else
      {
	ending.functions[left] = ending.functions[i];
	ending.found[left++] = ending.found[i] + ending.is_open[i];
      }
  __atomic_store_n (&ending.count, left, __ATOMIC_RELAXED);
  return count;
}

void
gasp_tool_look_for_ends (const struct gasp_record_node *const *nodes,
			 unsigned int threads)
{
  static const struct gasp_gcc_function *over[MOST];
  if (!try_lock (&ending_lock))
    return;
  memset (ending.is_open, 0, sizeof ending.is_open);
  for (unsigned int i = 0; i < threads; i++)
    find_open (nodes[i], i ? OTHER : OWN);
  unsigned int count = take_over (over);
  if (count)
    gasp_gcc_set_mode (over, count, GASP_GCC_NOTHING);
  ending.looked_at = read_tsc ();
  unlock (&ending_lock);
}

void
gasp_tool_ending_unload (uint64_t begin, uint64_t end)
{
  unsigned int left = 0;
  struct gasp_tool_holder holder;
  lock_quietly (&ending_lock, &holder);
  for (unsigned int i = 0; i < ending.count; i++)
    if ((uintptr_t) ending.functions[i] < begin
	|| (uintptr_t) ending.functions[i] >= end)
      {
	ending.functions[left] = ending.functions[i];
	ending.found[left++] = ending.found[i];
      }
  __atomic_store_n (&ending.count, left, __ATOMIC_RELAXED);
  unlock_quietly (&ending_lock, &holder);
}
