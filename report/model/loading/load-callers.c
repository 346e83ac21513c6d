/* load-callers.c - who called what samples were in.

   SPDX-License-Identifier: Apache-2.0

   Of functions that are switched off, only the stack knows.  A sample has some
   words of it that may be return addresses; the tables that unwinders read say
   which of them are, one after the other, as far as they go.  */

#include "model/addresses.h"
#include "model/loading/load.h"
#include "model/sampling.h"
#include "hash.h"

#include <string.h>

static size_t
hash_of_caller (const void *callers, uint32_t number)
{
  const struct caller *c = callers;
  return gasp_mix (gasp_mix (c[number].code) ^ c[number].outer);
}

static bool
is_caller (const void *callers, uint32_t number, const void *wanted)
{
  const struct caller *c = callers, *w = wanted;
  return c[number].code == w->code && c[number].outer == w->outer;
}

/* Returns the number of CODE, called from OUTER, among the callers.  */
static uint32_t
number_of_caller (struct sampling *s, uint32_t code, uint32_t outer)
{
  s->callers = room_for_one (s->callers, s->caller_count, &s->caller_room,
			     sizeof *s->callers);
  index_expect (&s->caller_index, s->caller_count, 1, hash_of_caller,
		s->callers);
  uint32_t next = (uint32_t) s->caller_count;
  s->callers[next] = (struct caller) { code, outer };
  uint32_t *entry
    = index_entry (&s->caller_index, hash_of_caller (s->callers, next),
		   is_caller, s->callers, &s->callers[next]);
  if (*entry == NO_ENTRY)
    {
      *entry = next;
      s->caller_count++;
    }
  return *entry;
}

/* Returns in which word of RAW's stack the function with the code at PC, whose
   part of the stack ends at the word END, has the one that it returns to; -1 if
   that is not known.  */
static int64_t
word_of_return (const struct loading *loading,
		const struct gasp_record_sample *raw, uint64_t pc, int64_t end)
{
  struct return_slot slot;
  if (!return_at (loading->process, pc, &slot) || slot.offset % 8)
    return -1;
  if (!slot.from_frame_pointer)
    return end + slot.offset / 8;
  return raw->stack.frame_pointer == UINT16_MAX ? -1
	 : raw->stack.frame_pointer + slot.offset / 8;
}

/* Returns which of RAW's addresses is in WORD of the stack, or how many there
   may be.  */
static int
address_in (const struct gasp_record_sample *raw, int64_t word)
{
  const uint64_t *returns = raw->stack.returns;
  for (int i = 0; i < GASP_RECORD_RETURNS && returns[i]; i++)
    if ((int64_t) (returns[i] >> GASP_RECORD_RETURN_SHIFT) == word)
      return i;
  return GASP_RECORD_RETURNS;
}

/* Returns in which word the function returns that calls from number AT of RAW's
   addresses; -1 if that is not known.  */
static int64_t
word_of_outer (const struct loading *loading,
	       const struct gasp_record_sample *raw, int at)
{
  uint64_t address = raw->stack.returns[at];
  return word_of_return (loading, raw, (address & RETURN_ADDRESS) - 1,
			 (int64_t) (address >> GASP_RECORD_RETURN_SHIFT) + 1);
}

/* Returns which of RAW's addresses the function returns to that calls from
   number AT.  */
static int
next_return (const struct loading *loading,
	     const struct gasp_record_sample *raw, int at)
{
  int next = address_in (raw, word_of_outer (loading, raw, at));
  return next > at ? next : GASP_RECORD_RETURNS;
}

/* Returns whether number AT of RAW's addresses was left there by an earlier
   call: others are known from further up, but not where that call returned.  */
static bool
is_left (const struct loading *loading, const struct gasp_record_sample *raw,
	 int at)
{
  const uint64_t *returns = raw->stack.returns;
  int64_t outer = word_of_outer (loading, raw, at);
  for (int i = at + 1; i < GASP_RECORD_RETURNS && returns[i]; i++)
    if ((int64_t) (returns[i] >> GASP_RECORD_RETURN_SHIFT) >= outer)
      return outer >= 0 && address_in (raw, outer) == GASP_RECORD_RETURNS;
  return false;
}

/* Returns which of RAW's addresses the function there returns to; or, where
   that is a library's, some function that called others: what is in its own
   part of the stack was left there.  */
static int
first_return (const struct loading *loading,
	      const struct gasp_record_sample *raw)
{
  const uint64_t *returns = raw->stack.returns;
  uint64_t first = returns[0] & RETURN_ADDRESS;
  int64_t word = word_of_return (loading, raw, raw->pc, 0);
  if (!first || module_of (loading->process, raw->pc)
		== module_of (loading->process, first))
    return address_in (raw, word);
  for (int i = 0; i < GASP_RECORD_RETURNS && returns[i]; i++)
    {
      int64_t at = (int64_t) (returns[i] >> GASP_RECORD_RETURN_SHIFT);
      /* A library may have called the function there, as main.  */
      if (at == word || (at > word && !is_left (loading, raw, i)))
	return i;
    }
  return GASP_RECORD_RETURNS;
}

/* Kinds of functions that call from an address.  */
enum kind { CALLER, AROUND, LAST };

/* Returns that of CODE.  Where its calls are all recorded, it would be the
   node.  One that is not recorded is left out where functions are recorded
   that may be inlined into it; and one without a name, as in programs that are
   stripped.  The first of a program calls all others.  */
static enum kind
kind_of (struct loading *loading, struct code *code)
{
  bool has_name = code->symbol && code->name;
  if (code->is_recording
      || (has_name && !strcmp (code->symbol->name, "_start")))
    return LAST;
  if (!has_name)
    return AROUND;
  place_of_code (loading, code);
  return code->is_counted ? LAST
	 : !code->is_inlined && !code->is_known && has_inlined (loading)
	   ? AROUND : CALLER;
}

/* Callers of a sample, the innermost first.  */
struct chain
{
  uint32_t codes[64];
  size_t count;
};

/* Adds CODE and what it is inlined into to CHAIN.  Returns whether what calls
   that is to be added, too.  */
static bool
add_to_chain (struct loading *loading, uint32_t code, struct chain *chain)
{
  struct sampling *s = loading->sampling;
  for (; code != NO_CODE; code = s->codes[code].outer)
    {
      enum kind kind = kind_of (loading, &s->codes[code]);
      if (kind == LAST)
	return false;
      if (kind == CALLER && chain->count < COUNT_OF (chain->codes))
	chain->codes[chain->count++] = code;
    }
  return true;
}

uint32_t
callers_of_sample (struct loading *loading,
		   const struct gasp_record_sample *raw, uint32_t code,
		   uint64_t *node)
{
  struct sampling *s = loading->sampling;
  struct chain chain = { .count = 0 };
  uint32_t caller = NO_CALLER;
  uint64_t outer = record_number (&loading->record, GASP_RECORD_NODES,
				  raw->stack.outer);
  bool goes_on = add_to_chain (loading, s->codes[code].outer, &chain);
  size_t own = chain.count;
  int first = first_return (loading, raw);
  bool is_outside = false;
  for (int at = first; goes_on && at < GASP_RECORD_RETURNS;
       at = next_return (loading, raw, at))
    {
      uint64_t address = raw->stack.returns[at];
      bool is_out = raw->stack.outer && outer < loading->raw_count
		    && address >> GASP_RECORD_RETURN_SHIFT >= raw->stack.frame;
      if (is_out && at != first && !is_outside)
	break;
      code = code_at (loading, (address & RETURN_ADDRESS) - 1);
      size_t before = chain.count;
      goes_on = add_to_chain (loading, code, &chain);
      is_outside |= is_out && (goes_on || chain.count > before);
    }
  if (is_outside && chain.count > own)
    *node = outer;
  while (chain.count-- > 0)
    caller = number_of_caller (s, chain.codes[chain.count], caller);
  return caller;
}
