/* load-code.c - which functions samples of time are in.  See sampling.h.

   SPDX-License-Identifier: Apache-2.0

   symbols.c, perf-map.c, inlined.c -> load-code.c -> load-samples.c.

   Code that is of no file may be what the process made as it ran, and listed
   (perf-map.h).  */

#include "model/addresses.h"
#include "model/sampling.h"
#include "base/object/perf-map.h"
#include "base/proc.h"
#include "base/texts.h"
#include "hash.h"

#include <stdlib.h>
#include <string.h>

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

/* Returns whether the function with SIGNATURE is NAME, which says nothing of
   parameters, or has Fortran's underscore.  */
static bool
is_same_plain (const char *signature, const char *name)
{
  OWNED char *bare = bare_name (signature);
  size_t length = strlen (bare);
  return !strncmp (bare, name, length)
	 && (!name[length] || !strcmp (name + length, "_"));
}

/* Returns how much the function with SIGNATURE is like NAME, of a symbol.  */
static enum likeness
likeness_of (const char *signature, const char *name)
{
  if (!strchr (name, '('))
    return is_same_plain (signature, name) ? SAME : NOT_ALIKE;
  size_t length = strlen (name), whole = strlen (signature);
  if (whole >= length && !strcmp (signature + whole - length, name)
      && (whole == length || strchr (" *&", signature[whole - length - 1])))
    return SAME;
  OWNED char *a = bare_name (signature), *b = bare_name (name);
  bool are_alike = !strcmp (a, b);
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
   the recorder's.  Its syscall does for the program what the C library's
   does.  */
static bool
is_of_recorder (const struct module *module, const struct symbol *symbol)
{
  if (is_recorder (module->path))
    return !symbol || strcmp (symbol->name, "syscall") != 0;
  return symbol && is_recorder_function (symbol->name);
}

/* Returns whether PLACE of the profile is a recorded function that was never
   switched off.  */
static bool
is_counted (const struct loading *loading, uint32_t place)
{
  bool is_recorded = false;
  for (uint64_t i = 0; i < loading->place_count; i++)
    if (loading->places[i] == place)
      {
	is_recorded = true;
	if (loading->off[i])
	  return false;
      }
  return is_recorded;
}

static char *
name_of_code (const struct loading *loading, const struct code *code)
{
  if (code->is_inlined)
    return copy_string (loading->profile->places[code->place].name);
  if (code->symbol && code->symbol->signature)
    return copy_string (code->symbol->signature);
  if (code->symbol && !code->module)
    return copy_string (code->symbol->name);
  /* What a program in UPC calls main.  */
  if (code->symbol && !strcmp (code->symbol->name, "upc_main"))
    return copy_string ("main");
  if (code->symbol && !*code->symbol->name)
    return NULL;
  if (code->symbol)
    return function_of_symbol (code->symbol->name);
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

uint64_t
start_of_function (struct loading *loading, uint64_t pc)
{
  const struct module *module = module_of (loading->process, pc);
  const struct symbol *symbol = module ? symbol_in (module, pc) : NULL;
  return symbol ? symbol->start + module->bias : 0;
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

/* The kernel maps nothing below.  */
enum { LEAST_CODE = 4096 };

/* Returns what is at PC, without a name: what others may be inlined into.  */
static struct code
look_up_code (struct loading *loading, uint64_t pc)
{
  const struct module *module = module_of (loading->process, pc);
  struct code code = {
    .place = NO_NODE, .outer = NO_CODE, .is_recording = pc == 0
  };
  if (module)
    {
      code.module = module->path;
      code.symbol = symbol_in (module, pc);
      code.is_recording = is_of_recorder (module, code.symbol);
    }
  else if (pc >= LEAST_CODE)
    {
      code.symbol = made_function (loading, pc);
      code.module = code.symbol ? NULL : MADE_CODE;
    }
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
	&& s->codes[i].outer == code.outer
	&& (!code.is_inlined || s->codes[i].place == code.place))
      return (uint32_t) i;
  code.name = name_of_code (loading, &code);
  code.is_foreign = code.module && !may_be_instrumented (code.module);
  code.is_counted = code.is_inlined && is_counted (loading, code.place);
  ONE_MORE (s->codes, s->code_count, s->code_room) = code;
  return (uint32_t) s->code_count - 1;
}

enum likeness
likeness_of_code (const struct code *code, const struct place *place)
{
  const struct symbol *symbol = code->symbol;
  if (symbol && symbol->signature)
    return symbol->line == place->line
	   && !strcmp (symbol->signature, place->name) ? SAME : NOT_ALIKE;
  return code->is_foreign ? NOT_ALIKE : likeness_of (place->name, code->name);
}

/* Returns the recorded function that is most like CODE, or NO_NODE.  */
static uint32_t
find_function (const struct loading *loading, const struct code *code)
{
  enum likeness best = NOT_ALIKE;
  uint32_t found = NO_NODE;
  for (uint64_t i = 0; i < loading->place_count && best != SAME; i++)
    {
      const struct place *place = &loading->profile->places[loading->places[i]];
      enum likeness likeness = place->kind == PLACE_FUNCTION
			       ? likeness_of_code (code, place)
			       : NOT_ALIKE;
      if (likeness > best)
	{
	  best = likeness;
	  found = loading->places[i];
	}
    }
  return found;
}

/* Returns whether CODE at PC, which has a symbol, is of a function of the
   program's that is not recorded, nor is what is inlined there.  */
static bool
is_plain (const struct loading *loading, uint64_t pc, struct code *code)
{
  if (!code->has_been_asked)
    code->is_plain
      = code->name && !has_inlined (loading)
	&& !is_installed (module_of (loading->process, pc))
	&& (code->is_foreign || find_function (loading, code) == NO_NODE);
  code->has_been_asked = true;
  return code->is_plain;
}

/* Returns the number of the code at PC: the function that is inlined there, if
   one is.  */
static uint32_t
add_code (struct loading *loading, uint64_t pc)
{
  struct code code = look_up_code (loading, pc);
  uint32_t number = number_of_code (loading, code);
  if (!code.module || !code.symbol || code.is_recording)
    return number;
  struct code *symbol = &loading->sampling->codes[number];
  size_t count;
  uint32_t *places = inlined_at (loading, pc, is_plain (loading, pc, symbol)
				 ? &symbol->plain : NULL, &count);
  code.is_inlined = true;
  while (count-- > 0)
    {
      code.place = places[count];
      code.outer = number;
      number = number_of_code (loading, code);
    }
  free (places);
  return number;
}

ELEMENTS (pc, struct known_pc, gasp_mix (x->pc), x->pc == y->pc)

uint32_t
code_at (struct loading *loading, uint64_t pc)
{
  struct sampling *s = loading->sampling;
  const struct known_pc wanted = { .pc = pc };
  uint32_t number = index_number (&s->pc_index, s->pc_count, gasp_mix (pc),
				  hash_of_pc, is_pc, s->pcs, &wanted);
  if (number == s->pc_count)
    ONE_MORE (s->pcs, s->pc_count, s->pc_room)
      = (struct known_pc) { pc, add_code (loading, pc) };
  return s->pcs[number].code;
}

uint32_t
place_of_code (struct loading *loading, struct code *code)
{
  if (code->place == NO_NODE && code->symbol)
    {
      code->place = find_function (loading, code);
      code->is_known = code->place != NO_NODE;
      code->is_counted = code->is_known && is_counted (loading, code->place);
    }
  if (code->place == NO_NODE)
    code->place = code->plain
		  ? place_of_function (loading, code->plain)
		  : intern_place (loading->profile, &(struct place) {
		      .kind = PLACE_FUNCTION, .name = shared_text (code->name),
		      .is_made = code->symbol && !code->module
		    });
  return code->place;
}

const struct place *
place_of_raw (const struct loading *loading, uint32_t i, bool *is_source)
{
  uint64_t number = record_number (&loading->record, GASP_RECORD_PLACES,
				   loading->raw[i].place);
  if (number >= loading->place_count)
    return NULL;
  *is_source = loading->is_source[number];
  return &loading->profile->places[loading->places[number]];
}

bool
is_code_of (const struct loading *loading, const struct code *code,
	    const struct place *place)
{
  if (!code->is_inlined)
    return likeness_of_code (code, place) != NOT_ALIKE;
  const struct place *inlined = &loading->profile->places[code->place];
  return begins_at (place, inlined->file, inlined->line)
	 && (inlined->line || same_text (place->name, inlined->name));
}
