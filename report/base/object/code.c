/* code.c - what is at the addresses of a file of code.  See code.h.

   SPDX-License-Identifier: Apache-2.0

   libdw does the reading (dwarf.h).  A unit's functions are listed when the
   first address in it is asked for; their blocks and inlined functions are
   walked for each address.  */

#include "base/object/code.h"
#include "base/object/dwarf.h"
#include "base/object/symbols.h"
#include "base/index.h"
#include "base/order.h"
#include "base/util.h"
#include "hash.h"
#include "search.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A range of a function that has code, of a unit.  */
struct extent { uint64_t start, end; Dwarf_Die die; };

/* A namespace, type or function, and number PARENT, which that is in, or
   NO_SCOPE.  */
struct scope { Dwarf_Die die; size_t parent; };
#define NO_SCOPE SIZE_MAX

struct unit {
  void *address;		/* of its DIE */
  Dwarf_Files *files;		/* or null */
  struct extent *extents;
  size_t count, room;
  struct scope *scopes;		/* by the addresses of their DIEs */
  size_t scope_count, scope_room;
};

/* An ADDRESS that was asked for: each process of a program may ask for the
   same.  */
struct known {
  uint64_t address;
  bool has_frames, has_return;	/* it was asked for */
  struct code_frame *frames;
  size_t count;
  bool is_plain;		/* SLOT is where the return address is */
  struct return_slot slot;
};

/* A range of the code of a unit, whose addresses are the library's minus
   BIAS.  */
struct unit_extent { uint64_t start, end, bias; Dwarf_Die *die; };

struct code {
  Dwfl_Module *module;
  uint64_t bias;		/* the library's addresses minus the file's */
  struct unit_extent *extents;	/* by START, once they are needed */
  size_t extent_count, extent_room;
  bool has_extents;
  struct unit **units;
  size_t unit_count, unit_room;
  struct known *known;
  size_t known_count, known_room;
  struct index index;		/* of these */
};

/* ---- Functions, each once.  */

static struct code_function **functions;
static size_t function_count, function_room;

/* Returns NAME, the same for the same file: many addresses are in few.  */
static const char *
intern_file (const char *name)
{
  static const char **files;
  static size_t count, room;
  for (size_t i = count; name && i-- > 0;)
    if (!strcmp (files[i], name))
      return files[i];
  if (!name)
    return NULL;
  return ONE_MORE (files, count, room) = copy_string (name);
}

static struct code_function *
intern_function (const char *name, const char *file, unsigned int line)
{
  for (size_t i = function_count; i-- > 0;)
    if (functions[i]->line == line && functions[i]->file == file
	&& !strcmp (functions[i]->name, name))
      return functions[i];
  struct code_function *function = allocate (1, sizeof *function);
  char *own = copy_string (name);
  *function = (struct code_function) { own, file, line, own, function_count };
  return ONE_MORE (functions, function_count, function_room) = function;
}

struct code_function *
code_function (size_t number)
{
  return number < function_count ? functions[number] : NULL;
}

/* ---- Files.  */

bool
can_read_code (void)
{
  return load_libdw ();
}

struct code *
open_code (const char *path)
{
  static Dwfl_Callbacks callbacks;
  if (!load_libdw () || access (path, R_OK))
    return NULL;
  callbacks = (Dwfl_Callbacks) { libdw.find_elf, libdw.find_debuginfo,
				 libdw.section_address, NULL };
  Dwfl *dwfl = libdw.dwfl_begin (&callbacks);
  if (!dwfl)
    return NULL;
  libdw.dwfl_report_begin (dwfl);
  Dwfl_Module *module = libdw.dwfl_report_offline (dwfl, path, path, -1);
  libdw.dwfl_report_end (dwfl, NULL, NULL);
  uint64_t bias = 0;
  if (!module || !libdw.dwfl_module_getelf (module, &bias))
    {
      libdw.dwfl_end (dwfl);
      return NULL;
    }
  struct code *code = allocate (1, sizeof *code);
  code->module = module;
  code->bias = bias;
  return code;
}

struct Dwfl_Module *
module_of_code (struct code *code, uint64_t *bias)
{
  *bias = code->bias;
  return code->module;
}

bool
is_of_language (const char *file)
{
  return strstr (file, "/include/c++/")
	 || strstr (file, "/lib/gcc/") || !strncmp (file, "/rustc/", 7)
	 || !strncmp (file, "library/std/", 12)
	 || !strncmp (file, "library/core/", 13)
	 || !strncmp (file, "library/alloc/", 14)
	 || strstr (file, "/rustlib/src/")
	 || strstr (file, "cargo/registry/");
}

bool
is_system_header (const char *file)
{
  return !strncmp (file, "/usr/", 5) || is_of_language (file);
}

char *
build_id_of_code (struct code *code)
{
  const unsigned char *bytes;
  uint64_t address;
  int length = libdw.dwfl_module_build_id (code->module, &bytes, &address);
  return length > 0 ? hexadecimal (bytes, (size_t) length) : NULL;
}

bool
find_symbol (struct code *code, uint64_t address, struct code_symbol *symbol)
{
  Elf64_Sym found;
  uint64_t offset;
  const char *name
    = libdw.dwfl_module_addrinfo (code->module, address + code->bias, &offset,
				  &found, NULL, NULL, NULL);
  if (!name || !*name || (found.st_size && offset >= found.st_size))
    return false;
  *symbol = (struct code_symbol) { address - offset, found.st_size, name };
  return true;
}

/* ---- A unit's functions.  */

static void
add_extents (struct unit *unit, Dwarf_Die *die)
{
  uint64_t base, start, end;
  for (ptrdiff_t at = 0;
       (at = libdw.dwarf_ranges (die, at, &base, &start, &end)) > 0; )
    ONE_MORE (unit->extents, unit->count, unit->room)
      = (struct extent) { start, end, *die };
}

/* Returns whether functions may be in an entry of TAG, nested ones in
   functions and their blocks.  */
static bool
may_contain_functions (int tag)
{
  return tag == DW_TAG_subprogram || tag == DW_TAG_namespace
	 || tag == DW_TAG_module || tag == DW_TAG_lexical_block
	 || tag == DW_TAG_class_type || tag == DW_TAG_structure_type;
}

/* Lists the functions below DIE, which is in the scope number PARENT, down to
   LEVELS: programs go no deeper.  */
static void
list_functions (struct unit *unit, Dwarf_Die *die, size_t parent, int levels)
{
  Dwarf_Die child;
  if (!levels || libdw.dwarf_child (die, &child))
    return;
  do
    {
      int tag = libdw.dwarf_tag (&child);
      size_t scope = tag == DW_TAG_lexical_block ? parent : unit->scope_count;
      if (tag == DW_TAG_subprogram)
	add_extents (unit, &child);
      if (!may_contain_functions (tag))
	continue;
      if (scope != parent)
	ONE_MORE (unit->scopes, unit->scope_count, unit->scope_room)
	  = (struct scope) { child, parent };
      list_functions (unit, &child, scope, levels - 1);
    }
  while (!libdw.dwarf_siblingof (&child, &child));
}

static const char **directories;
static size_t directory_count, directory_room;

/* Notes in which directory the unit of DIE was compiled.  */
static void
note_directory (Dwarf_Die *die)
{
  Dwarf_Attribute attribute;
  const char *name = libdw.dwarf_attr (die, DW_AT_comp_dir, &attribute)
		     ? libdw.dwarf_formstring (&attribute) : NULL;
  if (!name || *name != '/')
    return;
  for (size_t i = 0; i < directory_count; i++)
    if (!strcmp (directories[i], name))
      return;
  ONE_MORE (directories, directory_count, directory_room) = copy_string (name);
}

const char *
compile_directory (size_t number)
{
  return number < directory_count ? directories[number] : NULL;
}

static struct unit *
unit_of (struct code *code, Dwarf_Die *die)
{
  enum { MOST_LEVELS = 200 };
  for (size_t i = code->unit_count; i-- > 0;)
    if (code->units[i]->address == die->address)
      return code->units[i];
  struct unit *unit = allocate (1, sizeof *unit);
  size_t files;
  unit->address = die->address;
  /* The other part of a skeleton, which is in a file of its own (.dwo).  */
  Dwarf_Die split = { .address = NULL };
  if (!libdw.dwarf_cu_info (die->unit, NULL, NULL, NULL, &split, NULL, NULL,
			    NULL) && split.address)
    die = &split;
  if (libdw.dwarf_getsrcfiles (die, &unit->files, &files))
    unit->files = NULL;
  list_functions (unit, die, NO_SCOPE, MOST_LEVELS);
  note_directory (die);
  return ONE_MORE (code->units, code->unit_count, code->unit_room) = unit;
}

/* Returns the innermost function of UNIT that ADDRESS is in, or null.  */
static Dwarf_Die *
function_in (struct unit *unit, uint64_t address)
{
  struct extent *best = NULL;
  for (size_t i = 0; i < unit->count; i++)
    {
      struct extent *e = &unit->extents[i];
      if (address >= e->start && address < e->end
	  && (!best || e->end - e->start <= best->end - best->start))
	best = e;
    }
  return best ? &best->die : NULL;
}

/* ---- What is known of an address.  */

static size_t
hash_of_known (const void *known, uint32_t number)
{
  return (size_t) gasp_mix (((const struct known *) known)[number].address);
}

static bool
is_known (const void *known, uint32_t number, const void *address)
{
  return ((const struct known *) known)[number].address
	 == *(const uint64_t *) address;
}

/* Returns what CODE knows of ADDRESS, to be filled in; until it is asked for
   another one.  */
static struct known *
known_at (struct code *code, uint64_t address)
{
  uint32_t number
    = index_number (&code->index, code->known_count, (size_t) gasp_mix (address),
		    hash_of_known, is_known, code->known, &address);
  if (number == code->known_count)
    ONE_MORE (code->known, code->known_count, code->known_room)
      = (struct known) { .address = address };
  return &code->known[number];
}

/* ---- Frames.  */

struct frames { struct code_frame *frames; size_t count, room; };

static void
add_frame (struct frames *frames, struct code_frame frame)
{
  ONE_MORE (frames->frames, frames->count, frames->room) = frame;
}

/* Returns the number of the scope that DIE of UNIT is, or NO_SCOPE.  */
static size_t
scope_of (const struct unit *unit, const Dwarf_Die *die)
{
  size_t scope = FIRST_FROM (unit->scope_count, i,
			     unit->scopes[i].die.address < die->address);
  return scope < unit->scope_count
	 && unit->scopes[scope].die.address == die->address ? scope : NO_SCOPE;
}

/* Sets DIE, a function, to where it is declared.  */
static void
go_to_declaration (Dwarf_Die *die)
{
  static const unsigned int links[]
    = { DW_AT_abstract_origin, DW_AT_specification };
  for (size_t i = 0; i < COUNT_OF (links); i++)
    {
      Dwarf_Attribute attribute;
      Dwarf_Die other;
      if (libdw.dwarf_attr (die, links[i], &attribute)
	  && libdw.dwarf_formref_die (&attribute, &other))
	*die = other;
    }
}

static bool
is_class (Dwarf_Die *die)
{
  int tag = libdw.dwarf_tag (die);
  return tag == DW_TAG_class_type || tag == DW_TAG_structure_type;
}

/* Returns the number of the scope that DIE, a function of UNIT, is declared as,
   or SCOPE if that is not known.  */
static size_t
scope_of_declaration (const struct unit *unit, const Dwarf_Die *die,
		      size_t scope)
{
  Dwarf_Die declaration = *die;
  go_to_declaration (&declaration);
  size_t declared = scope_of (unit, &declaration);
  return declared == NO_SCOPE ? scope : declared;
}

/* Returns NAME, which is in the scope number SCOPE of UNIT, with the
   namespaces, classes and functions around it as C++ writes them; allocated.
   Functions that are in others and not IN_CLASS there are other
   languages'.  */
static char *
qualified_name (const struct unit *unit, size_t scope, const char *name,
		bool in_class)
{
  char *result = copy_string (name);
  for (; scope != NO_SCOPE; scope = unit->scopes[scope].parent)
    {
      Dwarf_Die *die = &unit->scopes[scope].die;
      int tag = libdw.dwarf_tag (die);
      const char *outer = libdw.dwarf_diename (die);
      if (tag == DW_TAG_module || (tag == DW_TAG_subprogram && !in_class))
	break;
      if (tag == DW_TAG_subprogram)
	scope = scope_of_declaration (unit, die, scope);
      in_class = is_class (die);
      char *longer = print_string ("%s::%s", outer ? outer
				   : in_class ? "<unnamed>"
				   : "(anonymous namespace)", result);
      free (result);
      result = longer;
    }
  return result;
}

/* Returns whether the function NAME in the scope number SCOPE of UNIT is that
   of a lambda.  */
static bool
is_lambda (const struct unit *unit, size_t scope, const char *name)
{
  return scope != NO_SCOPE && !strncmp (name, "operator()", 10)
	 && is_class (&unit->scopes[scope].die)
	 && !libdw.dwarf_diename (&unit->scopes[scope].die);
}

/* Returns the name of DIE, a function of UNIT, that has none for linkers and is
   called PLAIN in its scope; allocated.  Sets *AT to what says where that
   is.  */
static char *
name_in_scope (struct unit *unit, Dwarf_Die *die, const char *plain,
	       Dwarf_Die *at)
{
  size_t scope = scope_of_declaration (unit, die, NO_SCOPE);
  if (scope != NO_SCOPE)
    scope = unit->scopes[scope].parent;
  if (!is_lambda (unit, scope, plain))
    return qualified_name (unit, scope, plain, false);
  *at = unit->scopes[scope].die;
  return qualified_name (unit, unit->scopes[scope].parent, "<lambda>", true);
}

/* Returns the file in which DIE of UNIT is declared, or null.  The library
   takes number 0 for none, which is Clang's for the unit's own file.  */
static const char *
file_of_declaration (const struct unit *unit, Dwarf_Die *die)
{
  Dwarf_Attribute attribute;
  const char *file = libdw.dwarf_decl_file (die);
  if (file || !unit->files || dwarf_number (die, DW_AT_decl_file)
      || !libdw.dwarf_attr_integrate (die, DW_AT_decl_file, &attribute))
    return file;
  file = libdw.dwarf_filesrc (unit->files, 0, NULL, NULL);
  return file && strcmp (file, "???") ? file : NULL;
}

static struct code_function *
function_of_die (struct unit *unit, Dwarf_Die *die)
{
  Dwarf_Attribute attribute;
  Dwarf_Die at = *die;
  int line = 0;
  const char *name = NULL, *plain = libdw.dwarf_diename (die);
  if (libdw.dwarf_attr_integrate (die, DW_AT_linkage_name, &attribute))
    name = libdw.dwarf_formstring (&attribute);
  bool is_linked = name && (!strncmp (name, "_Z", 2) || strstr (name, "_MOD_"));
  if (!plain && !name)
    return NULL;
  char *readable = is_linked || !plain ? function_of_symbol (name)
		   : name_in_scope (unit, die, plain, &at);
  const char *file = intern_file (file_of_declaration (unit, &at));
  if (libdw.dwarf_decl_line (&at, &line))
    line = 0;
  struct code_function *function
    = intern_function (readable, file, (unsigned int) line);
  free (readable);
  return function;
}

/* Returns the file and line at which DIE, an inlined function of UNIT, is
   called.  */
static struct code_frame
call_of (const struct unit *unit, Dwarf_Die *die)
{
  uint64_t file = dwarf_number (die, DW_AT_call_file);
  uint64_t line = dwarf_number (die, DW_AT_call_line);
  const char *name = unit->files && line
		     ? libdw.dwarf_filesrc (unit->files, file, NULL, NULL) : NULL;
  return (struct code_frame) {
    .file = intern_file (name), .line = name ? (unsigned int) line : 0
  };
}

/* Returns the name of the function that DIE, a call, calls, or null.  */
static const char *
name_called (Dwarf_Die *die)
{
  Dwarf_Attribute attribute;
  Dwarf_Die function;
  if (!libdw.dwarf_attr (die, DW_AT_call_origin, &attribute)
      && !libdw.dwarf_attr (die, DW_AT_abstract_origin, &attribute))
    return NULL;
  return libdw.dwarf_formref_die (&attribute, &function)
	 ? libdw.dwarf_diename (&function) : NULL;
}

/* Returns the kinds that the function called NAME, or null, may be of.  */
static unsigned int
kinds_of (const char *name)
{
  if (!name)
    return CALLS_SOME | CALLS_LOCK | CALLS_UNLOCK;
  bool unlocks = *name == '~' || strcasestr (name, "unlock")
		 || strcasestr (name, "release") || !strcmp (name, "sem_post");
  bool locks = !unlocks && strcasestr (name, "lock");
  return CALLS_SOME | (unlocks ? CALLS_UNLOCK : 0) | (locks ? CALLS_LOCK : 0);
}

/* Returns the kinds of what is called in DIE, and in what is inlined there.  */
static unsigned int
kinds_in (Dwarf_Die *die)
{
  unsigned int kinds = 0;
  Dwarf_Die child;
  if (libdw.dwarf_child (die, &child))
    return 0;
  do
    {
      int tag = libdw.dwarf_tag (&child);
      if (tag == DW_TAG_call_site || tag == DW_TAG_GNU_call_site)
	kinds |= kinds_of (name_called (&child));
      else if (tag == DW_TAG_lexical_block || tag == DW_TAG_inlined_subroutine)
	kinds |= kinds_in (&child);
    }
  while (!libdw.dwarf_siblingof (&child, &child));
  return kinds;
}

/* Sets *DIE to its block or inlined function that ADDRESS is in.  */
static bool
descend (Dwarf_Die *die, uint64_t address)
{
  Dwarf_Die child;
  if (libdw.dwarf_child (die, &child))
    return false;
  do
    {
      int tag = libdw.dwarf_tag (&child);
      if ((tag == DW_TAG_lexical_block || tag == DW_TAG_inlined_subroutine)
	  && libdw.dwarf_haspc (&child, address) > 0)
	{
	  *die = child;
	  return true;
	}
    }
  while (!libdw.dwarf_siblingof (&child, &child));
  return false;
}

ORDER (by_start, struct unit_extent, RISING (start))

/* Lists the code of all units.  */
static void
list_units (struct code *code)
{
  Dwarf_Die *die = NULL;
  uint64_t bias;
  while ((die = libdw.dwfl_module_nextcu (code->module, die, &bias)) != NULL)
    {
      uint64_t base, start, end;
      for (ptrdiff_t at = 0;
	   (at = libdw.dwarf_ranges (die, at, &base, &start, &end)) > 0; )
	ONE_MORE (code->extents, code->extent_count, code->extent_room)
	  = (struct unit_extent) { start + bias, end + bias, bias, die };
    }
  SORT (code->extents, code->extent_count, by_start);
  code->has_extents = true;
}

/* Returns the unit with the code at ADDRESS, which is *IN_UNIT there; or null.
   The table that the library looks in (.debug_aranges) lacks what Clang or Go
   compiled.  */
static Dwarf_Die *
unit_at (struct code *code, uint64_t address, uint64_t *in_unit)
{
  uint64_t at = address + code->bias, bias;
  Dwarf_Die *die = libdw.dwfl_module_addrdie (code->module, at, &bias);
  *in_unit = at - bias;
  if (die && libdw.dwarf_haspc (die, *in_unit) > 0)
    return die;
  if (!code->has_extents)
    list_units (code);
  size_t count = FIRST_FROM (code->extent_count, i,
			     code->extents[i].start <= at);
  if (!count || at >= code->extents[count - 1].end)
    return NULL;
  *in_unit = at - code->extents[count - 1].bias;
  return code->extents[count - 1].die;
}

static struct code_frame
line_at (struct code *code, uint64_t address)
{
  struct code_frame frame = { 0 };
  int line = 0;
  uint64_t in_unit;
  Dwarf_Die *unit = unit_at (code, address, &in_unit);
  Dwarf_Line *found = unit ? libdw.dwarf_getsrc_die (unit, in_unit) : NULL;
  const char *file = found && !libdw.dwarf_lineno (found, &line)
		     ? libdw.dwarf_linesrc (found, NULL, NULL) : NULL;
  if (file && line > 0)
    frame = (struct code_frame) { .file = intern_file (file),
				  .line = (unsigned int) line };
  return frame;
}

/* Turns FRAMES, which are from the outside inwards, each with where it is
   called, into where each frame is, the innermost, which is at LINE,
   first.  */
static void
turn_round (struct frames *frames, struct code_frame line)
{
  for (size_t i = 0, j = frames->count; i + 1 < j--; i++)
    {
      struct code_frame swapped = frames->frames[i];
      frames->frames[i] = frames->frames[j];
      frames->frames[j] = swapped;
    }
  for (size_t i = 0; i < frames->count; i++)
    {
      struct code_frame called = frames->frames[i];
      frames->frames[i].file = line.file;
      frames->frames[i].line = line.line;
      line = called;
    }
}

/* Fills FRAMES from the address's debug information; adds none if it has
   none.  */
static void
debugged_frames (struct code *code, uint64_t address, struct frames *frames)
{
  uint64_t in_unit;
  Dwarf_Die *unit_die = unit_at (code, address, &in_unit);
  if (!unit_die)
    return;
  struct unit *unit = unit_of (code, unit_die);
  Dwarf_Die *found = function_in (unit, in_unit);
  if (!found)
    return;
  Dwarf_Die die = *found;
  add_frame (frames,
	     (struct code_frame) { .function = function_of_die (unit, &die) });
  while (descend (&die, in_unit))
    if (libdw.dwarf_tag (&die) == DW_TAG_inlined_subroutine)
      {
	struct code_frame frame = call_of (unit, &die);
	frame.function = function_of_die (unit, &die);
	frame.calls = kinds_in (&die);
	add_frame (frames, frame);
      }
}

static struct code_frame *
read_frames (struct code *code, uint64_t address, size_t *count)
{
  struct frames frames = { 0 };
  struct code_frame line = line_at (code, address);
  struct code_symbol symbol;
  debugged_frames (code, address, &frames);
  if (!frames.count && find_symbol (code, address, &symbol))
    {
      char *name = function_of_symbol (symbol.name);
      line.function = intern_function (name, NULL, 0);
      free (name);
      add_frame (&frames, line);
    }
  else if (!frames.count && line.file)
    add_frame (&frames, line);
  else
    turn_round (&frames, line);
  *count = frames.count;
  return frames.frames;
}

struct code_frame *
find_frames (struct code *code, uint64_t address, size_t *count)
{
  struct known *known = known_at (code, address);
  if (!known->has_frames)
    known->frames = read_frames (code, address, &known->count);
  known->has_frames = true;
  struct code_frame *frames = allocate (known->count, sizeof *frames);
  *count = known->count;
  if (known->count)
    memcpy (frames, known->frames, known->count * sizeof *frames);
  return frames;
}

/* ---- Where functions return to.  */

/* As x86-64 numbers them.  */
enum { FRAME_POINTER = 6, STACK_POINTER = 7 };

/* Returns where FRAME has its caller's frame pointer.  */
static enum frame_pointer
frame_pointer_in (Dwarf_Frame *frame)
{
  Dwarf_Op room[3], *ops;
  size_t count;
  if (libdw.dwarf_frame_register (frame, FRAME_POINTER, room, &ops, &count))
    return FRAME_POINTER_ELSEWHERE;
  if (!count)
    return ops ? FRAME_POINTER_ELSEWHERE : FRAME_POINTER_KEPT;
  return count == 2 && ops[0].atom == DW_OP_call_frame_cfa
	 && ops[1].atom == DW_OP_plus_uconst && (int64_t) ops[1].number == -16
	 ? FRAME_POINTER_BEFORE : FRAME_POINTER_ELSEWHERE;
}

/* Sets *SLOT as find_return does, by what unwinders read.  */
static bool
read_return (struct code *code, uint64_t address, struct return_slot *slot)
{
  uint64_t bias = 0;
  Dwarf_CFI *cfi = libdw.dwfl_module_eh_cfi (code->module, &bias);
  Dwarf_Frame *frame;
  Dwarf_Op *ops;
  size_t count;
  uint64_t at = address + code->bias - bias;
  if (!cfi || libdw.dwarf_cfi_addrframe (cfi, at, &frame))
    return false;
  bool is_plain = !libdw.dwarf_frame_cfa (frame, &ops, &count) && count == 1
		  && ops->atom == DW_OP_bregx
		  && (ops->number == FRAME_POINTER
		      || ops->number == STACK_POINTER);
  if (is_plain)
    *slot = (struct return_slot) {
      ops->number == FRAME_POINTER, (int64_t) ops->number2 - 8,
      frame_pointer_in (frame)
    };
  free (frame);
  return is_plain;
}

bool
find_return (struct code *code, uint64_t address, struct return_slot *slot)
{
  struct known *known = known_at (code, address);
  if (!known->has_return)
    known->is_plain = read_return (code, address, &known->slot);
  known->has_return = true;
  *slot = known->slot;
  return known->is_plain;
}
