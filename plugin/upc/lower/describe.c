/* describe.c - what debuggers see of shared types.

   SPDX-License-Identifier: GPL-3.0-or-later

     shared [4] double *q, m[4 * THREADS];

   is to debuggers as if it were

     struct "shared [4] double *" { double *__upc_block_4; } q;
     struct "shared [4] double [4*THREADS]"
       { struct "shared [4] double *" __upc_first; } m;

   which our script for gdb reads (libupc/gdb/): a member's name has the block
   size, and its type what is pointed to.  A pointer to a row of an array, r, is

     struct "shared [4] double (*)[8]"
       { struct "shared [4] double [8]"
	   { struct "shared [4] double *" __upc_row; } __upc_block_4; } r;

   The variable m is the proxy.  An object that lies in one
   piece, on thread 0, is a variable of its own type that is there: a debugger
   needs no script for it.  */

#include "upc/upc-plugin.h"

/* The hooks that GCC calls, and our copy of them.  */
static const struct gcc_debug_hooks *outer;
static struct gcc_debug_hooks hooks;

/* ---- Structures for pointers and arrays  */

/* A pointer type, what stands for it, and what it points to.  */
struct described
{
  tree pointer, record, target;
};
static vec<described> fresh;
/* Proxies of objects that are described where they lie.  */
static hash_set<tree> *in_place;

static bool
described_p (void)
{
  return write_symbols == DWARF2_DEBUG && debug_info_level > DINFO_LEVEL_TERSE;
}

/* Returns a structure of that name which is not complete.  */
static tree
make_record (pretty_printer *name)
{
  tree record = make_node (RECORD_TYPE);
  TYPE_NAME (record) = get_identifier (pp_formatted_text (name));
  TYPE_STUB_DECL (record)
    = build_decl (upc_prelude_location (), TYPE_DECL, NULL_TREE, record);
  DECL_ARTIFICIAL (TYPE_STUB_DECL (record)) = 1;
  return upc_keep (record);
}

/* Completes RECORD: SIZE bytes, of which a member NAME of type MEMBER.  */
static void
complete_record (tree record, const char *name, tree member, HOST_WIDE_INT size)
{
  tree field = build_decl (BUILTINS_LOCATION, FIELD_DECL, get_identifier (name),
			   member);
  DECL_CONTEXT (field) = record;
  TYPE_FIELDS (record) = field;
  layout_type (record);
  TYPE_SIZE (record) = bitsize_int (size * BITS_PER_UNIT);
  TYPE_SIZE_UNIT (record) = size_int (size);
}

static void complete_pointer (tree record, tree target);

/* Returns a structure of that SIZE for ARRAY, which may be one element.  MEMBER
   is the pointer to the first.  */
static tree
array_record (tree array, const char *member, HOST_WIDE_INT size)
{
  tree element = TREE_CODE (array) == ARRAY_TYPE ? TREE_TYPE (array) : array;
  pretty_printer name, first_name;
  upc_print_type (&name, array);
  upc_print_pointer (&first_name, element);
  tree record = make_record (&name), first = make_record (&first_name);
  complete_pointer (first, element);
  complete_record (record, member, first, size);
  return record;
}

/* Returns TARGET as it is in a part of shared space, by the name that a typedef
   of a private type has given it.  */
static tree
named_target (tree target)
{
  tree type = TYPE_MAIN_VARIANT (upc_private_type (target));
  tree name = TYPE_NAME (target);
  bool known = (name && TREE_CODE (name) == TYPE_DECL
		&& !upc_shared_p (TREE_TYPE (name))
		&& TYPE_MAIN_VARIANT (TREE_TYPE (name)) == type);
  return known ? TREE_TYPE (name) : type;
}

static void
complete_pointer (tree record, tree target)
{
  char name[64];
  unsigned HOST_WIDE_INT block = upc_layout_of (target).block;
  snprintf (name, sizeof name, "__upc_block_" HOST_WIDE_INT_PRINT_UNSIGNED,
	    VOID_TYPE_P (target) ? 1 : block);
  tree member;
  if (TREE_CODE (target) == ARRAY_TYPE)
    member = array_record (target, "__upc_row", POINTER_SIZE_UNITS);
  else
    member = build_pointer_type (named_target (target));
  complete_record (record, name, member, POINTER_SIZE_UNITS);
}

/* Notes POINTER, a type of pointers to TARGET, if it is new.  */
static void
note_pointer (tree pointer, tree target)
{
  if (TYPE_SYMTAB_DIE (pointer)
      || upc_layout_of (target).block == UPC_BLOCK_OPEN)
    return;
  pretty_printer text;
  upc_print_pointer (&text, target);
  fresh.safe_push ({ pointer, make_record (&text), target });
}

static void
note_pointers (tree target)
{
  for (tree p = TYPE_POINTER_TO (target); p; p = TYPE_NEXT_PTR_TO (p))
    note_pointer (p, target);
}

/* Returns whether TYPE is that of pointers to rows of shared arrays, which may
   be in no space themselves.  */
static bool
row_pointer_p (tree type)
{
  return (POINTER_TYPE_P (type) && TREE_CODE (TREE_TYPE (type)) == ARRAY_TYPE
	  && upc_shared_p (TREE_TYPE (type)));
}

/* Notes the pointers to rows that TYPE leads to.  */
static void
note_rows (tree type)
{
  static hash_set<tree> *met;
  if (!met)
    met = new hash_set<tree>;
  if (type && POINTER_TYPE_P (type))
    type = TYPE_MAIN_VARIANT (type);
  if (!type || type == error_mark_node || met->add (type))
    return;
  if (row_pointer_p (type))
    note_pointer (type, TREE_TYPE (type));
  if (POINTER_TYPE_P (type) || TREE_CODE (type) == ARRAY_TYPE
      || FUNC_OR_METHOD_TYPE_P (type))
    note_rows (TREE_TYPE (type));
  if (!RECORD_OR_UNION_TYPE_P (type))
    return;
  for (tree f = TYPE_FIELDS (type); f; f = DECL_CHAIN (f))
    note_rows (TREE_TYPE (f));
  if (!COMPLETE_TYPE_P (type))
    met->remove (type);
}

/* Notes the rows of the variables of BLOCK and of the blocks within it.  */
static void
note_rows_in_block (tree block)
{
  for (tree v = BLOCK_VARS (block); v; v = DECL_CHAIN (v))
    note_rows (TREE_TYPE (v));
  for (tree b = BLOCK_SUBBLOCKS (block); b; b = BLOCK_CHAIN (b))
    note_rows_in_block (b);
}

/* Notes the rows of DECL; if it is a function, of its variables.  */
static void
note_rows_of (tree decl)
{
  note_rows (TREE_TYPE (decl));
  if (TREE_CODE (decl) != FUNCTION_DECL)
    return;
  for (tree a = DECL_ARGUMENTS (decl); a; a = DECL_CHAIN (a))
    note_rows (TREE_TYPE (a));
  if (DECL_INITIAL (decl) && TREE_CODE (DECL_INITIAL (decl)) == BLOCK)
    note_rows_in_block (DECL_INITIAL (decl));
}

/* Describes pointers-to-shared as structures, for those that DWARF's writer
   has not met, before it meets DECL.  They are named before they are completed,
   since a structure may have pointers to itself.  */
static void
describe_pointers (tree decl)
{
  if (!described_p ())
    return;
  note_rows_of (decl);
  upc_each_hidden_type (note_pointers);
  for (tree v = void_type_node; v; v = TYPE_NEXT_VARIANT (v))
    if (upc_shared_p (v))
      note_pointers (v);
  if (fresh.is_empty ())
    return;
  auto_vec<described> now;
  now.safe_splice (fresh);
  fresh.truncate (0);
  upc_leave_spaces ();
  for (unsigned i = 0; i < now.length (); i++)
    {
      outer->type_decl (TYPE_STUB_DECL (now[i].record), 0);
      TYPE_SYMTAB_DIE (now[i].pointer) = TYPE_SYMTAB_DIE (now[i].record);
    }
  upc_enter_spaces ();
  for (unsigned i = 0; i < now.length (); i++)
    complete_pointer (now[i].record, now[i].target);
  upc_leave_spaces ();
  for (unsigned i = 0; i < now.length (); i++)
    outer->type_decl (TYPE_STUB_DECL (now[i].record), 0);
  upc_enter_spaces ();
}

/* ---- Objects  */

/* Returns whether the object DECL lies in one piece, on thread 0.  */
static bool
in_one_piece_p (tree decl)
{
  tree type = TREE_TYPE (decl);
  return (TREE_CODE (type) != ARRAY_TYPE
	  || (!upc_layout_of (type).block && TYPE_SIZE_UNIT (type)
	      && tree_fits_shwi_p (TYPE_SIZE_UNIT (type))));
}

/* Returns the variable FN of libupc, for an expression of DWARF: its writer
   leaves out those with symbols of variables that it has not put out.  */
static tree
outside_variable (enum upc_function fn)
{
  tree decl = copy_node (upc_function (fn, UNKNOWN_LOCATION));
  rtx name = XEXP (DECL_RTL (decl), 0);
  SET_DECL_RTL (decl, gen_rtx_MEM (Pmode,
				   gen_rtx_SYMBOL_REF (Pmode, XSTR (name, 0))));
  return decl;
}

/* Returns PROXY's object as it lies in this process: at __upc_base
   + (&PROXY - __upc_origin).  */
static tree
object_in_place (tree proxy)
{
  tree type = TREE_TYPE (proxy), bits = long_unsigned_type_node;
  tree base = outside_variable (UPC_BASE);
  tree origin = outside_variable (UPC_ORIGIN);
  tree symbol = copy_node (proxy);
  tree offset = build2 (MINUS_EXPR, bits,
			build1 (NOP_EXPR, bits, build_fold_addr_expr (symbol)),
			origin);
  tree place = build2 (PLUS_EXPR, bits, build1 (NOP_EXPR, bits, base), offset);
  return build1 (INDIRECT_REF, type,
		 build1 (NOP_EXPR, build_pointer_type (type), place));
}

/* Returns TYPE by the name that DECL's type has for the user.  */
static tree
named_type (tree type, tree decl)
{
  pretty_printer text;
  upc_print_type (&text, TREE_TYPE (decl));
  tree named = build_variant_type_copy (type);
  tree name = build_decl (BUILTINS_LOCATION, TYPE_DECL,
			  get_identifier (pp_formatted_text (&text)), named);
  DECL_ORIGINAL_TYPE (name) = type;
  TYPE_NAME (named) = name;
  return upc_keep (named);
}

static void
describe_object (tree proxy, tree decl)
{
  tree own = TREE_TYPE (proxy);
  /* What the link-time optimiser writes has no such places.  */
  if (described_p () && in_one_piece_p (decl) && !flag_generate_lto)
    {
      if (!in_place)
	in_place = new hash_set<tree>;
      in_place->add (proxy);
      if (TREE_CODE (own) != ARRAY_TYPE)
	TREE_TYPE (proxy) = named_type (own, decl);
    }
  else if (described_p ())
    TREE_TYPE (proxy) = array_record (TREE_TYPE (decl), "__upc_first",
				      tree_to_shwi (TYPE_SIZE_UNIT (own)));
  debug_hooks->early_global_decl (proxy);
  TREE_TYPE (proxy) = own;
}

/* Proxies of objects in functions that are not described yet.  */
struct local_object
{
  tree proxy, decl;
};
static vec<local_object> locals;

void
upc_describe_object (tree proxy, tree decl)
{
  /* The link-time optimiser finds no others but those of the unit.  */
  if (decl_function_context (decl) && !flag_generate_lto)
    locals.safe_push ({ proxy, decl });
  else
    describe_object (proxy, decl);
}

/* Describes the objects in the function FN, which has been described.  */
static void
describe_locals (tree fn)
{
  for (unsigned i = 0; i < locals.length (); i++)
    {
      tree proxy = locals[i].proxy, context = DECL_CONTEXT (proxy);
      if (DECL_CONTEXT (locals[i].decl) != fn)
	continue;
      DECL_CONTEXT (proxy) = fn;
      describe_object (proxy, locals[i].decl);
      DECL_CONTEXT (proxy) = context;
    }
}

/* ---- The hooks  */

static void
early_global_decl (tree decl)
{
  describe_pointers (decl);
  upc_leave_spaces ();
  outer->early_global_decl (decl);
  upc_enter_spaces ();
  if (TREE_CODE (decl) == FUNCTION_DECL)
    describe_locals (decl);
}

static void
late_global_decl (tree decl)
{
  bool moved = in_place && in_place->contains (decl);
  upc_leave_spaces ();
  if (moved)
    SET_DECL_VALUE_EXPR (decl, object_in_place (decl));
  DECL_HAS_VALUE_EXPR_P (decl) |= moved;
  outer->late_global_decl (decl);
  if (moved)
    DECL_HAS_VALUE_EXPR_P (decl) = 0;
  upc_enter_spaces ();
}

static void
type_decl (tree decl, int local)
{
  describe_pointers (decl);
  upc_leave_spaces ();
  outer->type_decl (decl, local);
  upc_enter_spaces ();
}

static void
function_decl (tree decl)
{
  upc_leave_spaces ();
  outer->function_decl (decl);
  upc_enter_spaces ();
}

/* Wraps GCC's debug hooks, once it is known what kind of debugging information
   is wanted.  */
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
