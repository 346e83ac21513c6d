/* load-callers.c - who called what samples were in.

   SPDX-License-Identifier: Apache-2.0

   Of functions that are switched off, only the stack knows: load-returns.c.  */

#include "model/addresses.h"
#include "model/loading/load.h"
#include "model/loading/returns.h"
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

/* Kinds of functions that call from an address.  */
enum kind { CALLER, AROUND, LAST };

/* Returns the kind of CODE.  Where its calls are all recorded, it would be the
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

/* Gives the time of a jump to another file's function, *CODE, to what calls
   that at STEP, unless that is the node.  Returns the step after that, or
   STEP.  */
static struct step
skip_jump (struct loading *loading, const struct gasp_record_sample *raw,
	   uint32_t *code, struct step step)
{
  const struct code *jump = &loading->sampling->codes[*code];
  if (!jump->symbol || *jump->symbol->name || step.at >= GASP_RECORD_RETURNS
      || is_behind (raw, raw->stack.returns[step.at]))
    return step;
  uint32_t calling = code_at (loading, address_of (raw, step.at) - 1);
  if (kind_of (loading, &loading->sampling->codes[calling]) == LAST)
    return step;
  *code = calling;
  return next_return (loading, raw, step);
}

uint32_t
callers_of_sample (struct loading *loading,
		   const struct gasp_record_sample *raw, uint32_t *code,
		   uint64_t *node)
{
  struct sampling *s = loading->sampling;
  struct chain chain = { .count = 0 };
  uint64_t outer = record_number (&loading->record, GASP_RECORD_NODES,
				  raw->stack.outer);
  const struct step first
    = skip_jump (loading, raw, code, first_return (loading, raw));
  bool goes_on = add_to_chain (loading, s->codes[*code].outer, &chain);
  size_t own = chain.count;
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
      size_t before = chain.count;
      goes_on = add_to_chain (loading,
			      code_at (loading, (address & RETURN_ADDRESS) - 1),
			      &chain);
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
