/* code.c - what is at the addresses of a file of code.  See code.h.

   SPDX-License-Identifier: Apache-2.0

   libdw does the reading (dwarf.h).  A unit's functions are listed when the
   first address in it is asked for; their blocks and inlined functions are
   walked for each address.  */

#include "base/object/units.h"
#include "base/object/dwarf.h"
#include "base/object/symbols.h"
#include "base/index.h"
#include "base/order.h"
#include "base/texts.h"
#include "base/util.h"
#include "hash.h"
#include "search.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
  const char *path, *build_id;	/* shared; the latter may be null */
  uint64_t bias;		/* the library's addresses minus the file's */
  struct unit_extent *extents;	/* by START, once they are needed */
  size_t extent_count, extent_room;
  bool has_extents;
  struct units units;
  struct known *known;
  size_t known_count, known_room;
  struct index index;		/* of these */
};

/* ---- Files.  */

bool
can_read_code (void)
{
  return load_libdw ();
}

/* Returns the build-id of MODULE in hexadecimal digits, shared, or null.  */
static const char *
find_build_id (Dwfl_Module *module)
{
  const unsigned char *bytes;
  uint64_t address;
  int length = libdw.dwfl_module_build_id (module, &bytes, &address);
  if (length <= 0)
    return NULL;
  OWNED char *digits = hexadecimal (bytes, (size_t) length);
  return shared_text (digits);
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
  code->path = shared_text (path);
  code->build_id = find_build_id (module);
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
	 || !strncmp (file, "/rust/deps/", 11)
	 || strstr (file, "/rustlib/src/")
	 || strstr (file, "cargo/registry/");
}

bool
is_system_header (const char *file)
{
  return !strncmp (file, "/usr/", 5) || is_of_language (file);
}

const char *
build_id_of_code (const struct code *code)
{
  return code->build_id;
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
    = index_number (&code->index, code->known_count,
		    (size_t) gasp_mix (address), hash_of_known, is_known,
		    code->known, &address);
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

/* Returns where IN_UNIT is, an address of UNIT, which may be null.  */
static struct code_frame
line_at (Dwarf_Die *unit, uint64_t in_unit)
{
  struct code_frame frame = { 0 };
  int line = 0;
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

/* Fills FRAMES from the debug information on IN_UNIT, an address of UNIT_DIE,
   which may be null; adds none if there is none.  */
static void
debugged_frames (struct code *code, Dwarf_Die *unit_die, uint64_t in_unit,
		 struct frames *frames)
{
  if (!unit_die)
    return;
  struct unit *unit = unit_of (&code->units, unit_die);
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

/* Returns FUNCTION, at ADDRESS of CODE, with the linker's name for it if the
   name in the debug information is a library's own, as "__GI_getppid".  */
static struct code_function *
with_linked_name (const struct code *code, uint64_t address,
		  struct code_function *function)
{
  if (!function || strncmp (function->name, "__", 2)
      || strpbrk (function->name, "(:<"))
    return function;
  const struct symbol *symbol
    = symbol_at (symbols_of (code->path, code->build_id), address);
  if (!symbol || !*symbol->name || symbol->signature)
    return function;
  OWNED char *name = function_of_symbol (symbol->name);
  return intern_function (name, function->file, function->line);
}

/* Returns the function of Go at ADDRESS of CODE by Go's own table; or null.  */
static struct code_function *
go_function (const struct code *code, uint64_t address)
{
  const struct symbols *symbols = symbols_of (code->path, code->build_id);
  const struct symbol *symbol
    = symbols->go.data ? symbol_at (symbols, address) : NULL;
  unsigned int first;
  const char *file
    = symbol ? go_line_at (&symbols->go, symbol->start, &first) : NULL;
  if (!file)
    return symbol ? intern_function (symbol->name, NULL, 0) : NULL;
  return intern_function (symbol->name, intern_file (file),
			  symbol->line ? symbol->line : first);
}

/* Sets *FRAME to where ADDRESS of CODE is in a stripped program of Go.  Returns
   whether it is one.  */
static bool
find_go_frame (const struct code *code, uint64_t address,
	       struct code_frame *frame)
{
  frame->function = go_function (code, address);
  if (!frame->function)
    return false;
  const struct symbols *symbols = symbols_of (code->path, code->build_id);
  const char *file = go_line_at (&symbols->go, address, &frame->line);
  frame->file = file ? intern_file (file) : NULL;
  return true;
}

/* Returns FUNCTION, the outermost at ADDRESS of CODE, with what its symbol says
   beyond the debug information: Go's has no lines of functions.  */
static struct code_function *
with_symbol (const struct code *code, uint64_t address,
	     struct code_function *function)
{
  struct code_function *of_go
    = function && !function->line ? go_function (code, address) : NULL;
  return of_go && !strcmp (of_go->name, function->name)
	 ? of_go : with_linked_name (code, address, function);
}

static struct code_frame *
read_frames (struct code *code, uint64_t address, size_t *count)
{
  struct frames frames = { 0 };
  uint64_t in_unit;
  Dwarf_Die *unit = unit_at (code, address, &in_unit);
  struct code_frame line = line_at (unit, in_unit);
  struct code_symbol symbol;
  debugged_frames (code, unit, in_unit, &frames);
  if (frames.count)
    frames.frames->function
      = with_symbol (code, address, frames.frames->function);
  if (!frames.count && find_symbol (code, address, &symbol))
    {
      OWNED char *name = function_of_symbol (symbol.name);
      line.function = intern_function (name, NULL, 0);
      add_frame (&frames, line);
    }
  else if (!frames.count
	   && (line.file || find_go_frame (code, address, &line)))
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
