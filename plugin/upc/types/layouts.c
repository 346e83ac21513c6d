/* layouts.c - each layout is an address space of its own.

   SPDX-License-Identifier: GPL-3.0-or-later

     shared [4] int *p;          a pointer to int in address space 20
     shared [2] struct s *q;     to struct s in address space 21
     &q->member                  to a member's type in address space 21

   So the front end does all type checking, and converts from one layout to
   another by an expression of its own (ADDR_SPACE_CONVERT_EXPR); a layout that
   only an attribute had would be lost, as folding drops conversions that
   change no machine mode.

   A space stands for block size, mode and element.  By the element one knows
   a member of a structure that is an element, which has the structure's space
   but lies in one piece.  Structures are distinguished by identity, as they may
   not be complete yet, other types by their size.  */

#include "upc/upc-plugin.h"

/* Numbers that are free: below are those of GCC's keywords, above the
   qualifiers have no bits.  */
enum { FIRST = 20, LIMIT = 256 };

static struct
{
  unsigned HOST_WIDE_INT block;
  HOST_WIDE_INT size;		/* of an element that is not a structure */
  enum upc_mode mode;
} layouts[LIMIT];
static tree structures[LIMIT];	/* the element if it is one */
static tree names[LIMIT];	/* as it is printed */
static int spaces_end = FIRST;

/* Other objects to keep, as a list.  */
static tree kept;

const struct ggc_root_tab upc_roots[] = {
  { structures, LIMIT, sizeof (tree), gt_ggc_mx_tree_node,
    gt_pch_nx_tree_node },
  { names, LIMIT, sizeof (tree), gt_ggc_mx_tree_node, gt_pch_nx_tree_node },
  { &kept, 1, sizeof (tree), gt_ggc_mx_tree_node, gt_pch_nx_tree_node },
  LAST_GGC_ROOT_TAB
};

tree
upc_keep (tree t)
{
  kept = tree_cons (NULL_TREE, t, kept);
  return t;
}

/* Returns the space of TYPE, which is that of an array's elements.  */
static int
space_of (const_tree type)
{
  return TYPE_ADDR_SPACE (strip_array_types (const_cast<tree> (type)));
}

bool
upc_shared_p (const_tree type)
{
  return type != error_mark_node && space_of (type) >= UPC_SPACE;
}

bool
upc_pointer_p (const_tree type)
{
  return POINTER_TYPE_P (type) && upc_shared_p (TREE_TYPE (type));
}

bool
upc_generic_p (const_tree pointer_type)
{
  return (space_of (TREE_TYPE (pointer_type)) == UPC_SPACE
	  || VOID_TYPE_P (TREE_TYPE (pointer_type)));
}

/* Returns whether a pointer may have a phase.  The layout that counts is not
   asked: a pointer to a member has none, but may have been made from one to
   the structure, which GCC would not report.  */
bool
upc_may_have_phase_p (const_tree pointer_type)
{
  return (upc_generic_p (pointer_type)
	  || layouts[space_of (TREE_TYPE (pointer_type))].block > 1);
}

static HOST_WIDE_INT
size_of (const_tree type)
{
  tree size = TYPE_SIZE_UNIT (type);
  return size && tree_fits_shwi_p (size) ? tree_to_shwi (size) : -1;
}

static tree
structure_of (tree type)
{
  return RECORD_OR_UNION_TYPE_P (type) ? TYPE_MAIN_VARIANT (type) : NULL_TREE;
}

/* Returns whether ELEMENT is what SPACE has for elements, and not a part of
   that.  */
static bool
whole_element_p (int space, tree element)
{
  if (structures[space])
    return structures[space] == TYPE_MAIN_VARIANT (element);
  return layouts[space].size == size_of (element);
}

struct upc_layout
upc_layout_of (const_tree type)
{
  tree element = strip_array_types (const_cast<tree> (type));
  int space = TYPE_ADDR_SPACE (element);
  struct upc_layout layout = { 0, size_of (element), ACCESS_DEFAULT };
  if (space < FIRST)
    return layout;
  layout.mode = layouts[space].mode;
  if (whole_element_p (space, element))
    layout.block = layouts[space].block;
  return layout;
}

unsigned HOST_WIDE_INT
upc_block_of (const_tree type)
{
  int space = space_of (type);
  return space < FIRST ? 1 : upc_layout_of (type).block;
}

/* Returns "shared [3]", with WORD for "shared".  */
static tree
name_of (const char *word, unsigned HOST_WIDE_INT block, enum upc_mode mode)
{
  static const char *const modes[] = { "", "strict ", "relaxed " };
  char name[64];
  if (block > 1)
    snprintf (name, sizeof name, "%s%s [" HOST_WIDE_INT_PRINT_UNSIGNED "]",
	      modes[mode], word, block);
  else
    snprintf (name, sizeof name, "%s%s%s", modes[mode], word,
	      block ? "" : " []");
  return get_identifier (name);
}

/* Makes what GCC prints before the names of types in SPACE anew; spelling.c
   knows it by the word.  */
static void
set_name (int space)
{
  names[space] = name_of (UPC_WORD_SHARED, layouts[space].block,
			  layouts[space].mode);
  ridpointers[RID_FIRST_ADDR_SPACE + space] = names[space];
}

/* Returns the qualifiers of SPACE as the user writes them; null if it is not
   shared.  */
static const char *
sharing_of (int space)
{
  if (space < FIRST)
    return space < UPC_SPACE ? NULL : "shared";
  return IDENTIFIER_POINTER (name_of ("shared", layouts[space].block,
				      layouts[space].mode));
}

/* Returns the number of that layout, a new one if need be.  */
static int
find_space (unsigned HOST_WIDE_INT block, tree element, enum upc_mode mode)
{
  tree structure = block ? structure_of (element) : NULL_TREE;
  HOST_WIDE_INT size = block && !structure ? size_of (element) : 0;
  for (int i = FIRST; i < spaces_end; i++)
    if (layouts[i].block == block && layouts[i].mode == mode
	&& layouts[i].size == size && structures[i] == structure)
      return i;
  if (spaces_end == LIMIT)
    {
      sorry ("more than %d different shared layouts in one unit",
	     LIMIT - FIRST);
      return FIRST;
    }
  layouts[spaces_end] = { block, size, mode };
  structures[spaces_end] = structure;
  set_name (spaces_end);
  return spaces_end++;
}

/* ---- Arrays in structures.  GCC gives such a member of a shared object a type
   whose elements are in the object's space, but which is in none itself: its
   address would be a pointer-to-local.  As GCC looks for a variant of the type
   before it makes one, there are right ones beforehand.  */

static void
share_member (tree type, int space, int quals)
{
  tree element = strip_array_types (type);
  quals |= TYPE_QUALS (element) | ENCODE_QUAL_ADDR_SPACE (space);
  tree array = c_build_qualified_type (type, quals);
  upc_hide_from_debugging (array);
  for (; TREE_CODE (array) == ARRAY_TYPE; array = TREE_TYPE (array))
    TYPE_ADDR_SPACE (array) = space;
}

static void
share_members (tree structure, int space)
{
  for (tree f = TYPE_FIELDS (structure); f; f = DECL_CHAIN (f))
    {
      if (TREE_CODE (f) != FIELD_DECL || TREE_TYPE (f) == error_mark_node)
	continue;
      tree element = strip_array_types (TREE_TYPE (f));
      if (RECORD_OR_UNION_TYPE_P (element))
	share_members (element, space);
      if (TREE_CODE (TREE_TYPE (f)) == ARRAY_TYPE)
	for (int quals = 0; quals <= (TYPE_QUAL_CONST | TYPE_QUAL_VOLATILE);
	     quals++)
	  share_member (TREE_TYPE (f), space, quals);
    }
}

void
upc_share_members (tree structure)
{
  for (int i = FIRST; i < spaces_end; i++)
    if (structures[i] == TYPE_MAIN_VARIANT (structure) || !layouts[i].block)
      share_members (structure, i);
}

tree
upc_type_with_layout (tree type, unsigned HOST_WIDE_INT block,
		      enum upc_mode mode)
{
  int quals = TYPE_QUALS_NO_ADDR_SPACE (type);
  int space = find_space (block, type, mode);
  if (RECORD_OR_UNION_TYPE_P (type))
    share_members (type, space);
  tree qualified
    = build_qualified_type (type, quals | ENCODE_QUAL_ADDR_SPACE (space));
  upc_hide_from_debugging (qualified);
  return upc_keep (qualified);
}

const char *
upc_sharing (const_tree type)
{
  int space = TYPE_ADDR_SPACE (type);
  if (space < FIRST)
    return sharing_of (space);
  struct upc_layout layout = upc_layout_of (type);
  return IDENTIFIER_POINTER (name_of ("shared", layout.block, layout.mode));
}

void
upc_close_layout (const_tree type, unsigned HOST_WIDE_INT block)
{
  int space = space_of (type);
  layouts[space].block = block;
  set_name (space);
}

tree
upc_private_type (tree type)
{
  if (TREE_CODE (type) == ARRAY_TYPE)
    {
      tree element = upc_private_type (TREE_TYPE (type));
      return (element == TREE_TYPE (type) ? type
	      : build_array_type (element, TYPE_DOMAIN (type)));
    }
  if (!TYPE_ADDR_SPACE (type))
    return type;
  return build_qualified_type (type, TYPE_QUALS_NO_ADDR_SPACE (type));
}

bool
upc_same_layout (const_tree a, const_tree b)
{
  struct upc_layout x = upc_layout_of (TREE_TYPE (a)),
		    y = upc_layout_of (TREE_TYPE (b));
  /* Incomplete structures have no size, but may be the same.  */
  return (x.block == y.block && x.size == y.size
	  && (x.size >= 0
	      || space_of (TREE_TYPE (a)) == space_of (TREE_TYPE (b))));
}

/* Returns whether pointers convert without a cast, as far as the space
   tells.  GCC compares the elements; expressions.c warns where block sizes
   differ.  What is common to [] and what may be a member, in the space of its
   structure, is [].  */
static bool
converts_p (int a, int b)
{
  if (a < UPC_SPACE || b < UPC_SPACE)
    return false;
  return !structures[b] || a == UPC_SPACE || layouts[a].block;
}

/* GCC asks whether A is a subset of B before it converts implicitly.  Where
   there is a cast to A, or where two operands need a common type, it asks about
   A and B and, if that was denied, about B and A next.  A cast is always
   allowed: expressions.c checks it.  It is recognised by its type's name, which
   GCC finishes just before it asks.  Where the operand of sizeof is taken for
   that of a cast, expressions.c sees the conversion, if folding leaves one.  */
static int last_a = -1, last_b = -1, cast_space = -1;

/* A structure has been laid out and is not finished yet.  From version 16 on,
   GCC then gives a structure without members, which stands for one that a
   member points to, the space of that, and asks whether this contains the
   ordinary one.  */
static bool is_finishing;

static bool
subset_p (addr_space_t a, addr_space_t b)
{
  static int last_errors;
  if (a == b || converts_p (a, b)
      || (is_finishing && a == ADDR_SPACE_GENERIC && b >= UPC_SPACE))
    return true;
  bool second = (last_a == b && last_b == a && last_errors == errorcount);
  if (second && cast_space == b)
    return true;
  last_a = a;
  last_b = b;
  last_errors = errorcount;
  return false;
}

/* Notes that NODE, a declaration or the name of a type, is being finished; or,
   if it is null, that something else is done.  */
void
upc_note_type_name (const_tree node)
{
  bool is_pointer = node && TYPE_P (node) && POINTER_TYPE_P (node);
  cast_space = is_pointer ? TYPE_ADDR_SPACE (TREE_TYPE (node)) : -1;
  is_finishing = false;
}

/* GCC asks for each structure that it lays out.  */
static bool (*outer_ms_layout_p) (const_tree);

static bool
ms_layout_p (const_tree record)
{
  is_finishing = true;
  return outer_ms_layout_p (record);
}

static void (*outer_insert_attributes) (tree, tree *);

/* Notes NODE's name of a type; called whether it has attributes or not.  */
static void
insert_attributes (tree node, tree *attributes)
{
  upc_note_type_name (node);
  outer_insert_attributes (node, attributes);
}

void
upc_denied_conversion (bool *from, bool *to)
{
  *from = last_a >= UPC_SPACE;
  *to = last_b >= UPC_SPACE;
}

/* Sets the place for messages without one of their own to LOC, that of the
   keyword: all tokens have been read before (upc/), so it would be the end of
   the file.  */
static void
note_use (addr_space_t, location_t loc)
{
  input_location = loc;
}

/* Debuggers know none of these spaces.  */
static int
not_in_debug_information (addr_space_t)
{
  return -1;
}

/* Optimisers make conversions again where they put pieces of code together.
   What they are to mean has been computed.  */
static rtx
convert_nothing (rtx op, tree, tree)
{
  return op;
}

/* Sets the hooks for the passes after the front end.  */
void
upc_set_back_end_hooks (void)
{
  targetm.addr_space.convert = convert_nothing;
}

void
upc_set_target_hooks (void)
{
  targetm.addr_space.subset_p = subset_p;
  targetm.addr_space.diagnose_usage = note_use;
  targetm.addr_space.debug = not_in_debug_information;
  outer_insert_attributes = targetm.insert_attributes;
  targetm.insert_attributes = insert_attributes;
  outer_ms_layout_p = targetm.ms_bitfield_layout_p;
  targetm.ms_bitfield_layout_p = ms_layout_p;
}

static void
register_keyword (const char *word, int code)
{
  tree keyword = get_identifier (word);
  C_SET_RID_CODE (keyword, code);
  C_KEYWORD_P (keyword) = 1;
}

/* Registers words of statements as keywords for where no statement can begin:
   a keyword of C++ fits nowhere.  */
static void
register_misplaced_words (void)
{
  static const char *const words[]
    = { "upc_notify", "upc_wait", "upc_barrier", "upc_fence", "upc_forall" };
  for (size_t i = 0; i < ARRAY_SIZE (words); i++)
    register_keyword (ACONCAT ((UPC_WORD_MISPLACED, words[i], NULL)),
		      RID_TEMPLATE);
}

/* Makes UPC_WORD_SHARED a keyword: that of UPC_SPACE.  GCC's own way to
   register one does nothing under -std=c99, and its table has no room for
   layouts.  */
void
upc_register_keywords (void)
{
  tree *table = ggc_cleared_vec_alloc<tree> (RID_MAX + LIMIT);
  memcpy (table, ridpointers, RID_MAX * sizeof (tree));
  ridpointers = table;
  register_keyword (UPC_WORD_SHARED, RID_FIRST_ADDR_SPACE + UPC_SPACE);
  register_misplaced_words ();
  names[UPC_SPACE] = get_identifier (UPC_WORD_SHARED);
  ridpointers[RID_FIRST_ADDR_SPACE + UPC_SPACE] = names[UPC_SPACE];
}

static void
variants_leave_space (tree type)
{
  for (tree v = type; v; v = TYPE_NEXT_VARIANT (v))
    if (TYPE_ADDR_SPACE (v) >= UPC_SPACE)
      TYPE_ADDR_SPACE (v) = ADDR_SPACE_GENERIC;
}

/* Takes TYPE, and what it consists of, out of its space.  */
static void
leave_space (tree type, hash_set<tree> *seen)
{
  /* GCC separates variants of structures when it frees language-specific data,
     and fails on equal ones.  Arrays are in the address space of their
     elements, or GCC cannot convert pointers from one to the other.  */
  bool structure = RECORD_OR_UNION_TYPE_P (strip_array_types (type));
  for (; TREE_CODE (type) == ARRAY_TYPE; type = TREE_TYPE (type))
    if (!structure)
      variants_leave_space (TYPE_MAIN_VARIANT (type));
  type = TYPE_MAIN_VARIANT (type);
  if (seen->add (type))
    return;
  if (!structure)
    variants_leave_space (type);
  if (RECORD_OR_UNION_TYPE_P (type))
    for (tree f = TYPE_FIELDS (type); f; f = DECL_CHAIN (f))
      if (TREE_CODE (f) == FIELD_DECL)
	leave_space (TREE_TYPE (f), seen);
  if (TREE_CODE (type) == COMPLEX_TYPE || TREE_CODE (type) == VECTOR_TYPE)
    leave_space (TREE_TYPE (type), seen);
}

/* Removes all spaces, at PLUGIN_ALL_IPA_PASSES_START: all accesses have been
   lowered.  Numbers differ from unit to unit: the linker would warn of types
   that do not match, and optimise by that.  What is left of a program for lto1
   has no spaces: there is nothing to hide them from its debugging information
   (debug.c).  */
void
upc_merge_layouts (void *, void *)
{
  hash_set<tree> seen;
  for (tree t = kept; t; t = TREE_CHAIN (t))
    if (TYPE_P (TREE_VALUE (t)))
      leave_space (TREE_VALUE (t), &seen);
}

bool
upc_shared_reference_p (const_tree expr)
{
  while (handled_component_p (expr))
    expr = TREE_OPERAND (expr, 0);
  if (TREE_CODE (expr) == MEM_REF)
    return upc_pointer_p (TREE_TYPE (TREE_OPERAND (expr, 0)));
  return (VAR_P (expr) && is_global_var (expr)
	  && upc_shared_p (TREE_TYPE (expr)));
}
