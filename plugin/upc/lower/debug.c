/* debug.c - layouts do not get into debugging information.

   SPDX-License-Identifier: GPL-3.0-or-later

   DWARF's writer takes an address space for a qualifier as "const" is one, and
   gives int a second name where int in some space is what it comes to.  So
   types are in no space while it looks at them.  */

#include "upc/upc-plugin.h"

/* The main variants of types that have got a layout.  upc_keep keeps them.  */
static vec<tree> main_variants;
static hash_set<tree> *known;

/* The variants that are in no space at the moment, and where they belong.  */
struct hidden_type
{
  tree type;
  addr_space_t space;
};
static vec<hidden_type> hidden;

void
upc_hide_from_debugging (tree type)
{
  if (!known)
    known = new hash_set<tree>;
  if (!known->add (TYPE_MAIN_VARIANT (type)))
    main_variants.safe_push (TYPE_MAIN_VARIANT (type));
}

static void
variants_leave_spaces (tree type)
{
  for (tree v = TYPE_MAIN_VARIANT (type); v; v = TYPE_NEXT_VARIANT (v))
    if (TYPE_ADDR_SPACE (v) >= UPC_SPACE)
      {
	hidden.safe_push ({ v, TYPE_ADDR_SPACE (v) });
	TYPE_ADDR_SPACE (v) = ADDR_SPACE_GENERIC;
      }
}

/* Takes the address spaces out of the types that the members of TYPE, a
   structure, lead to.  */
static void
members_leave_spaces (tree type)
{
  for (tree f = TYPE_FIELDS (type); f; f = DECL_CHAIN (f))
    for (tree t = TREE_TYPE (f); t && (POINTER_TYPE_P (t)
				       || TREE_CODE (t) == ARRAY_TYPE); )
      {
	t = TREE_TYPE (t);
	variants_leave_spaces (t);
      }
}

/* Takes all noted types out of their spaces.  The canonical type of a
   structure may be another one (in C23), with variants of its own (GCC 15),
   and with pointers to copies of what the structure points to (16).  */
void
upc_leave_spaces (void)
{
  for (unsigned i = 0; i < main_variants.length (); i++)
    {
      tree type = main_variants[i], canonical = TYPE_CANONICAL (type);
      variants_leave_spaces (type);
      if (!canonical || TYPE_MAIN_VARIANT (canonical) == type)
	continue;
      variants_leave_spaces (canonical);
      if (RECORD_OR_UNION_TYPE_P (canonical))
	members_leave_spaces (canonical);
    }
}

void
upc_enter_spaces (void)
{
  for (unsigned i = 0; i < hidden.length (); i++)
    TYPE_ADDR_SPACE (hidden[i].type) = hidden[i].space;
  hidden.truncate (0);
}

void
upc_each_hidden_type (void (*visit) (tree type))
{
  for (unsigned i = 0; i < main_variants.length (); i++)
    for (tree v = main_variants[i]; v; v = TYPE_NEXT_VARIANT (v))
      if (TYPE_ADDR_SPACE (v) >= UPC_SPACE)
	visit (v);
}
