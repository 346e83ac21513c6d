/* divide-samples.c - whose the samples of a node are.  See load.h.

   SPDX-License-Identifier: Apache-2.0

   load-samples.c -> divide-samples.c -> load-times.c, load-tree.c.

   The function at the address of a sample need not be its node's: it may be
   switched off, not instrumented, or a library's.  Then it becomes a child of
   the node, by as much of the node's time as it has of its samples; with the
   function that called it in between, if that is switched off.  */

#include "model/addresses.h"
#include "model/roles.h"
#include "model/sampling.h"

#include <math.h>
#include <string.h>

/* Returns whether samples were in the function PLACE, so that it is not just
   inlined into others.  */
static bool
is_emitted (const struct loading *loading, const struct place *place)
{
  const struct sampling *s = loading->sampling;
  for (size_t i = 0; i < s->code_count; i++)
    if (s->codes[i].symbol && s->codes[i].name && !s->codes[i].is_inlined
	&& likeness_of_code (&s->codes[i], place) != NOT_ALIKE)
      return true;
  return false;
}

/* Returns whether CODE is of the innermost function of raw node I, or of one
   that this one is inlined into.  */
static bool
is_within (const struct loading *loading, uint32_t i, const struct code *code)
{
  enum { MOST_LEVELS = 1000 };
  bool is_source = false;
  for (int level = 0; level < MOST_LEVELS && i != NO_NODE; level++)
    {
      const struct place *place = place_of_raw (loading, i, &is_source);
      if (place && place->kind == PLACE_FUNCTION)
	{
	  if (is_code_of (loading, code, place))
	    return true;
	  if (!is_source || is_emitted (loading, place))
	    return false;
	}
      i = loading->raw_parent[i];
    }
  return false;
}

void
add_estimate (struct node *child, double ns, double ready, double variance)
{
  child->self += ns + ready;
  child->running += ns;
  child->self_variance += variance;
  child->running_variance += variance;
  child->observed = true;
}

/* Returns whether raw node I is a thread of a team between its regions.  */
static bool
is_idle (const struct loading *loading, uint32_t i)
{
  size_t thread = loading->process->first_thread
		  + loading->destinations[i].thread;
  return loading->raw_parent[i] == NO_NODE
	 && loading->profile->threads[thread]->team_number;
}

/* Returns whether CODE is in GCC's library for OpenMP, which may be a part of a
   static program.  */
static bool
is_of_openmp (const struct code *code)
{
  const char *name = code->symbol ? code->symbol->name : "";
  return (code->module && !strncmp (base_name (code->module), "libgomp", 7))
	 || !strncmp (name, "gomp_", 5) || !strncmp (name, "GOMP_", 5);
}

/* Returns whether CODE is of a library that the program calls in the event
   PLACE, such as a loop of a team of threads, rather than of what makes that
   event.  */
static bool
is_called_within (const struct place *place, const struct code *code)
{
  enum role role = role_of_place (place);
  return (role == ROLE_MEMBER || role == ROLE_WORKSHARE || role == ROLE_TASK
	  || role == ROLE_HOLD)
	 && code->is_foreign && !is_of_openmp (code);
}

/* Returns whether a thread of a team may be in CODE between its regions: it is
   of the libraries by which threads begin and wait, and of the recorder.  */
static bool
is_of_idle (const struct code *code)
{
  static const char *const libraries[] = {
    "libc.", "libpthread", "ld-", "ld."
  };
  /* In static programs.  */
  static const char *const functions[] = { "start_thread", "clone", "clone3",
					   "__clone", "__clone3" };
  const char *module = code->module ? base_name (code->module) : "";
  const char *name = code->symbol ? code->symbol->name : "";
  bool found = code->is_recording || is_of_openmp (code);
  for (size_t i = 0; i < COUNT_OF (libraries); i++)
    found |= !strncmp (module, libraries[i], strlen (libraries[i]));
  for (size_t i = 0; i < COUNT_OF (functions); i++)
    found |= !strcmp (name, functions[i]);
  return found;
}

/* Returns whether samples in CODE belong to raw node I itself: they are in its
   function, in nothing that has a name, in what an event does in libraries, as
   waiting, or in what an idle thread does.  */
static bool
is_own_code (struct loading *loading, uint32_t i, struct code *code)
{
  bool is_source = false;
  const struct place *place = place_of_raw (loading, i, &is_source);
  if (!code->name)
    return true;
  if (is_idle (loading, i))
    return is_of_idle (code);
  if (place && place->kind == PLACE_EVENT && !is_called_within (place, code))
    {
      place_of_code (loading, code);
      return !code->is_known && !code->is_inlined;
    }
  return code->symbol && is_within (loading, i, code);
}

/* Returns whether SAMPLE belongs to raw node I itself.  What regions do in the
   libraries of idle threads, when these regions are left out, does not.  */
static bool
is_own_sample (struct loading *loading, uint32_t i,
	       const struct time_sample *sample)
{
  const struct sampling *s = loading->sampling;
  if (!is_own_code (loading, i, &s->codes[sample->code]))
    return false;
  if (is_idle (loading, i))
    for (uint32_t c = sample->caller; c != NO_CALLER; c = s->callers[c].outer)
      if (!is_of_idle (&s->codes[s->callers[c].code]))
	return false;
  return true;
}

double
sampled_elsewhere (struct loading *loading, uint32_t i)
{
  struct sampling *s = loading->sampling;
  double ns = 0;
  for (size_t n = s ? s->nodes[i].first : 0; s && n < s->nodes[i].end; n++)
    ns += is_own_sample (loading, i, &s->list[n]) ? 0 : s->list[n].ns;
  return ns;
}

/* Returns the innermost of CALLER and those that called it whose function
   stands on the path to NODE of TREE, with an event below it; or NO_CALLER.  */
static uint32_t
caller_on_path (struct loading *loading, const struct tree *tree,
		uint32_t node, uint32_t caller)
{
  struct sampling *s = loading->sampling;
  const struct place *places = loading->profile->places;
  if (node == NO_NODE || places[tree->nodes[node].place].kind != PLACE_EVENT)
    return NO_CALLER;
  for (; node != NO_NODE; node = tree->nodes[node].parent)
    if (places[tree->nodes[node].place].kind == PLACE_FUNCTION)
      for (uint32_t c = caller; c != NO_CALLER; c = s->callers[c].outer)
	if (place_of_code (loading, &s->codes[s->callers[c].code])
	    == tree->nodes[node].place)
	  return c;
  return NO_CALLER;
}

/* Returns the node of TREE below NODE, of raw node I, that CALLER is: below
   those that called it, up to END.  What GCC's OpenMP calls is below the event
   that it makes of that.  */
static uint32_t
node_of_caller (struct loading *loading, struct tree *tree, uint32_t node,
		uint32_t i, uint32_t caller, uint32_t end)
{
  struct sampling *s = loading->sampling;
  if (caller == end || caller == NO_CALLER)
    return node;
  const struct caller *c = &s->callers[caller];
  uint32_t outer = node_of_caller (loading, tree, node, i, c->outer, end);
  struct code *code = &s->codes[c->code];
  if (outer == node
      && ((end != NO_CALLER && is_of_openmp (code))
	  || is_own_code (loading, i, code)))
    return node;
  return node_of_code (loading, tree, outer, c->code);
}

uint32_t
child_of_sample (struct loading *loading, struct tree *tree, uint32_t node,
		 uint32_t i, const struct time_sample *sample)
{
  struct code *code = &loading->sampling->codes[sample->code];
  uint32_t end = caller_on_path (loading, tree, node, sample->caller);
  node = node_of_caller (loading, tree, node, i, sample->caller, end);
  return tree_node (tree, node, place_of_code (loading, code),
		    loading->profile->counter_count);
}

/* Returns the node for SAMPLE, which was in NODE itself, of raw node I and
   below TOP.  That an allocation stands at a function does not say who has
   called that, as the stack may do.  */
static uint32_t
own_of_sample (struct loading *loading, struct tree *tree, uint32_t node,
	       uint32_t top, uint32_t i, const struct time_sample *sample)
{
  uint32_t place = tree->nodes[node].place, above = loading->raw_parent[i];
  if (sample->caller == NO_CALLER || above == NO_NODE
      || !is_allocation (&loading->profile->places[place]))
    return node;
  uint32_t caller = node_of_caller (loading, tree, top, above, sample->caller,
				    NO_CALLER);
  return tree_node (tree, caller, place, loading->profile->counter_count);
}

/* Where samples of a raw node I are: at NODE of the tree, if they are its own;
   TOP has called it.  */
struct site { uint32_t i, node, top; };

/* Returns where those are of SITE that have been taken in CONTEXT.  */
static struct site
site_in_context (struct loading *loading, struct tree *tree, struct site site,
		 uint32_t context)
{
  bool is_source;
  uint32_t parent = loading->raw_parent[site.i];
  const struct place *place = place_of_raw (loading, site.i, &is_source);
  if (context == NO_CONTEXT || !place || parent == NO_NODE)
    return site;
  if (place->kind == PLACE_FUNCTION)
    site.node = node_in_context (loading, tree, site.i, context);
  else
    {
      uint32_t top = node_in_context (loading, tree, parent, context);
      if (top != loading->destinations[parent].node)
	site.top = top;
    }
  return site;
}

/* Returns the node of TREE that SAMPLE, which IS_OWN of SITE, was in.  */
static uint32_t
node_of_sample (struct loading *loading, struct tree *tree, struct site site,
		const struct time_sample *sample, bool is_own)
{
  site = site_in_context (loading, tree, site, sample->context);
  return is_own ? own_of_sample (loading, tree, site.node, site.top, site.i,
				 sample)
	 : child_of_sample (loading, tree, site.node, site.i, sample);
}

/* Returns whether an event that is called NAME was left out from some time
   on.  */
static bool
is_event_off (const struct loading *loading, const char *name)
{
  for (uint64_t i = 0; i < loading->place_count; i++)
    {
      const struct place *place = &loading->profile->places[loading->places[i]];
      if (loading->off[i] && place->kind == PLACE_EVENT
	  && !strcmp (place->name, name))
	return true;
    }
  return false;
}

/* Returns whether CODE is of a function that was recorded for some time only,
   or its calls were, as events: samples alone say what it took then.  */
static bool
is_switched_off (struct loading *loading, struct code *code)
{
  /* This may move the places.  */
  uint32_t at = place_of_code (loading, code);
  const struct place *place = &loading->profile->places[at];
  return code->is_known ? !code->is_counted
			: is_event_off (loading, place->name);
}

/* The most by which the time of samples is scaled up to the time that the node
   ran.  The rest was in the kernel, in the node itself.  */
#define MOST_SCALE 1.25

void
divide_by_code (struct loading *loading, struct tree *tree, uint32_t node,
		uint32_t top, uint32_t i, struct own_time *time)
{
  enum { SOME = 8 };
  struct sampling *s = loading->sampling;
  const struct site site = { i, node, top };
  if (!s || !s->nodes[i].end)
    return;
  double running = fmax (0, time->ns - time->waiting - time->ready);
  double scale = fmin (MOST_SCALE, running / s->nodes[i].sampled.ns);
  /* It was ready where it ran, as far as that is known, or had waited.  */
  double ready = time->waiting <= time->ready
		 && s->nodes[i].sampled.count >= SOME ? time->ready : 0;
  for (size_t n = s->nodes[i].first; n < s->nodes[i].end; n++)
    {
      struct time_sample *sample = &s->list[n];
      struct code *code = &s->codes[sample->code];
      bool is_own = is_own_sample (loading, i, sample);
      if (s->are_few && (is_own || !is_switched_off (loading, code)))
	continue;
      uint32_t child = node_of_sample (loading, tree, site, sample, is_own);
      sample->at = child;
      if (loading->process->sample_event)
	tree->nodes[child].samples += (uint64_t) sample->count;
      if (child == node)
	continue;
      double ns = sample->given = sample->ns * scale;
      double part = running > 0 ? fmin (time->ready, ready * ns / running) : 0;
      add_estimate (&tree->nodes[child], ns, part,
		    ns * ns / fmax (sample->count, 1));
      tree->nodes[child].calls_at_least |= !is_own && !code->is_counted;
      tree->nodes[child].unsure += sample->caller == NO_CALLER ? ns : 0;
      time->ns = fmax (0, time->ns - ns - part);
      time->ready -= part;
    }
}

void
divide_last_wait (struct loading *loading, struct tree *tree, uint32_t i,
		  uint32_t thread, double away)
{
  struct sampling *s = loading->sampling;
  uint32_t at = loading->destinations[i].node;
  for (size_t n = 0; s && n < s->last_count && at != NO_NODE; n++)
    {
      uint64_t node = i;
      uint32_t code = code_at (loading, s->last[n].pc);
      if (s->last[n].thread != thread
	  || is_own_code (loading, i, &s->codes[code]))
	continue;
      uint32_t caller = callers_of_sample (loading, &s->last[n], &code, &node);
      struct time_sample sample = { .code = code, .caller = caller };
      uint32_t child = child_of_sample (loading, tree, at, i, &sample);
      away = fmin (away, tree->nodes[at].waiting);
      tree->nodes[at].self -= away;
      tree->nodes[at].waiting -= away;
      tree->nodes[child].self += away;
      tree->nodes[child].waiting += away;
      tree->nodes[child].observed = tree->nodes[child].open = true;
      return;
    }
}

double
faults_of_sample (const struct loading *loading, uint64_t number)
{
  return loading->sampling ? loading->sampling->raw[number].faults : 0;
}

struct destination
destination_of_sample (const struct loading *loading, uint64_t number,
		       const struct gasp_record_sample *raw)
{
  const struct sampling *s = loading->sampling;
  if (!s || (!s->raw[number].ns && !s->raw[number].faults))
    return destination_of (loading, raw->node);
  const struct time_sample *sample = &s->raw[number];
  struct destination result = loading->destinations[sample->node];
  for (size_t n = s->nodes[sample->node].first;
       n < s->nodes[sample->node].end; n++)
    if (s->list[n].code == sample->code && s->list[n].caller == sample->caller
	&& s->list[n].context == sample->context && s->list[n].at != NO_NODE)
      result.node = s->list[n].at;
  return result;
}
