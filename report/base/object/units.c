/* units.c - a unit's functions, as debug information has them.  See units.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "base/object/units.h"
#include "base/object/symbols.h"
#include "base/util.h"
#include "search.h"

#include <stdlib.h>
#include <string.h>

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

/* ---- Functions, each once.  */

static struct code_function **functions;
static size_t function_count, function_room;

/* Returns NAME without the directory of a commit that Rust's own files have:
   "/rustc/59807616/library/core/src/cmp.rs".  */
static const char *
without_commit (const char *name)
{
  static const char begin[] = "/rustc/";
  const char *commit = name + sizeof begin - 1;
  const char *end = strncmp (name, begin, sizeof begin - 1)
		    ? NULL : strchr (commit, '/');
  return end ? end + 1 : name;
}

const char *
intern_file (const char *name)
{
  static const char **files;
  static size_t count, room;
  name = name ? without_commit (name) : NULL;
  for (size_t i = count; name && i-- > 0;)
    if (!strcmp (files[i], name))
      return files[i];
  if (!name)
    return NULL;
  return ONE_MORE (files, count, room) = copy_string (name);
}

struct code_function *
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

struct unit *
unit_of (struct units *units, Dwarf_Die *die)
{
  enum { MOST_LEVELS = 200 };
  for (size_t i = units->count; i-- > 0;)
    if (units->rows[i]->address == die->address)
      return units->rows[i];
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
  return ONE_MORE (units->rows, units->count, units->room) = unit;
}

Dwarf_Die *
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

/* ---- Names  */

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

static bool
is_outlined (Dwarf_Die *die)
{
  const char *name = libdw.dwarf_diename (die);
  return name && strstr (name, "._omp_fn.");
}

/* Returns the function of UNIT that DIE is a part of: one that GCC makes of
   OpenMP's constructs, for teams and tasks, is inside of the program's.  */
static Dwarf_Die
program_function (const struct unit *unit, const Dwarf_Die *die)
{
  Dwarf_Die at = *die;
  size_t scope = is_outlined (&at) ? scope_of (unit, &at) : NO_SCOPE;
  while (scope != NO_SCOPE && is_outlined (&at))
    {
      scope = unit->scopes[scope].parent;
      if (scope != NO_SCOPE
	  && libdw.dwarf_tag (&unit->scopes[scope].die) == DW_TAG_subprogram)
	at = unit->scopes[scope].die;
    }
  return at;
}

struct code_function *
function_of_die (struct unit *unit, Dwarf_Die *part)
{
  Dwarf_Attribute attribute;
  Dwarf_Die die_ = program_function (unit, part), *die = &die_, at = die_;
  int line = 0;
  const char *name = NULL, *plain = libdw.dwarf_diename (die);
  if (libdw.dwarf_attr_integrate (die, DW_AT_linkage_name, &attribute))
    name = libdw.dwarf_formstring (&attribute);
  if (!plain && !name)
    return NULL;
  /* Assemblers describe functions of compilers that do not.  */
  name = name ? name : plain;
  bool is_linked = !strncmp (name, "_Z", 2) || !strncmp (name, "_R", 2)
		   || !strncmp (name, "caml", 4) || strstr (name, "_MOD_");
  OWNED char *readable = is_linked || !plain ? function_of_symbol (name)
			 : name_in_scope (unit, die, plain, &at);
  mark_unnamed (readable);
  const char *file = intern_file (file_of_declaration (unit, &at));
  if (libdw.dwarf_decl_line (&at, &line))
    line = 0;
  return intern_function (readable, file, (unsigned int) line);
}

struct code_frame
call_of (const struct unit *unit, Dwarf_Die *die)
{
  uint64_t file = dwarf_number (die, DW_AT_call_file);
  uint64_t line = dwarf_number (die, DW_AT_call_line);
  const char *name
    = unit->files && line
      ? libdw.dwarf_filesrc (unit->files, file, NULL, NULL) : NULL;
  return (struct code_frame) {
    .file = intern_file (name), .line = name ? (unsigned int) line : 0
  };
}
