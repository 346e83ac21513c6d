/* members.c - what lies within a variable: see members.h.

   SPDX-License-Identifier: Apache-2.0

   The variables of a file of code are listed when one is first asked for, with
   their addresses; their types are walked for each question.  */

#include "base/object/members.h"
#include "base/object/dwarf.h"
#include "base/order.h"
#include "base/util.h"

#include <stdlib.h>
#include <string.h>

/* ---- The variables of a file.  */

struct variable { uint64_t address; Dwarf_Die die; };

struct variables {
  struct code *code;
  struct variable *list;
  size_t count, room;
};

/* Sets *ADDRESS to where DIE, a variable, always is.  */
static bool
find_address (Dwarf_Die *die, uint64_t *address)
{
  Dwarf_Attribute attribute;
  Dwarf_Block block;
  if (!libdw.dwarf_attr (die, DW_AT_location, &attribute)
      || libdw.dwarf_formblock (&attribute, &block)
      || block.length != 1 + sizeof *address || *block.data != DW_OP_addr)
    return false;
  memcpy (address, block.data + 1, sizeof *address);
  return true;
}

/* Lists the variables below DIE, whose addresses are to have BIAS added; deeper
   than LEVELS there are none in programs.  */
static void
list_variables (struct variables *all, Dwarf_Die *die, uint64_t bias,
		int levels)
{
  Dwarf_Die child;
  if (!levels || libdw.dwarf_child (die, &child))
    return;
  do
    {
      uint64_t address;
      int tag = libdw.dwarf_tag (&child);
      if (tag == DW_TAG_variable && find_address (&child, &address))
	ONE_MORE (all->list, all->count, all->room)
	  = (struct variable) { address + bias, child };
      if (tag == DW_TAG_subprogram || tag == DW_TAG_namespace
	  || tag == DW_TAG_module || tag == DW_TAG_lexical_block
	  || tag == DW_TAG_inlined_subroutine)
	list_variables (all, &child, bias, levels - 1);
    }
  while (!libdw.dwarf_siblingof (&child, &child));
}

ORDER (compare_addresses, struct variable, RISING (address))

static struct variables *
variables_of (struct code *code)
{
  enum { MOST_LEVELS = 200 };
  static struct variables **known;
  static size_t count, room;
  for (size_t i = 0; i < count; i++)
    if (known[i]->code == code)
      return known[i];
  struct variables *all = allocate (1, sizeof *all);
  uint64_t bias, own_bias;
  struct Dwfl_Module *module = module_of_code (code, &own_bias);
  all->code = code;
  for (Dwarf_Die *unit = NULL;
       (unit = libdw.dwfl_module_nextcu (module, unit, &bias)) != NULL; )
    list_variables (all, unit, bias - own_bias, MOST_LEVELS);
  SORT (all->list, all->count, compare_addresses);
  return ONE_MORE (known, count, room) = all;
}

/* ---- Types.  */

/* Sets *DIE to its type, without names and qualifiers.  */
static bool
find_type (Dwarf_Die *die)
{
  int tag;
  do
    {
      Dwarf_Attribute attribute;
      if (!libdw.dwarf_attr_integrate (die, DW_AT_type, &attribute)
	  || !libdw.dwarf_formref_die (&attribute, die))
	return false;
      tag = libdw.dwarf_tag (die);
    }
  while (tag == DW_TAG_typedef || tag == DW_TAG_const_type
	 || tag == DW_TAG_volatile_type || tag == DW_TAG_atomic_type);
  return true;
}

static bool
is_structure (Dwarf_Die *type)
{
  int tag = libdw.dwarf_tag (type);
  return tag == DW_TAG_structure_type || tag == DW_TAG_class_type
	 || tag == DW_TAG_union_type;
}

/* Replaces *TEXT by itself with MORE after it, which is freed.  */
static void
append (char **text, char *more)
{
  char *longer = print_string ("%s%s", *text, more);
  free (*text);
  free (more);
  *text = longer;
}

/* Goes from TYPE, a structure, to the type of the member or base that OFFSET is
   in, and adds its name to PATH.  */
static bool
enter_member (Dwarf_Die *type, uint64_t *offset, char **path)
{
  Dwarf_Die child, best;
  uint64_t best_at = 0, size;
  bool found = false;
  if (libdw.dwarf_child (type, &child))
    return false;
  do
    {
      int tag = libdw.dwarf_tag (&child);
      uint64_t at = dwarf_number (&child, DW_AT_data_member_location);
      Dwarf_Die of = child;
      if ((tag == DW_TAG_member || tag == DW_TAG_inheritance) && at <= *offset
	  && (!found || at > best_at) && find_type (&of)
	  && !libdw.dwarf_aggregate_size (&of, &size) && *offset < at + size)
	best = child, best_at = at, found = true;
    }
  while (!libdw.dwarf_siblingof (&child, &child));
  if (!found)
    return false;
  const char *name = libdw.dwarf_tag (&best) == DW_TAG_member
		     ? libdw.dwarf_diename (&best) : NULL;
  if (name)
    append (path, print_string (".%s", name));
  *offset -= best_at;
  *type = best;
  return find_type (type);
}

/* Goes from TYPE, an array, to the type of the element that OFFSET is in, and
   adds its number to PATH.  Of several dimensions there is one number.  */
static bool
enter_element (Dwarf_Die *type, uint64_t *offset, char **path)
{
  uint64_t size;
  if (!find_type (type) || libdw.dwarf_aggregate_size (type, &size) || !size)
    return false;
  append (path, print_string ("[%llu]", (unsigned long long) (*offset / size)));
  *offset %= size;
  return true;
}

/* Returns whether TYPE is looked into for what is at OFFSET.  */
static bool
is_to_enter (Dwarf_Die *type, uint64_t offset)
{
  const char *file = libdw.dwarf_decl_file (type);
  return offset || !file || !is_system_header (file);
}

/* Returns whether TYPE is one of those of Rust's library by which threads wait:
   what is in it says nothing.  Types of Rust have no file.  */
static bool
is_of_rust (Dwarf_Die *type)
{
  static const char *const names[]
    = { "Mutex", "RwLock", "Condvar", "Once", "OnceLock", "Barrier" };
  const char *name = libdw.dwarf_diename (type);
  for (size_t i = 0; name && i < COUNT_OF (names); i++)
    if (strcspn (name, "<") == strlen (names[i])
	&& !strncmp (name, names[i], strlen (names[i])))
      return is_structure (type) && !libdw.dwarf_decl_file (type);
  return false;
}

/* Returns the path to what is at OFFSET of TYPE, allocated.  */
static char *
path_in (Dwarf_Die *type, uint64_t offset)
{
  char *path = copy_string ("");
  for (bool enters = true; enters; )
    if (is_of_rust (type))
      return path;
    else if (libdw.dwarf_tag (type) == DW_TAG_array_type)
      enters = enter_element (type, &offset, &path);
    else
      enters = is_structure (type) && is_to_enter (type, offset)
	       && enter_member (type, &offset, &path);
  if (offset)
    append (&path, print_string ("+%llu", (unsigned long long) offset));
  return path;
}

char *
member_at (struct code *code, uint64_t address, uint64_t offset)
{
  const struct variables *all = variables_of (code);
  const struct variable wanted = { .address = address };
  const struct variable *found
    = all->count ? bsearch (&wanted, all->list, all->count, sizeof wanted,
			    compare_addresses) : NULL;
  Dwarf_Die type;
  if (!found)
    return NULL;
  type = found->die;
  return find_type (&type) ? path_in (&type, offset) : NULL;
}
