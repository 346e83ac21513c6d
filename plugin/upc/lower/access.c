/* access.c - reading and writing shared objects.

   SPDX-License-Identifier: GPL-3.0-or-later

     x = a[i];     p = ... address of a[i] ...
		   x = *(int *) __upc_local (p);

   where all parts of shared space have addresses, and events are not wanted.
   Where others' parts may have none,

		   __upc_get_near_4 (&tmp, p, how);
		   x = tmp;

   and where events are wanted

		   __upc_get_profiled_4 (&tmp, p, how, "f.upc", 12, 7);
		   x = tmp;

   A strict access has fences around it (libupc/prelude/gasp-upc-prelude.h), and
   is done in one piece.  */

#include "upc/upc-plugin.h"

/* Flags for __upc_get and its family: libupc/core/runtime.h.  */
enum { HOW_STRICT = 1, HOW_REPORT_LOCAL = 2 };

/* ---- Strict or relaxed  */

enum upc_mode
upc_mode_of (tree ref, location_t loc)
{
  while (handled_component_p (ref) && !upc_shared_p (TREE_TYPE (ref)))
    ref = TREE_OPERAND (ref, 0);
  enum upc_mode mode = upc_layout_of (TREE_TYPE (ref)).mode;
  return mode != ACCESS_DEFAULT ? mode : upc_mode_at (loc);
}

static enum upc_mode
mode_of (tree ref)
{
  return upc_mode_of (ref, upc_work.loc);
}

static void
call_fence (enum upc_function fn, bool after)
{
  vec<tree> none = vNULL;
  upc_emit (fn, after, none);
}

/* Puts fences around the statement, as its accesses demand.  */
void
upc_fence_around (void)
{
  if (!upc_work.strict_read && !upc_work.strict_write)
    return;
  call_fence (upc_work.strict_read ? UPC_BEFORE_READ : UPC_BEFORE_WRITE, false);
  call_fence (upc_work.strict_write ? UPC_AFTER_WRITE : UPC_AFTER_READ, true);
}

/* ---- In place  */

/* Facts about references that do not show in them: see upc_set_meaning.  */
struct meaning
{
  tree object;
  struct upc_told told;
};
static vec<struct meaning> meant;

/* Notes in REF's dependence base, which has no other use until here, OBJECT
   and what TOLD says of it.  */
void
upc_set_meaning (tree ref, tree object, const struct upc_told *told)
{
  enum { BASES = 65535 };
  unsigned i = meant.length ();
  while (i > 0 && !(meant[i - 1].object == object
		    && meant[i - 1].told.local == told->local
		    && meant[i - 1].told.checked == told->checked))
    i--;
  if (i == 0 && meant.length () < BASES)
    {
      meant.safe_push ({ object, *told });
      i = meant.length ();
      if (object)
	upc_keep (object);
      if (told->flag)
	upc_keep (told->flag), upc_keep (told->from), upc_keep (told->local);
    }
  MR_DEPENDENCE_BASE (ref) = i;
}

/* Returns the meaning that has been set of REF, or of the reference that it is
   a part of; or null.  */
static const struct meaning *
meaning_of (tree ref)
{
  while (handled_component_p (ref))
    ref = TREE_OPERAND (ref, 0);
  unsigned i = TREE_CODE (ref) == MEM_REF ? MR_DEPENDENCE_BASE (ref) : 0;
  return i ? &meant[i - 1] : NULL;
}

bool
upc_told_p (tree ref)
{
  const struct meaning *meaning = meaning_of (ref);
  return meaning && meaning->told.flag;
}

bool
upc_checked_before_p (tree ref)
{
  const struct meaning *meaning = meaning_of (ref);
  return meaning && meaning->told.checked;
}

/* The known targets of pointers of these names: in OBJECT, or, if OWN, the
   beginning of this thread's part of it.  */
struct pointee {
  tree object;
  bool own;
};
static hash_map<tree, struct pointee> *pointed;

void
upc_forget_pointers (void)
{
  delete pointed;
  pointed = NULL;
}

tree
upc_object_of (tree ref)
{
  while (handled_component_p (ref))
    ref = TREE_OPERAND (ref, 0);
  if (VAR_P (ref))
    return ref;
  if (TREE_CODE (ref) != MEM_REF)
    return NULL_TREE;
  const struct meaning *meaning = meaning_of (ref);
  return meaning ? meaning->object : upc_object_at (TREE_OPERAND (ref, 0));
}

tree
upc_object_at (tree pointer)
{
  if (TREE_CODE (pointer) == ADDR_EXPR)
    return upc_object_of (TREE_OPERAND (pointer, 0));
  struct pointee *known = pointed ? pointed->get (pointer) : NULL;
  return known ? known->object : NULL_TREE;
}

bool
upc_own_part_at_p (tree pointer)
{
  if (TREE_CODE (pointer) == ADDR_EXPR)
    return upc_own_part_p (TREE_OPERAND (pointer, 0));
  struct pointee *known = pointed ? pointed->get (pointer) : NULL;
  return known && known->own;
}

void
upc_note_pointer (tree name, tree from, bool moved)
{
  tree object = TREE_CODE (name) == SSA_NAME ? upc_object_at (from) : NULL_TREE;
  if (!object)
    return;
  if (!pointed)
    pointed = new hash_map<tree, struct pointee>;
  pointed->put (name, { object, !moved && upc_own_part_at_p (from) });
}

/* Returns the address of REF, of type POINTER.  */
static tree
local_address (tree ref, tree pointer)
{
  tree object = upc_object_of (ref);
  tree proxy = object ? build_fold_addr_expr (upc_proxy (object)) : NULL_TREE;
  if (object && upc_own_part_p (ref))
    return upc_call (UPC_LOCAL_OWN, pointer, 1, proxy);
  tree element = object ? upc_local_element (ref, proxy, pointer) : NULL_TREE;
  if (element)
    return element;
  tree place = upc_place_of (ref);
  if (!object)
    return upc_call (UPC_LOCAL_PHASELESS, pointer, 1, place);
  return upc_call (UPC_LOCAL_NAMED, pointer, 2, place, proxy);
}

static tree in_place (tree ref, bool strict);

/* Returns REF, a kind of reference that has its base first, in place.  */
static tree
part_in_place (tree ref, bool strict)
{
  tree part = copy_node (ref);
  TREE_OPERAND (part, 0) = in_place (TREE_OPERAND (ref, 0), strict);
  TREE_TYPE (part) = upc_private_type (TREE_TYPE (ref));
  if (TREE_CODE (ref) == COMPONENT_REF)
    TREE_OPERAND (part, 2) = NULL_TREE;
  if (strict || TREE_THIS_VOLATILE (TREE_OPERAND (part, 0)))
    TREE_THIS_VOLATILE (part) = TREE_SIDE_EFFECTS (part) = 1;
  return part;
}

/* Returns whether the array that REF is an element of lies in one piece.  */
static bool
in_one_piece_p (tree ref)
{
  tree array = TREE_TYPE (TREE_OPERAND (ref, 0));
  return (!upc_layout_of (array).block && TYPE_SIZE (array)
	  && TREE_CODE (TYPE_SIZE (array)) == INTEGER_CST);
}

/* Returns REF at its own address in this process.  */
static tree
whole_in_place (tree ref, bool strict)
{
  tree type = upc_private_type (TREE_TYPE (ref));
  tree pointer = build_pointer_type (type);
  tree object = build2 (MEM_REF, type, local_address (ref, pointer),
			build_int_cst (pointer, 0));
  if (TYPE_VOLATILE (type) || (strict && is_gimple_reg_type (type)))
    TREE_THIS_VOLATILE (object) = TREE_SIDE_EFFECTS (object) = 1;
  return object;
}

static tree
in_place (tree ref, bool strict)
{
  switch (TREE_CODE (ref))
    {
    case COMPONENT_REF: case BIT_FIELD_REF: case REALPART_EXPR:
    case IMAGPART_EXPR: case VIEW_CONVERT_EXPR:
      return part_in_place (ref,
			    strict && is_gimple_reg_type (TREE_TYPE (ref)));
    case ARRAY_REF:
      if (in_one_piece_p (ref))
	return part_in_place (ref, strict
			      && is_gimple_reg_type (TREE_TYPE (ref)));
      return whole_in_place (ref, strict);
    default:
      return whole_in_place (ref, strict);
    }
}

tree
upc_in_place (tree ref)
{
  return in_place (ref, false);
}

/* ---- By calls  */

static const char get_event[] = "GASP_UPC_GET", put_event[] = "GASP_UPC_PUT";

/* Returns whether accesses that are EVENT raise it where the statement is.  */
static bool
reported_p (const char *event)
{
  return upc_work.profiled && gasp_event_wanted (event);
}

/* Returns whether accesses that are EVENT are calls where the statement is.  */
static bool
by_calls_p (const char *event)
{
  return upc_options.distant || reported_p (event);
}

static tree
how (bool strict)
{
  return build_int_cst (integer_type_node,
			(strict ? HOW_STRICT : 0)
			| (gasp_options.local ? HOW_REPORT_LOCAL : 0));
}

/* The ways of a call, and its functions for each.  */
enum way { PLAIN, TOLD, REPORTED };
static const enum upc_function get_functions[]
  = { UPC_GET, UPC_GET_TOLD, UPC_GET_PROFILED };
static const enum upc_function put_functions[]
  = { UPC_PUT, UPC_PUT_TOLD, UPC_PUT_PROFILED };

/* Returns how an access to REF that is EVENT is called: reported, chosen by a
   variable whether it is near, or plain.  */
static enum way
way_of (tree ref, bool strict, const char *event)
{
  if (reported_p (event))
    return REPORTED;
  return upc_told_p (ref) && !strict ? TOLD : PLAIN;
}

/* Returns FN for N bytes, if there is one: UPC_ACCESS in functions.def.  */
static enum upc_function
sized_function (enum upc_function fn, HOST_WIDE_INT n)
{
  bool sized = (n == 1 || n == 2 || n == 4 || n == 8) && fn != UPC_COPY
	       && fn != UPC_COPY_PROFILED;
  return sized ? (enum upc_function) (fn + 1 + exact_log2 (n)) : fn;
}

/* Calls FN (A, B, N, how), or that for N (A, B, how), with the position if the
   WAY is REPORTED, with what is known of REF if it is TOLD; AFTER the statement
   or before.  */
static void
call_access (enum upc_function fn, enum way way, tree ref, tree a, tree b,
	     HOST_WIDE_INT n, bool strict, bool after)
{
  auto_vec<tree> args;
  enum upc_function sized = sized_function (fn, n);
  args.safe_push (a);
  args.safe_push (b);
  if (sized == fn)
    args.safe_push (size_int (n));
  args.safe_push (how (strict));
  if (way == REPORTED)
    upc_push_place (&args);
  if (way == TOLD)
    {
      tree object = upc_object_of (ref);
      const struct upc_told *told = &meaning_of (ref)->told;
      args.safe_push (told->flag);
      args.safe_push (told->from);
      args.safe_push (told->local);
      args.safe_push (object ? build_fold_addr_expr (upc_proxy (object))
		      : null_pointer_node);
    }
  upc_emit (sized, after, args);
}

/* Returns a variable for a value of TYPE, whose address can be taken.  */
static tree
make_buffer (tree type)
{
  tree buffer = create_tmp_var (TYPE_MAIN_VARIANT (upc_private_type (type)));
  TREE_ADDRESSABLE (buffer) = 1;
  return buffer;
}

/* A part of shared space, and what stands for it.  */
struct transfer
{
  tree address;			/* pointer-to-shared; only events need a
				   phase */
  tree buffer;			/* address of private memory */
  HOST_WIDE_INT size;
  tree object;			/* to have in the statement */
  bool partial;			/* there are neighbours in the buffer */
};

static tree
address_for (tree ref, bool reports)
{
  return reports ? upc_address_of (ref) : upc_place_of (ref);
}

/* Prepares the transfer of REF, a bit-field: only the storage unit that has it
   is moved, not the structure around that.  */
static struct transfer
prepare_bit_field (tree ref, bool reports)
{
  tree record = TREE_OPERAND (ref, 0), field = TREE_OPERAND (ref, 1);
  tree unit = DECL_BIT_FIELD_REPRESENTATIVE (field);
  HOST_WIDE_INT offset = int_byte_position (unit ? unit : field);
  tree buffer = make_buffer (TREE_TYPE (record));
  struct transfer t;
  t.size = tree_to_shwi (unit ? DECL_SIZE_UNIT (unit)
			 : TYPE_SIZE_UNIT (TREE_TYPE (record)));
  if (!unit)
    offset = 0;
  t.address = upc_value (fold_build2 (PLUS_EXPR, upc_bits_type (),
				      address_for (record, reports),
				      build_int_cst (upc_bits_type (),
						     offset)));
  t.buffer = upc_value (fold_build_pointer_plus_hwi
			(build_fold_addr_expr (buffer), offset));
  t.object = build3 (COMPONENT_REF, upc_private_type (TREE_TYPE (ref)), buffer,
		     field, NULL_TREE);
  t.partial = true;
  return t;
}

static bool
bit_field_p (tree ref)
{
  return (TREE_CODE (ref) == COMPONENT_REF
	  && DECL_BIT_FIELD_TYPE (TREE_OPERAND (ref, 1)));
}

static struct transfer prepare (tree ref, bool reports);

/* Prepares the transfer of all of the vector of which REF is some bits.  */
static struct transfer
prepare_bits (tree ref, bool reports)
{
  struct transfer t = prepare (TREE_OPERAND (ref, 0), reports);
  tree bits = copy_node (ref);
  TREE_OPERAND (bits, 0) = t.object;
  TREE_TYPE (bits) = upc_private_type (TREE_TYPE (ref));
  t.object = bits;
  t.partial = true;
  return t;
}

static struct transfer
prepare (tree ref, bool reports)
{
  if (bit_field_p (ref))
    return prepare_bit_field (ref, reports);
  if (TREE_CODE (ref) == BIT_FIELD_REF)
    return prepare_bits (ref, reports);
  struct transfer t;
  t.object = make_buffer (TREE_TYPE (ref));
  t.buffer = build_fold_addr_expr (t.object);
  t.size = tree_to_shwi (TYPE_SIZE_UNIT (TREE_TYPE (t.object)));
  t.address = address_for (ref, reports);
  t.partial = false;
  return t;
}

static tree
get (tree ref, bool strict)
{
  enum way way = way_of (ref, strict, get_event);
  struct transfer t = prepare (ref, way == REPORTED);
  call_access (get_functions[way], way, ref, t.buffer, t.address, t.size,
	       strict, false);
  return t.object;
}

static tree
put (tree ref, bool strict)
{
  enum way way = way_of (ref, strict, put_event);
  struct transfer t = prepare (ref, way == REPORTED);
  if (t.partial)
    call_access (UPC_GET, PLAIN, ref, t.buffer,
		 upc_call (UPC_OFFSET, upc_bits_type (), 1, t.address), t.size,
		 false, false);
  call_access (put_functions[way], way, ref, t.address, t.buffer, t.size,
	       strict, true);
  return t.object;
}

bool
upc_copy (gassign *stmt)
{
  tree to = gimple_assign_lhs (stmt), from = gimple_assign_rhs1 (stmt);
  bool strict = mode_of (to) == ACCESS_STRICT;
  bool reports = reported_p (get_event);
  if (!by_calls_p (get_event) || reports != reported_p (put_event)
      || bit_field_p (to) || bit_field_p (from)
      || strict != (mode_of (from) == ACCESS_STRICT))
    return false;
  HOST_WIDE_INT size = tree_to_shwi (TYPE_SIZE_UNIT (TREE_TYPE (to)));
  call_access (reports ? UPC_COPY_PROFILED : UPC_COPY,
	       reports ? REPORTED : PLAIN, to, address_for (to, reports),
	       address_for (from, reports), size, strict, false);
  return true;
}

/* ---- Either way  */

/* Returns whether REF is where this thread's part of an object begins, as
   a[MYTHREAD] is, or in an element there.  */
static bool
known_own_p (tree ref)
{
  while (handled_component_p (ref)
	 && (TREE_CODE (ref) != ARRAY_REF || in_one_piece_p (ref)))
    ref = TREE_OPERAND (ref, 0);
  return upc_object_of (ref) && upc_own_part_p (ref);
}

/* Returns whether an access to REF that is EVENT is a call.  */
static bool
called_p (tree ref, bool strict, const char *event)
{
  return by_calls_p (event)
	 && (strict || reported_p (event) || !known_own_p (ref));
}

tree
upc_read (tree ref)
{
  bool strict = mode_of (ref) == ACCESS_STRICT;
  if (called_p (ref, strict, get_event))
    return get (ref, strict);
  upc_work.strict_read |= strict;
  return in_place (ref, strict);
}

tree
upc_write (tree ref)
{
  bool strict = mode_of (ref) == ACCESS_STRICT;
  if (called_p (ref, strict, put_event))
    return put (ref, strict);
  upc_work.strict_write |= strict;
  return in_place (ref, strict);
}
