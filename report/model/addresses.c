/* addresses.c - what is at the addresses of a process: see addresses.h.

   SPDX-License-Identifier: Apache-2.0

   code.c reads the modules' files, if they are still those that ran.  */

#include "model/addresses.h"
#include "model/roles.h"
#include "base/object/elf-file.h"
#include "base/object/inspect.h"
#include "base/object/kept.h"
#include "base/object/members.h"
#include "base/texts.h"
#include "base/util.h"
#include "base/object/symbols.h"

#include <stdlib.h>
#include <string.h>

/* ---- Files of code, each read once.  */

struct file
{
  const char *path;
  struct code *code;		/* or null */
  struct elf elf;
  bool has_been_asked, may_be_instrumented;
};

static struct file *
file_of (const char *path)
{
  static struct file **files;
  static size_t count, room;
  /* That of a module is shared already.  */
  const char *shared = path;
  for (int round = 0; round < 2; round++, shared = shared_text (path))
    for (size_t i = 0; i < count; i++)
      if (files[i]->path == shared)
	return files[i];
  struct file *file = allocate (1, sizeof *file);
  file->path = shared;
  file->code = *path == '/' && can_read_code () ? open_code (path) : NULL;
  file->elf = open_elf (path);
  return ONE_MORE (files, count, room) = file;
}

/* Returns the file of MODULE if it is the one that ran, as far as that can be
   known; else null.  */
static struct file *
file_of_module (const struct module *module)
{
  struct file *file = file_of (module->path);
  const char *id = file->code ? build_id_of_code (file->code) : NULL;
  bool is_other = module->build_id && id && strcmp (module->build_id, id);
  return file->code && !is_other ? file : NULL;
}

bool
may_be_instrumented (const char *path)
{
  struct file *file = file_of (path);
  if (!file->has_been_asked)
    file->may_be_instrumented = !elf_section_count (&file->elf)
				|| is_instrumented_elf (&file->elf);
  file->has_been_asked = true;
  return file->may_be_instrumented;
}

/* ---- Lines.  */

/* Returns by which further calls a function shows that PLACE, a call, is made
   for it and not for its caller: one that returns with a lock has taken it for
   its caller, and so has one that waits with a lock that its caller took.  */
static unsigned int
kinds_of_user (const struct place *place)
{
  enum role role = role_of_place (place);
  if (role == ROLE_ACQUIRE || role == ROLE_TAKEN || role == ROLE_LOCK_SAMPLE)
    return CALLS_UNLOCK;
  return (role == ROLE_AWAIT || role == ROLE_WAITED)
	 && (!strncmp (place->name, "pthread_cond_", 13)
	     || !strncmp (place->name, "cnd_", 4)) ? CALLS_LOCK : 0;
}

/* Returns whether the function of FRAME, which may be a part that GCC has
   split off, calls none of KINDS: then its calls are those of the next one,
   which it is inlined into.  */
static bool
is_for_caller (const struct code_frame *frame, unsigned int kinds)
{
  return kinds && frame->calls && !(frame->calls & kinds)
	 && frame->function != frame[1].function;
}

/* Sets FILE, LINE and FUNCTION of PLACE to those of FRAMES.  */
static void
place_in (struct place *place, const struct code_frame *frames, size_t count)
{
  unsigned int kinds = kinds_of_user (place);
  for (size_t i = 0; i < count; i++)
    if (frames[i].file && (!place->file || !is_system_header (frames[i].file)))
      {
	place->file = frames[i].file;
	place->line = frames[i].line;
	place->function = frames[i].function;
	if (!is_system_header (place->file)
	    && !is_for_caller (&frames[i], kinds))
	  return;
      }
}

struct code_frame *
frames_at (const struct process *process, uint64_t pc, size_t *count)
{
  const struct module *module = module_of (process, pc);
  struct file *file = module ? file_of_module (module) : NULL;
  *count = 0;
  return file ? find_frames (file->code, pc - module->bias, count) : NULL;
}

bool
return_at (const struct process *process, uint64_t pc, struct return_slot *slot)
{
  const struct module *module = module_of (process, pc);
  struct file *file = module ? file_of_module (module) : NULL;
  return file && find_return (file->code, pc - module->bias, slot);
}

const unsigned char *
bytes_at (const struct process *process, uint64_t address, uint64_t size)
{
  const struct module *module = module_of (process, address);
  struct file *file = module ? file_of_module (module) : NULL;
  return file ? elf_bytes_at (&file->elf, address - module->bias, size) : NULL;
}

bool
is_executable (const struct module *module)
{
  struct file *file = module ? file_of_module (module) : NULL;
  return file && elf_segment (&file->elf, PT_INTERP);
}

struct reading { struct process *process; struct record *record; };

/* Returns PATH of RECORD as the process had it, from the directory that it
   began in, if it is relative, as "./module.so" of an interpreter is.  */
static const char *
absolute_path (const struct record *record, const char *path)
{
  if (*path == '/' || !strchr (path, '/'))
    return path;
  const char *directory
    = record_string (record, record->header.directory, NULL);
  return directory ? print_string ("%s/%s", directory, path) : path;
}

static void
read_module (void *closure, const void *element,
	     uint64_t number __attribute__ ((unused)))
{
  const struct reading *reading = closure;
  struct process *process = reading->process;
  struct gasp_record_module raw;
  memcpy (&raw, element, sizeof raw);
  const char *path
    = absolute_path (reading->record,
		     record_string (reading->record, raw.path, "?"));
  const char *id = record_string (reading->record, raw.build_id, NULL);
  ONE_MORE (process->modules, process->module_count, process->module_room)
    = (struct module) { raw.start, raw.end, raw.bias,
			file_that_ran (process->path, path, id), id };
}

void
read_modules (struct process *process, struct record *record)
{
  struct reading reading = { process, record };
  record_each (record, GASP_RECORD_MODULES, read_module, &reading);
}

bool
is_installed (const struct module *module)
{
  return !module || !strncmp (module->path, "/usr/", 5)
	 || !strncmp (module->path, "/lib", 4)
	 || !strncmp (base_name (module->path), "libgasp", 7);
}

/* Returns whether FUNCTION, which may be null, wakes threads for others, as its
   name says.  */
static bool
is_for_waking (const struct code_function *function)
{
  static const char *const words[]
    = { "signal", "notify", "wake", "post", "broadcast", "release", "unpark" };
  const char *name = function ? function->name : "";
  size_t length = strcspn (name, "(<");
  for (size_t i = 0; i < COUNT_OF (words); i++)
    {
      const char *found = strcasestr (name, words[i]);
      if (found && found < name + length)
	return true;
    }
  return false;
}

/* Sets PLACE to where the call is that returns to ADDRESS of PROCESS.  Returns
   whether that is in the program's own code.  What wakes threads is in none
   that does that for others.  */
static bool
place_of_call (const struct process *process, uint64_t address,
	       struct place *place)
{
  size_t count;
  place->file = NULL;
  /* The call ends before that.  */
  OWNED struct code_frame *frames = frames_at (process, address - 1, &count);
  size_t outer = 0;
  if (!strcmp (place->name, GASP_RECORD_WAKE))
    while (outer < count && is_for_waking (frames[outer].function))
      outer++;
  bool is_passed = count && outer == count;
  place_in (place, is_passed ? frames : frames + outer,
	    is_passed ? count : count - outer);
  return place->file && !is_passed && !is_system_header (place->file)
	 && !is_installed (module_of (process, address))
	 && !is_recorder_at (process, address);
}

uint64_t
next_further (const char **further)
{
  return *further ? strtoull (*further, (char **) further, 16) : 0;
}

/* Returns the function that PC of MODULE is in, by the linker's names; or
   null.  */
static const char *
function_in (const struct module *module, uint64_t pc)
{
  const struct symbol *symbol
    = symbol_at (symbols_of (module->path, module->build_id),
		 pc - module->bias);
  if (!symbol || !*symbol->name)
    return NULL;
  /* Only names in C++ have parameters.  */
  OWNED char *name = function_of_symbol (symbol->name);
  return strchr (name, '(') ? short_name (name) : copy_string (name);
}

void
place_at_address (const struct process *process, uint64_t address,
		  const char *further, struct place *place)
{
  const struct module *module = module_of (process, address);
  place->file = NULL;
  place->function = NULL;
  place->within = NULL;
  place->line = place->column = 0;
  bool is_own = place_of_call (process, address, place);
  struct place caller = *place;
  for (uint64_t next; !is_own && (next = next_further (&further)) != 0;)
    is_own = place_of_call (process, next, &caller);
  if (is_own)
    *place = caller;
  else if (is_allocation (place)
	   && (is_installed (module) || is_recorder_at (process, address)))
    {
      /* Libraries allocate for whom they please.  */
      *place = (struct place) { .kind = place->kind, .tag = place->tag,
				.name = place->name };
      return;
    }
  if (module && !place->file)
    {
      place->file = base_name (module->path);
      place->within = function_in (module, address - 1);
    }
}

bool
same_file (const char *file, const char *path)
{
  while (!strncmp (file, "./", 2))
    file += 2;
  size_t shorter = strlen (file), length = strlen (path);
  return length >= shorter && !strcmp (path + length - shorter, file)
	 && (length == shorter || path[length - shorter - 1] == '/');
}

const char *
name_in_profile (const struct profile *profile, const char *file)
{
  for (size_t i = 0; *file && i < profile->place_count; i++)
    {
      const char *known = profile->places[i].file;
      if (known && *known && same_file (known, file))
	return known;
    }
  return file;
}

bool
begins_at (const struct place *place, const char *path, unsigned int line)
{
  return place->kind == PLACE_FUNCTION && place->file && path
	 && place->line == line && same_file (place->file, path);
}

/* ---- Variables.  */

/* Returns whether ADDRESS of the file ELF is in its data.  */
static bool
is_data (const struct elf *elf, uint64_t address)
{
  size_t count;
  const ElfW (Phdr) *segments = elf_segments (elf, &count);
  for (size_t i = 0; i < count; i++)
    if (segments[i].p_type == PT_LOAD && segments[i].p_flags & PF_W
	&& address - segments[i].p_vaddr < segments[i].p_memsz)
      return true;
  return false;
}

/* Returns the name of what is OFFSET after the beginning of the variable that
   SYMBOL is, allocated.  */
static char *
name_in_symbol (struct code *code, const struct code_symbol *symbol,
		uint64_t offset)
{
  OWNED char *name = function_of_symbol (symbol->name);
  OWNED char *member = member_at (code, symbol->start, offset);
  return member ? print_string ("%s%s", name, member)
	 : offset ? print_string ("%s+%llu", name,
				  (unsigned long long) offset)
	 : copy_string (name);
}

char *
variable_at (const struct process *process, uint64_t address)
{
  struct code_symbol symbol;
  for (size_t i = 0; i < process->module_count; i++)
    {
      const struct module *module = &process->modules[i];
      struct file *file = file_of_module (module);
      uint64_t at = address - module->bias;
      if (!file || !is_data (&file->elf, at)
	  || !find_symbol (file->code, at, &symbol))
	continue;
      return name_in_symbol (file->code, &symbol, at - symbol.start);
    }
  return NULL;
}
