/* load-returns.c - which words of a sample's stack calls return to.

   SPDX-License-Identifier: Apache-2.0

   A sample has some words of its stack that may be return addresses; the tables
   that unwinders read say which of them are, one after the other, as far as
   they go.  Before this, load-code.c; after it, load-callers.c.  */

#include "model/addresses.h"
#include "model/loading/load.h"
#include "model/loading/returns.h"

#include <string.h>

static const struct step no_step = { GASP_RECORD_RETURNS, -1 };

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

/* Returns WORD as the record has it, or -1.  */
static int64_t
known_word (uint16_t word)
{
  return word == UINT16_MAX ? -1 : word;
}

/* Returns in which word of the stack SLOT is, of a function whose part of the
   stack ends at the word END, with the frame pointer BASE; -1 if that is not
   known.  */
static int64_t
word_of_slot (const struct return_slot *slot, int64_t base, int64_t end)
{
  int64_t from = slot->from_frame_pointer ? base : end;
  return from < 0 || slot->offset % 8 ? -1 : from + slot->offset / 8;
}

/* Returns which of RAW's addresses the function with the code at PC, whose part
   of the stack ends at the word END, returns to, with the frame pointer
   BASE.  */
static struct step
return_from (const struct loading *loading,
	     const struct gasp_record_sample *raw, uint64_t pc, int64_t base,
	     int64_t end)
{
  struct return_slot slot;
  if (!return_at (loading->process, pc, &slot))
    return no_step;
  int at = address_in (raw, word_of_slot (&slot, base, end));
  if (at == GASP_RECORD_RETURNS)
    return no_step;
  return (struct step) {
    at, slot.frame_pointer == FRAME_POINTER_KEPT ? base
	: slot.frame_pointer == FRAME_POINTER_BEFORE
	? known_word (raw->stack.bases[at]) : -1
  };
}

/* Returns the word after that with number AT of RAW's addresses.  */
static int64_t
word_behind (const struct gasp_record_sample *raw, int at)
{
  return (int64_t) (raw->stack.returns[at] >> GASP_RECORD_RETURN_SHIFT) + 1;
}

/* Returns the first of RAW's addresses from WORD on that has a call of the
   function with the code at PC before it: where that function has its frame is
   not known, or what it returns to was not noted.  */
static struct step
call_of_function (struct loading *loading, const struct gasp_record_sample *raw,
		  int64_t word, uint64_t pc)
{
  const uint64_t *returns = raw->stack.returns;
  uint64_t start = start_of_function (loading, pc);
  for (int i = 0; start && i < GASP_RECORD_RETURNS && returns[i]; i++)
    if (word_behind (raw, i) > word
	&& called_before (loading->process, address_of (raw, i)) == start)
      return (struct step) { i, known_word (raw->stack.bases[i]) };
  return no_step;
}

/* Returns the frame pointer at number AT of RAW's addresses, which code of a
   library has called, if it has kept that, or has it in front; or -1.  */
static int64_t
base_at (const struct gasp_record_sample *raw, int at)
{
  int64_t base = known_word (raw->stack.frame_pointer);
  return base > word_behind (raw, at) ? base
	 : known_word (raw->stack.bases[at]);
}

/* An address on the stack was left there by an earlier call, or stands alone,
   or is followed by the one that its function returns to.  */
enum trace { LEFT, ALONE, FOLLOWED };

/* Returns whether the code at PC is in main, which the C library calls.  */
static bool
is_main (struct loading *loading, uint64_t pc)
{
  uint32_t number = code_at (loading, pc);	/* which may move CODES */
  const struct code *code = &loading->sampling->codes[number];
  return code->symbol && !strcmp (code->symbol->name, "main");
}

/* Returns whether an address of RAW's after number AT is in main, too, which
   seldom calls itself.  */
static bool
has_main_behind (struct loading *loading, const struct gasp_record_sample *raw,
		 int at)
{
  for (int i = at + 1; i < GASP_RECORD_RETURNS && raw->stack.returns[i]; i++)
    if (is_main (loading, address_of (raw, i) - 1))
      return true;
  return false;
}

/* Returns whether number CALLER of RAW's addresses, where the function of
   number AT seems to return to, is after a call of another one: of one that an
   address in between is in, or of a library's.  It may have jumped to this
   one.  */
static bool
has_called_another (struct loading *loading,
		    const struct gasp_record_sample *raw, int at, int caller)
{
  uint64_t called = called_before (loading->process, address_of (raw, caller));
  uint64_t own = start_of_function (loading, address_of (raw, at) - 1);
  if (!called || called == own)
    return false;
  for (int i = at + 1; i < caller; i++)
    if (start_of_function (loading, address_of (raw, i) - 1) == called)
      return true;
  return is_way_out (loading, called);
}

/* Returns what number AT of RAW's addresses, which is not the first function's,
   seems to be.  */
static enum trace
trace_of (struct loading *loading, const struct gasp_record_sample *raw, int at)
{
  const uint64_t *returns = raw->stack.returns;
  uint64_t pc = address_of (raw, at) - 1;
  struct return_slot slot;
  int64_t outer = return_at (loading->process, pc, &slot)
		  ? word_of_slot (&slot, base_at (raw, at),
				  word_behind (raw, at)) : -1;
  int caller = outer >= 0 ? address_in (raw, outer) : GASP_RECORD_RETURNS;
  if (is_main (loading, pc))
    return has_main_behind (loading, raw, at) ? LEFT : FOLLOWED;
  if (caller < GASP_RECORD_RETURNS)
    return has_called_another (loading, raw, at, caller) ? LEFT : FOLLOWED;
  if (outer < 0 || slot.from_frame_pointer)
    return call_of_function (loading, raw, word_behind (raw, at), pc).at
	   < GASP_RECORD_RETURNS ? FOLLOWED : ALONE;
  for (int i = at + 1; i < GASP_RECORD_RETURNS && returns[i]; i++)
    if (word_behind (raw, i) > outer)
      return LEFT;
  return ALONE;
}

/* Returns whether the code at PC is of Haskell, which has its own stack: the
   program's has nothing of it.  */
static bool
is_haskell (struct loading *loading, uint64_t pc)
{
  static const char end[] = "_info";
  const struct module *module = module_of (loading->process, pc);
  if (!module || !symbols_of (module->path, module->build_id)->has_haskell)
    return false;
  uint32_t number = code_at (loading, pc);
  const struct symbol *symbol = loading->sampling->codes[number].symbol;
  size_t length = symbol ? strlen (symbol->name) : 0, own = sizeof end - 1;
  return !symbol
	 || (length > own && !strcmp (symbol->name + length - own, end));
}

/* Returns which of RAW's addresses the function there returns to.  */
static struct step
first_here (struct loading *loading, const struct gasp_record_sample *raw)
{
  struct step step
    = return_from (loading, raw, raw->pc,
		   known_word (raw->stack.frame_pointer), 0);
  return step.at < GASP_RECORD_RETURNS ? step
	 : call_of_function (loading, raw, 0, raw->pc);
}

/* Returns the first of RAW's addresses that is more than WORD words from the
   stack pointer, and at least what LEAST says, and whose call may have led to
   PC.  */
static struct step
first_behind (struct loading *loading, const struct gasp_record_sample *raw,
	      int64_t word, enum trace least, uint64_t pc)
{
  const struct module *module = module_of (loading->process, pc);
  for (int i = 0; i < GASP_RECORD_RETURNS && raw->stack.returns[i]; i++)
    if (word_behind (raw, i) > word + 1 && trace_of (loading, raw, i) >= least
	&& (module_of (loading->process, address_of (raw, i)) == module
	    || may_lead_out (loading, address_of (raw, i))))
      return (struct step) { i, base_at (raw, i) };
  return no_step;
}

/* Returns whether the address after number AT of RAW's is of the call that led
   there, if there is one.  */
static bool
is_exact (const struct gasp_record_sample *raw, int at)
{
  return at + 1 < raw->stack.exact
	 || raw->stack.exact == GASP_RECORD_ALL_EXACT;
}

/* Returns number AT of RAW's addresses, which is known to be one of a call.  */
static struct step
exact_step (const struct gasp_record_sample *raw, int at)
{
  return at < GASP_RECORD_RETURNS && raw->stack.returns[at]
	 ? (struct step) { at, known_word (raw->stack.bases[at]) } : no_step;
}

struct step
next_return (struct loading *loading, const struct gasp_record_sample *raw,
	     struct step step)
{
  uint64_t pc = address_of (raw, step.at) - 1;
  int64_t end = word_behind (raw, step.at);
  struct return_slot slot;
  if (is_exact (raw, step.at))
    return exact_step (raw, step.at + 1);
  struct step next = return_from (loading, raw, pc, step.base, end);
  if (next.at > step.at && next.at < GASP_RECORD_RETURNS)
    return next;
  if (return_at (loading->process, pc, &slot) && !slot.from_frame_pointer)
    end = word_of_slot (&slot, -1, end);
  next = call_of_function (loading, raw, end, pc);
  return next.at < GASP_RECORD_RETURNS || is_main (loading, pc) ? next
	 : first_behind (loading, raw, end, FOLLOWED, pc);
}

struct step
first_return (struct loading *loading, const struct gasp_record_sample *raw)
{
  uint64_t first = address_of (raw, 0);
  int64_t word = -1;
  struct return_slot slot;
  if (is_exact (raw, -1))
    return exact_step (raw, 0);
  if (is_haskell (loading, raw->pc))
    return no_step;
  struct step step = first_here (loading, raw);
  if (!first || step.at < GASP_RECORD_RETURNS || is_main (loading, raw->pc))
    return step;
  if (return_at (loading->process, raw->pc, &slot))
    word = word_of_slot (&slot, known_word (raw->stack.frame_pointer), 0);
  step = first_behind (loading, raw, word, FOLLOWED, raw->pc);
  return step.at < GASP_RECORD_RETURNS
	 || module_of (loading->process, raw->pc)
	    == module_of (loading->process, first)
	 ? step : first_behind (loading, raw, word, ALONE, raw->pc);
}
