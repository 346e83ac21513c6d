/* load-samples.c - where threads were by samples of time.  See load.h.

   SPDX-License-Identifier: Apache-2.0

   symbols.c, perf-map.c -> load-samples.c -> load-times.c, load-tree.c.

   A sample has the node of the innermost call that is recorded, and an address.
   The function there need not be the node's: it may be switched off, not
   instrumented, or a library's.  Then it becomes a child of the node, by as
   much of the node's time as it has of its samples.  Addresses in the recorder
   are recording.  Code that is of no file may be what the process made as it
   ran, and listed (perf-map.h).  */

#include "model/addresses.h"
#include "model/load.h"
#include "base/object/perf-map.h"
#include "base/index.h"
#include "base/proc.h"
#include "base/object/symbols.h"
#include "hash.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A function that samples are in.  */
struct code
{
  const struct symbol *symbol;	/* null: code of MODULE without one */
  const char *module;		/* null: none is known */
  char *name;			/* null: nobody's, and so the node's */
  bool is_recording, is_inlined;
  uint32_t place;		/* of the profile, if IS_INLINED, and once it is
				   wanted; or NO_NODE */
  bool is_known;		/* that is a recorded function */
  bool is_counted;		/* calls of that are all recorded */
};

/* So much time of a raw NODE passed in CODE, which is a number.  */
struct time_sample
{
  uint32_t node, code;
  double ns, count;
};

/* The code at an address.  */
struct known_pc { uint64_t pc; uint32_t code; };

struct sampling
{
  struct time_sample *list;	/* by node, after link_samples */
  size_t count, room;
  struct code *codes;
  size_t code_count, code_room;
  struct known_pc *pcs;
  size_t pc_count, pc_room;
  struct index pc_index;
  struct sampled_node *nodes;	/* of each raw node */
  bool are_few;			/* they say nothing of libraries' functions */
  bool are_many;		/* of the thread that is loaded */
  const struct symbols *made;	/* by the process; null: not looked at yet */
};

/* Where in the list its samples are, and whether its last call was over when they
   were taken.  */
struct sampled_node
{
  struct seen sampled;
  size_t first, end;
  bool is_over;
};

/* ---- Which function.  */

/* Returns NAME without parameters, types and template arguments; allocated.  */
static char *
bare_name (const char *name)
{
  char *bare = short_name (name);
  if (!*bare)
    {
      free (bare);
      bare = copy_string (name);
    }
  if (strstr (bare, "operator"))
    return bare;
  size_t length = 0, depth = 0;
  for (const char *c = bare; *c; c++)
    {
      depth += *c == '<';
      if (!depth)
	bare[length++] = *c;
      depth -= depth && *c == '>';
    }
  bare[length] = '\0';
  return bare;
}

enum likeness { NOT_ALIKE, ALIKE, SAME };

/* Returns whether the function with SIGNATURE is NAME, which says nothing of
   parameters, or has Fortran's underscore.  */
static bool
is_plain (const char *signature, const char *name)
{
  char *bare = bare_name (signature);
  size_t length = strlen (bare);
  bool result = !strncmp (bare, name, length)
		&& (!name[length] || !strcmp (name + length, "_"));
  free (bare);
  return result;
}

/* Returns how well the function with SIGNATURE, as the compiler recorded it,
   agrees with NAME, of its symbol.  */
static enum likeness
likeness_of (const char *signature, const char *name)
{
  if (!strchr (name, '('))
    return is_plain (signature, name) ? SAME : NOT_ALIKE;
  size_t length = strlen (name), whole = strlen (signature);
  if (whole >= length && !strcmp (signature + whole - length, name)
      && (whole == length || strchr (" *&", signature[whole - length - 1])))
    return SAME;
  char *a = bare_name (signature), *b = bare_name (name);
  bool are_alike = !strcmp (a, b);
  free (a);
  free (b);
  return are_alike ? ALIKE : NOT_ALIKE;
}

static bool
starts_with (const char *text, const char *start)
{
  return !strncmp (text, start, strlen (start));
}

/* Returns whether the file PATH is the recorder's or the runtime's.  */
static bool
is_recorder (const char *path)
{
  const char *name = base_name (path);
  return starts_with (name, "libgasp") || starts_with (name, "libpapi.");
}

/* Returns whether SYMBOL is a function of the recorder in a static program.  */
static bool
is_recorder_function (const char *symbol)
{
  return starts_with (symbol, "gasp_") || starts_with (symbol, "__gasp_");
}

/* Returns whether the code of MODULE that SYMBOL, which may be null, is for is
   the recorder's.  */
static bool
is_of_recorder (const struct module *module, const struct symbol *symbol)
{
  return is_recorder (module->path)
	 || (symbol && is_recorder_function (symbol->name));
}

/* Returns "m::f" for Fortran's "__m_MOD_f", instead of NAME; allocated.  */
static char *
fortran_name (char *name)
{
  char *middle = strstr (name, "_MOD_");
  if (!starts_with (name, "__") || !middle)
    return name;
  char *result = print_string ("%.*s::%s", (int) (middle - name - 2), name + 2,
			       middle + 5);
  free (name);
  return result;
}

/* Returns whether the recorded function PLACE of the profile was never switched
   off.  */
static bool
is_counted (const struct loading *loading, uint32_t place)
{
  for (uint64_t i = 0; i < loading->place_count; i++)
    if (loading->places[i] == place && loading->off[i])
      return false;
  return true;
}

static char *
name_of_code (const struct loading *loading, const struct code *code)
{
  if (code->is_inlined)
    return copy_string (loading->profile->places[code->place].name);
  if (code->symbol && !code->module)
    return copy_string (code->symbol->name);
  /* What a program in UPC calls main.  */
  if (code->symbol && !strcmp (code->symbol->name, "upc_main"))
    return copy_string ("main");
  if (code->symbol && !*code->symbol->name)
    return NULL;
  if (code->symbol)
    return fortran_name (function_of_symbol (code->symbol->name));
  return code->module ? print_string ("(%s)", base_name (code->module)) : NULL;
}

const struct module *
module_of (const struct process *process, uint64_t pc)
{
  for (size_t i = 0; i < process->module_count; i++)
    if (pc >= process->modules[i].start && pc < process->modules[i].end)
      return &process->modules[i];
  return NULL;
}

static const struct symbol *
symbol_in (const struct module *module, uint64_t pc)
{
  return symbol_at (symbols_of (module->path, module->build_id),
		    pc - module->bias);
}

bool
is_recorder_at (const struct process *process, uint64_t pc)
{
  const struct module *module = module_of (process, pc);
  return module ? is_of_recorder (module, symbol_in (module, pc)) : !pc;
}

/* Returns the function that the process made at PC, or null.  */
static const struct symbol *
made_function (struct loading *loading, uint64_t pc)
{
  struct sampling *s = loading->sampling;
  const struct process *process = loading->process;
  if (!s->made)
    s->made = perf_map_of (process->path, process->pid,
			   is_this_host (process->host),
			   process->start_realtime);
  return symbol_at (s->made, pc);
}

/* Returns what is at PC, without a name.  */
static struct code
look_up_code (struct loading *loading, uint64_t pc)
{
  const struct module *module = module_of (loading->process, pc);
  struct code code = { .place = NO_NODE, .is_recording = pc == 0 };
  if (module)
    {
      code.module = module->path;
      code.symbol = symbol_in (module, pc);
      code.is_recording = is_of_recorder (module, code.symbol);
    }
  else if (pc)
    code.symbol = made_function (loading, pc);
  if (module && code.symbol && !code.is_recording)
    code.place = inlined_at (loading, pc);
  code.is_inlined = code.place != NO_NODE;
  return code;
}

/* Returns the number of CODE among those that are known, and adds it.  */
static uint32_t
number_of_code (struct loading *loading, struct code code)
{
  struct sampling *s = loading->sampling;
  for (size_t i = 0; i < s->code_count; i++)
    if (s->codes[i].symbol == code.symbol && s->codes[i].module == code.module
	&& s->codes[i].is_recording == code.is_recording
	&& s->codes[i].is_inlined == code.is_inlined
	&& (!code.is_inlined || s->codes[i].place == code.place))
      return (uint32_t) i;
  code.name = name_of_code (loading, &code);
  code.is_counted = code.is_inlined && is_counted (loading, code.place);
  s->codes = room_for_one (s->codes, s->code_count, &s->code_room,
			   sizeof *s->codes);
  s->codes[s->code_count++] = code;
  return (uint32_t) s->code_count - 1;
}

static size_t
hash_of_pc (const void *sampling, uint32_t number)
{
  return gasp_mix (((const struct sampling *) sampling)->pcs[number].pc);
}

static bool
is_pc (const void *sampling, uint32_t number, const void *wanted)
{
  return ((const struct sampling *) sampling)->pcs[number].pc
	 == *(const uint64_t *) wanted;
}

/* Returns the number of the code at PC.  */
static uint32_t
code_at (struct loading *loading, uint64_t pc)
{
  struct sampling *s = loading->sampling;
  index_expect (&s->pc_index, s->pc_count, 1, hash_of_pc, s);
  uint32_t *entry = index_entry (&s->pc_index, gasp_mix (pc), is_pc, s, &pc);
  if (*entry != NO_ENTRY)
    return s->pcs[*entry].code;
  s->pcs = room_for_one (s->pcs, s->pc_count, &s->pc_room, sizeof *s->pcs);
  s->pcs[s->pc_count] = (struct known_pc) {
    pc, number_of_code (loading, look_up_code (loading, pc))
  };
  *entry = (uint32_t) s->pc_count;
  return s->pcs[s->pc_count++].code;
}

/* ---- Reading.  */

/* Returns the time that RAW stands for.  */
static double
time_of_raw (const struct loading *loading,
	     const struct gasp_record_sample *raw)
{
  return (double) gasp_record_units (raw->count)
	 * (double) loading->record.header.sample_period;
}

static void
count_sample (void *closure, const void *element,
	      uint64_t number __attribute__ ((unused)))
{
  const struct loading *loading = closure;
  struct gasp_record_sample raw;
  memcpy (&raw, element, sizeof raw);
  uint64_t node = record_number (&loading->record, GASP_RECORD_NODES, raw.node);
  if (node < loading->raw_count)
    loading->sampling->nodes[node].sampled.ns += time_of_raw (loading, &raw);
}

static bool
is_off (const struct loading *loading, uint32_t i)
{
  uint64_t place = record_number (&loading->record, GASP_RECORD_PLACES,
				  loading->raw[i].place);
  return place < loading->place_count && loading->off[place];
}

/* Returns the timed node that raw node I, whose calls were counted, is below;
   or I.  */
static uint32_t
timed_node (const struct loading *loading, uint32_t i)
{
  for (uint64_t level = 0; level < loading->raw_count; level++)
    {
      if (!loading->raw[i].period || loading->raw_parent[i] == NO_NODE)
	break;
      i = loading->raw_parent[i];
    }
  return i;
}

/* Finds what was switched off, and has more samples than time; these may have
   been its caller's, which may be over, too.  Callers come first in a
   record.  */
static void
find_over (struct loading *loading)
{
  enum { SOME = 4 };
  struct sampled_node *nodes = loading->sampling->nodes;
  double period = (double) loading->record.header.sample_period;
  record_each (&loading->record, GASP_RECORD_SAMPLES, count_sample, loading);
  for (uint32_t i = 0; i < loading->raw_count; i++)
    nodes[timed_node (loading, i)].sampled.cost += nodes[i].sampled.ns;
  for (uint32_t i = (uint32_t) loading->raw_count; i-- > 0;)
    {
      const struct gasp_record_node *raw = &loading->raw[i];
      uint32_t caller = loading->raw_parent[i];
      double took = raw->ticks > 0 ? (double) raw->ticks * loading->ns_per_tick : 0;
      nodes[i].is_over = raw->ticks >= 0 && is_off (loading, i)
			 && nodes[i].sampled.cost > took + SOME * period;
      if (nodes[i].is_over && caller != NO_NODE)
	nodes[timed_node (loading, caller)].sampled.cost
	  += nodes[i].sampled.cost;
    }
  for (uint32_t i = 0; i < loading->raw_count; i++)
    nodes[i].sampled = (struct seen) { 0, 0, 0 };
}

/* Returns raw node I, or the innermost caller of it that may have been open.
   When a function is switched off, its call is over unseen, and the thread
   seems to stay in it.  */
static uint32_t
still_open (const struct loading *loading, uint32_t i)
{
  for (uint64_t level = 0; level < loading->raw_count; level++)
    {
      uint32_t timed = timed_node (loading, i);
      if (!loading->sampling->nodes[timed].is_over
	  || loading->raw_parent[timed] == NO_NODE)
	break;
      i = loading->raw_parent[timed];
    }
  return i;
}

/* Moves the time of raw node I off the processor likewise.  */
static void
move_away (struct loading *loading, uint32_t i)
{
  struct gasp_record_node *from = &loading->raw[i];
  struct gasp_record_node *to = &loading->raw[still_open (loading, i)];
  if (from == to)
    return;
  to->waited += from->waited;
  to->ready += from->ready;
  from->waited = from->ready = 0;
}

static void
add_sample (void *closure, const void *element,
	    uint64_t number __attribute__ ((unused)))
{
  struct loading *loading = closure;
  struct sampling *s = loading->sampling;
  struct gasp_record_sample raw;
  memcpy (&raw, element, sizeof raw);
  uint64_t node = record_number (&loading->record, GASP_RECORD_NODES, raw.node);
  if (!raw.count || node >= loading->raw_count)
    return;
  node = still_open (loading, (uint32_t) node);
  uint32_t code = code_at (loading, raw.pc);
  double ns = time_of_raw (loading, &raw);
  double taken = (double) gasp_record_taken (raw.count);
  struct seen *sampled = &s->nodes[node].sampled;
  sampled->count += taken;
  if (s->codes[code].is_recording)
    {
      sampled->cost += ns;
      return;
    }
  sampled->ns += ns;
  s->list = room_for_one (s->list, s->count, &s->room, sizeof *s->list);
  s->list[s->count++] = (struct time_sample) {
    (uint32_t) node, code, ns, taken
  };
}

static int
by_node (const void *a, const void *b)
{
  const struct time_sample *x = a, *y = b;
  if (x->node != y->node)
    return x->node < y->node ? -1 : 1;
  return x->code < y->code ? -1 : x->code > y->code;
}

/* Joins the samples of a node with the same code, and sets where each node's
   are.  */
static void
link_samples (struct sampling *s)
{
  size_t kept = 0;
  if (s->count)
    qsort (s->list, s->count, sizeof *s->list, by_node);
  for (size_t i = 0; i < s->count; i++)
    if (kept && !by_node (&s->list[kept - 1], &s->list[i]))
      {
	s->list[kept - 1].ns += s->list[i].ns;
	s->list[kept - 1].count += s->list[i].count;
      }
    else
      s->list[kept++] = s->list[i];
  s->count = kept;
  for (size_t i = kept; i-- > 0;)
    {
      struct sampled_node *node = &s->nodes[s->list[i].node];
      node->first = i;
      node->end = node->end ? node->end : i + 1;
    }
}

static const struct place *
place_of_raw (const struct loading *loading, uint32_t i, bool *is_source)
{
  uint64_t number = record_number (&loading->record, GASP_RECORD_PLACES,
				   loading->raw[i].place);
  if (number >= loading->place_count)
    return NULL;
  *is_source = loading->is_source[number];
  return &loading->profile->places[loading->places[number]];
}

/* Returns whether there are so few samples that one more, or less, in a function
   of a library changes much, and calls of the program's functions are timed.  */
static bool
are_few (const struct loading *loading)
{
  const struct sampling *s = loading->sampling;
  bool is_source;
  double count = 0;
  for (size_t i = 0; i < s->count; i++)
    count += s->list[i].count;
  if (count >= GASP_RECORD_LEAST_SAMPLES || loading->process->sample_event)
    return false;
  for (uint32_t i = 0; i < loading->raw_count; i++)
    {
      const struct place *place = place_of_raw (loading, i, &is_source);
      if (place && place->kind == PLACE_FUNCTION && loading->raw[i].calls)
	return true;
    }
  return false;
}

void
load_time_samples (struct loading *loading)
{
  const struct gasp_record_header *header = &loading->record.header;
  if (!header->sampler || !header->sample_period)
    return;
  loading->sampling = allocate (1, sizeof *loading->sampling);
  loading->sampling->nodes
    = allocate (loading->raw_count, sizeof *loading->sampling->nodes);
  find_over (loading);
  for (uint64_t i = 0; i < loading->raw_count; i++)
    move_away (loading, (uint32_t) i);
  record_each (&loading->record, GASP_RECORD_SAMPLES, add_sample, loading);
  link_samples (loading->sampling);
  loading->sampling->are_few = are_few (loading);
}

void
free_samples (struct loading *loading)
{
  struct sampling *s = loading->sampling;
  if (!s)
    return;
  for (size_t i = 0; i < s->code_count; i++)
    free (s->codes[i].name);
  free (s->codes);
  free (s->pcs);
  index_free (&s->pc_index);
  free (s->list);
  free (s->nodes);
  free (s);
}

/* ---- What nodes took.  */

void
begin_samples (struct loading *loading, const uint32_t *nodes, size_t count)
{
  struct sampling *s = loading->sampling;
  double samples = 0;
  for (size_t n = 0; s && n < count; n++)
    samples += s->nodes[nodes[n]].sampled.count;
  if (!samples)
    return;
  loading->process->goes_by_samples = true;
  s->are_many = samples >= GASP_RECORD_LEAST_SAMPLES;
}

struct seen
sampled_at (const struct loading *loading, uint32_t i)
{
  return loading->sampling ? loading->sampling->nodes[i].sampled
	 : (struct seen) { 0, 0, 0 };
}

bool
is_by_samples (const struct loading *loading, uint32_t i)
{
  const struct sampling *s = loading->sampling;
  return s && s->are_many && s->nodes[i].is_over;
}

/* ---- Whose that is.  */

/* Returns whether samples were in the function with SIGNATURE, so that it is
   not just inlined into others.  */
static bool
is_emitted (const struct loading *loading, const char *signature)
{
  const struct sampling *s = loading->sampling;
  for (size_t i = 0; i < s->code_count; i++)
    if (s->codes[i].symbol && s->codes[i].name && !s->codes[i].is_inlined
	&& likeness_of (signature, s->codes[i].name) != NOT_ALIKE)
      return true;
  return false;
}

/* Returns whether CODE is of the function PLACE.  */
static bool
is_code_of (const struct loading *loading, const struct code *code,
	    const struct place *place)
{
  if (!code->is_inlined)
    return likeness_of (place->name, code->name) != NOT_ALIKE;
  const struct place *inlined = &loading->profile->places[code->place];
  return begins_at (place, inlined->file, inlined->line);
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
	  if (!is_source || is_emitted (loading, place->name))
	    return false;
	}
      i = loading->raw_parent[i];
    }
  return false;
}

/* Returns the recorded function that is most like NAME, or NO_NODE.  */
static uint32_t
find_function (const struct loading *loading, const char *name)
{
  enum likeness best = NOT_ALIKE;
  uint32_t found = NO_NODE;
  for (uint64_t i = 0; i < loading->place_count && best != SAME; i++)
    {
      const struct place *place = &loading->profile->places[loading->places[i]];
      enum likeness likeness = place->kind == PLACE_FUNCTION
			       ? likeness_of (place->name, name) : NOT_ALIKE;
      if (likeness > best)
	{
	  best = likeness;
	  found = loading->places[i];
	}
    }
  return found;
}

/* Returns the place of the function CODE: one that is recorded, or a new
   one.  */
static uint32_t
place_of_code (struct loading *loading, struct code *code)
{
  if (code->place == NO_NODE && code->symbol)
    {
      code->place = find_function (loading, code->name);
      code->is_known = code->place != NO_NODE;
      code->is_counted = code->is_known && is_counted (loading, code->place);
    }
  if (code->place == NO_NODE)
    code->place = intern_place (loading->profile, &(struct place) {
      .kind = PLACE_FUNCTION, .name = copy_string (code->name)
    });
  return code->place;
}

/* Adds to the node CHILD, of CODE, the time NS, from COUNT samples.  */
static void
add_time (struct node *child, const struct code *code, double ns, double count)
{
  child->self += ns;
  child->running += ns;
  child->self_variance += ns * ns / fmax (count, 1);
  child->running_variance += ns * ns / fmax (count, 1);
  child->observed = true;
  child->calls_at_least |= !code->is_counted;
}

/* Returns whether raw node I is a thread of a team between its regions.  */
static bool
is_idle (const struct loading *loading, uint32_t i)
{
  const struct profile *profile = loading->profile;
  return loading->raw_parent[i] == NO_NODE
	 && profile->threads[profile->thread_count - 1]->team_number;
}

/* Returns whether samples in CODE belong to raw node I itself: they are in its
   function, in nothing that has a name, or in what an event or an idle thread
   does in libraries, as waiting.  */
static bool
is_own_code (struct loading *loading, uint32_t i, struct code *code)
{
  bool is_source = false;
  const struct place *place = place_of_raw (loading, i, &is_source);
  if (!code->name)
    return true;
  if ((place && place->kind == PLACE_EVENT) || is_idle (loading, i))
    {
      place_of_code (loading, code);
      return !code->is_known && !code->is_inlined;
    }
  return code->symbol && is_within (loading, i, code);
}

/* The most by which the time of samples is scaled up to the time that the node
   ran.  The rest was in the kernel, in the node itself.  */
#define MOST_SCALE 1.25

void
divide_by_code (struct loading *loading, struct tree *tree, uint32_t node,
		uint32_t i, struct own_time *time)
{
  struct sampling *s = loading->sampling;
  if (!s || !s->nodes[i].end || s->are_few)
    return;
  size_t counters = loading->profile->counter_count;
  double running = fmax (0, time->ns - time->waiting - time->ready);
  double scale = fmin (MOST_SCALE, running / s->nodes[i].sampled.ns);
  for (size_t n = s->nodes[i].first; n < s->nodes[i].end; n++)
    {
      const struct time_sample *sample = &s->list[n];
      struct code *code = &s->codes[sample->code];
      bool is_own = is_own_code (loading, i, code);
      uint32_t child = is_own ? node
		       : tree_node (tree, node, place_of_code (loading, code),
				    counters);
      if (loading->process->sample_event)
	tree->nodes[child].samples += (uint64_t) sample->count;
      if (is_own)
	continue;
      double ns = sample->ns * scale;
      add_time (&tree->nodes[child], code, ns, sample->count);
      time->ns = fmax (0, time->ns - ns);
    }
}
