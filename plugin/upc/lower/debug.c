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

/* The hooks that GCC calls, and our copy of them.  */
static const struct gcc_debug_hooks *outer;
static struct gcc_debug_hooks hooks;

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

/* The canonical type of a structure may be another one (in C23), with variants
   of its own (GCC 15), and with pointers to copies of what the structure points
   to (16).  */
static void
leave_spaces (void)
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

static void
enter_spaces (void)
{
  for (unsigned i = 0; i < hidden.length (); i++)
    TYPE_ADDR_SPACE (hidden[i].type) = hidden[i].space;
  hidden.truncate (0);
}

static void
early_global_decl (tree decl)
{
  leave_spaces ();
  outer->early_global_decl (decl);
  enter_spaces ();
}

static void
late_global_decl (tree decl)
{
  leave_spaces ();
  outer->late_global_decl (decl);
  enter_spaces ();
}

static void
type_decl (tree decl, int local)
{
  leave_spaces ();
  outer->type_decl (decl, local);
  enter_spaces ();
}

static void
function_decl (tree decl)
{
  leave_spaces ();
  outer->function_decl (decl);
  enter_spaces ();
}

/* Once it is known what kind of debugging information is wanted.  */
void
upc_wrap_debug_hooks (void)
{
  outer = debug_hooks;
  hooks = *outer;
  hooks.early_global_decl = early_global_decl;
  hooks.late_global_decl = late_global_decl;
  hooks.type_decl = type_decl;
  hooks.function_decl = function_decl;
  debug_hooks = &hooks;
}
