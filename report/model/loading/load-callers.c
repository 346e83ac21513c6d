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

ELEMENTS (caller, struct caller, gasp_mix (gasp_mix (x->code) ^ x->outer),
	  x->code == y->code && x->outer == y->outer)

/* Returns the number of CODE, called from OUTER, among the callers.  */
static uint32_t
number_of_caller (struct sampling *s, uint32_t code, uint32_t outer)
{
  const struct caller wanted = { code, outer };
  uint32_t number
    = index_number (&s->caller_index, s->caller_count,
		    hash_of_caller (&wanted, 0), hash_of_caller, is_caller,
		    s->callers, &wanted);
  if (number == s->caller_count)
    ONE_MORE (s->callers, s->caller_count, s->caller_room) = wanted;
  return number;
}

/* Number AT of RAW's addresses, or GASP_RECORD_RETURNS; and the word that the
   frame pointer points to in what returns there, or -1.  */
struct step { int at; int64_t base; };
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

static uint64_t
address_of (const struct gasp_record_sample *raw, int at)
{
  return raw->stack.returns[at] & RETURN_ADDRESS;
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

/* Returns which of RAW's addresses the function returns to that calls from that
   of STEP; or that called the library which did.  What is further in than that
   was left there, also if there was no room to note it.  */
static struct step
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

/* Returns which of RAW's addresses the function there returns to; or, where
   that is a library's, some function that called others: what is in its own
   part of the stack was left there.  A library may have called that, as
   main.  */
static struct step
first_return (struct loading *loading, const struct gasp_record_sample *raw)
{
  uint64_t first = address_of (raw, 0);
  int64_t word = -1;
  struct return_slot slot;
  if (is_exact (raw, -1))
    return exact_step (raw, 0);
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

/* Returns the number of CHAIN among the callers, or NO_CALLER.  */
static uint32_t
number_of_chain (struct sampling *s, const struct chain *chain)
{
  uint32_t caller = NO_CALLER;
  for (size_t i = chain->count; i-- > 0;)
    caller = number_of_caller (s, chain->codes[i], caller);
  return caller;
}

/* Returns whether RAW's ADDRESS is after the call that is known.  */
static bool
is_behind (const struct gasp_record_sample *raw, uint64_t address)
{
  return raw->stack.known
	 && address >> GASP_RECORD_RETURN_SHIFT >= raw->stack.behind;
}

uint32_t
callers_of_sample (struct loading *loading,
		   const struct gasp_record_sample *raw, uint32_t code,
		   uint64_t *node)
{
  struct sampling *s = loading->sampling;
  struct chain chain = { .count = 0 };
  uint64_t outer = record_number (&loading->record, GASP_RECORD_NODES,
				  raw->stack.outer);
  bool goes_on = add_to_chain (loading, s->codes[code].outer, &chain);
  size_t own = chain.count;
  const struct step first = first_return (loading, raw);
  bool is_outside = false;
  for (struct step step = first; goes_on && step.at < GASP_RECORD_RETURNS;
       step = next_return (loading, raw, step))
    {
      uint64_t address = raw->stack.returns[step.at];
      bool is_out = raw->stack.outer && outer < loading->raw_count
		    && address >> GASP_RECORD_RETURN_SHIFT >= raw->stack.frame;
      if (is_behind (raw, address)
	  || (is_out && step.at != first.at && !is_outside))
	break;
      code = code_at (loading, (address & RETURN_ADDRESS) - 1);
      size_t before = chain.count;
      goes_on = add_to_chain (loading, code, &chain);
      is_outside |= is_out && (goes_on || chain.count > before);
    }
  if (is_outside && chain.count > own)
    *node = outer;
  return number_of_chain (s, &chain);
}

/* ---- Between calls that are recorded.  */

/* The stack after the call of raw NODE: what is not recorded BETWEEN that and
   its parent's, as far as it has been read; and the calls further in, with what
   was between them.  */
struct path
{
  uint32_t node;
  struct chain between;
  struct context calls[64];
  size_t count;
};

/* Returns raw node I's parent if both are functions; or NO_NODE.  */
static uint32_t
calling_function (const struct loading *loading, uint32_t i)
{
  bool is_source = false;
  uint32_t parent = loading->raw_parent[i];
  const struct place *own = place_of_raw (loading, i, &is_source);
  const struct place *place
    = parent == NO_NODE ? NULL : place_of_raw (loading, parent, &is_source);
  return own && place && own->kind == PLACE_FUNCTION
	 && place->kind == PLACE_FUNCTION ? parent : NO_NODE;
}

/* Returns whether CODE is in the function of raw node I.  */
static bool
is_of_raw (const struct loading *loading, const struct code *code, uint32_t i)
{
  bool is_source = false;
  const struct place *place = place_of_raw (loading, i, &is_source);
  return place && (code->is_inlined || code->name)
	 && is_code_of (loading, code, place);
}

/* Returns whether raw node I may have been inlined into its parent, which has
   CODE.  */
static bool
is_inlined_at (const struct loading *loading, const struct code *code,
	       uint32_t i)
{
  bool is_source = false;
  uint32_t parent = calling_function (loading, i);
  return parent != NO_NODE && place_of_raw (loading, i, &is_source)
	 && is_source && is_of_raw (loading, code, parent);
}

/* Notes that PATH's node was called from its parent.  */
static void
end_call (struct sampling *s, struct path *path, uint32_t parent)
{
  path->calls[path->count++] = (struct context) {
    path->node, number_of_chain (s, &path->between), NO_CONTEXT
  };
  path->node = parent;
  path->between.count = 0;
}

/* Adds what calls from CODE to PATH.  Returns false where it ends.  */
static bool
add_to_path (struct loading *loading, struct path *path, uint32_t code)
{
  struct sampling *s = loading->sampling;
  for (; code != NO_CODE; code = s->codes[code].outer)
    {
      enum kind kind = kind_of (loading, &s->codes[code]);
      uint32_t parent = calling_function (loading, path->node);
      if (parent == NO_NODE || path->count + 2 > COUNT_OF (path->calls)
	  || path->between.count == COUNT_OF (path->between.codes))
	return false;
      if (!path->between.count
	  && is_inlined_at (loading, &s->codes[code], parent))
	{
	  end_call (s, path, parent);
	  parent = loading->raw_parent[parent];
	}
      if (is_of_raw (loading, &s->codes[code], parent))
	end_call (s, path, parent);
      else if (kind == LAST)
	return false;
      else if (kind == CALLER)
	path->between.codes[path->between.count++] = code;
    }
  return true;
}

/* Adds to PATH what its node's function is inlined into at CODE, if that is in
   it.  Returns false where it ends.  */
static bool
add_around (struct loading *loading, struct path *path, uint32_t code)
{
  const struct sampling *s = loading->sampling;
  while (code != NO_CODE && !is_of_raw (loading, &s->codes[code], path->node))
    code = s->codes[code].outer;
  return code == NO_CODE || add_to_path (loading, path, s->codes[code].outer);
}

/* Returns whether CODE is of raw node I where that is inlined.  */
static bool
is_within_code (struct loading *loading, uint32_t code, uint32_t i)
{
  const struct sampling *s = loading->sampling;
  if (calling_function (loading, i) == NO_NODE)
    return false;
  while (code != NO_CODE && !is_of_raw (loading, &s->codes[code], i))
    code = s->codes[code].outer;
  return code != NO_CODE && s->codes[code].is_inlined;
}

/* Returns whether raw node I is within the call of raw node KNOWN.  */
static bool
is_below (const struct loading *loading, uint32_t i, uint32_t known)
{
  uint64_t levels = loading->raw_count;
  while (i != known && i != NO_NODE && levels-- > 0)
    i = loading->raw_parent[i];
  return i == known;
}

uint32_t
context_of_sample (struct loading *loading,
		   const struct gasp_record_sample *raw, uint32_t i)
{
  struct sampling *s = loading->sampling;
  struct path path = { .count = 0 };
  uint64_t known = record_number (&loading->record, GASP_RECORD_NODES,
				  raw->stack.known);
  if (!raw->stack.known || known >= loading->raw_count
      || !is_below (loading, i, (uint32_t) known))
    return NO_CONTEXT;
  uint32_t inner = code_at (loading, raw->pc);
  bool is_here = is_within_code (loading, inner, i);
  path.node = is_here ? i : (uint32_t) known;
  bool goes_on = true, is_outside = false;
  for (struct step step = first_return (loading, raw);
       goes_on && step.at < GASP_RECORD_RETURNS;
       step = next_return (loading, raw, step))
    {
      uint32_t code = code_at (loading, address_of (raw, step.at) - 1);
      if (is_here || is_behind (raw, raw->stack.returns[step.at]))
	{
	  goes_on = (is_outside || add_around (loading, &path, inner))
		    && add_to_path (loading, &path, code);
	  is_outside = true;
	}
      inner = code;
    }
  uint32_t context = NO_CONTEXT;
  while (path.count-- > 0)
    {
      path.calls[path.count].outer = context;
      context = number_of_context (s, path.calls[path.count]);
    }
  return context;
}

/* ---- Of events.  */

/* Adds to CHAIN what calls from the call that returns to ADDRESS.  Returns
   whether what calls that is to be added, too.  */
static bool
add_call (struct loading *loading, uint64_t address, struct chain *chain)
{
  return is_installed (module_of (loading->process, address - 1))
	 || add_to_chain (loading, code_at (loading, address - 1), chain);
}

uint32_t
below_callers (struct loading *loading, struct tree *tree, uint32_t node,
	       uint64_t place)
{
  struct sampling *s = loading->sampling;
  struct chain chain = { .count = 0 };
  if (!s || node == NO_NODE || place >= loading->place_count
      || !loading->calls[place].address)
    return node;
  const char *further = loading->calls[place].further;
  bool goes_on = add_call (loading, loading->calls[place].address, &chain);
  for (uint64_t next; goes_on && (next = next_further (&further)) != 0;)
    goes_on = add_call (loading, next, &chain);
  uint32_t around = function_of_node (loading, tree, node);
  for (size_t i = 0; i < chain.count; i++)
    if (s->codes[chain.codes[i]].place == around)
      chain.count = i;
  while (chain.count-- > 0)
    {
      node = tree_node (tree, node, s->codes[chain.codes[chain.count]].place,
			loading->profile->counter_count);
      tree->nodes[node].calls_at_least = tree->nodes[node].observed = true;
    }
  return node;
}
