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

/* Returns whether what -fupc-check checks of REF has been checked before the
   loop.  */
static bool
checked_before_p (tree ref)
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

/* Returns the shared object that REF is to or into; null if it is not
   known.  */
static tree
object_of (tree ref)
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
    return object_of (TREE_OPERAND (pointer, 0));
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
  tree object = object_of (ref);
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
      return part_in_place (ref, strict && is_gimple_reg_type (TREE_TYPE (ref)));
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

/* Returns whether they are calls there.  */
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
      tree object = object_of (ref);
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
  tree address;			/* pointer-to-shared; only events need a phase */
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
  call_access (get_functions[way], way, ref, t.buffer, t.address, t.size, strict,
	       false);
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
  call_access (put_functions[way], way, ref, t.address, t.buffer, t.size, strict,
	       true);
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
  call_access (reports ? UPC_COPY_PROFILED : UPC_COPY, reports ? REPORTED : PLAIN,
	       to, address_for (to, reports), address_for (from, reports), size,
	       strict, false);
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
  return object_of (ref) && upc_own_part_p (ref);
}

/* Returns whether an access to REF that is EVENT is a call.  */
static bool
called_p (tree ref, bool strict, const char *event)
{
  return by_calls_p (event) && (strict || reported_p (event) || !known_own_p (ref));
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

/* ---- Checks, with -fupc-check

     a[i] = x;         __upc_check (p, how, &a, total, &site);
		       *(int *) __upc_local (p) = x;

   The access itself is what it is without them.  libupc/check/ is what is
   called.  A strict read orders what comes behind it by what it has read, so
   that one is followed by a call, too.  Without -O, all is a call.  Elements
   that a loop goes through are checked before it (plugin/upc/loops/runs.c).  */

/* The sum of these is HOW: libupc/prelude/gasp-upc-check.h.  */
enum
{
  CHECK_WRITE = 1, CHECK_STRICT = 2, CHECK_ONE_BLOCK = 4, CHECK_PLACE = 8,
  CHECK_DEFINED = 16, SIZE_SHIFT = 5, BLOCK_SHIFT = 40
};
#define MOST_BYTES ((HOST_WIDE_INT) 1 << (BLOCK_SHIFT - SIZE_SHIFT))

static tree
bits (unsigned HOST_WIDE_INT n)
{
  return build_int_cst (upc_bits_type (), n);
}

/* Returns the size of the object DECL in bytes; below 0, that for each thread;
   0 if it is not known.  */
static HOST_WIDE_INT
total_size (tree decl)
{
  tree type = TREE_TYPE (decl);
  HOST_WIDE_INT elements = upc_elements (type);
  HOST_WIDE_INT size = upc_layout_of (type).size;
  HOST_WIDE_INT row = upc_layout_of (type).block * upc_options.threads;
  if (elements <= 0 || size <= 0)
    return 0;
  if (row && elements % row == 0)
    return -elements / upc_options.threads * size;
  return upc_threads_dimensions (type) ? -elements * size : elements * size;
}

/* Returns whether threads, whose number is not known, have unequal parts of the
   object DECL: where these end depends on it.  */
static bool
unequal_parts_p (tree decl)
{
  HOST_WIDE_INT block = upc_layout_of (TREE_TYPE (decl)).block;
  return (block && !upc_options.threads
	  && upc_elements (TREE_TYPE (decl)) % block != 0);
}

/* Returns whether the object DECL is one block.  */
static bool
one_block_p (tree decl)
{
  HOST_WIDE_INT block = upc_layout_of (TREE_TYPE (decl)).block;
  return !block || upc_elements (TREE_TYPE (decl)) <= block;
}

void
upc_push_check (vec<tree> *args, const struct upc_access *access, tree object)
{
  HOST_WIDE_INT size = access->size < MOST_BYTES ? access->size : 0;
  HOST_WIDE_INT total = access->object ? total_size (access->object) : 0;
  bool one = total > 0 && one_block_p (access->object);
  HOST_WIDE_INT block = access->object ? unequal_parts_p (access->object)
			: access->block;
  args->safe_push (bits ((access->write ? CHECK_WRITE : 0)
			 | (access->strict ? CHECK_STRICT : 0)
			 | (access->place ? CHECK_PLACE : 0)
			 | (one ? CHECK_ONE_BLOCK : 0)
			 | (total && upc_defined_p (access->object)
			    ? CHECK_DEFINED : 0)
			 | (unsigned HOST_WIDE_INT) size << SIZE_SHIFT
			 | ((unsigned HOST_WIDE_INT) block << BLOCK_SHIFT)));
  args->safe_push (object);
  args->safe_push (upc_number (total));
  args->safe_push (upc_site_at (access->loc));
}

/* Where an access is, and how large.  */
struct extent
{
  tree address;
  HOST_WIDE_INT size;		/* 0 if that is not known */
};

static HOST_WIDE_INT
size_of (tree type)
{
  tree size = TYPE_SIZE_UNIT (type);
  return size && tree_fits_shwi_p (size) ? tree_to_shwi (size) : 0;
}

/* Returns that of a bit-field: the unit that it is stored in.  */
static struct extent
extent_of_bit_field (tree ref)
{
  tree record = TREE_OPERAND (ref, 0);
  tree unit = DECL_BIT_FIELD_REPRESENTATIVE (TREE_OPERAND (ref, 1));
  tree place = upc_place_of (record);
  if (!unit)
    return { place, size_of (TREE_TYPE (record)) };
  place = upc_value (fold_build2 (PLUS_EXPR, upc_bits_type (), place,
				  bits (int_byte_position (unit))));
  return { place, tree_to_shwi (DECL_SIZE_UNIT (unit)) };
}

static struct extent
extent_of (tree ref, bool place)
{
  while (TREE_CODE (ref) == BIT_FIELD_REF)
    ref = TREE_OPERAND (ref, 0);
  if (TREE_CODE (ref) == COMPONENT_REF
      && DECL_BIT_FIELD_TYPE (TREE_OPERAND (ref, 1)))
    return extent_of_bit_field (ref);
  return { place ? upc_place_of (ref) : upc_address_of (ref),
	   size_of (TREE_TYPE (ref)) };
}

/* Returns how many elements a block has by the type of the pointer that REF
   follows; 0 if it does not, or if there is but one block.  */
static HOST_WIDE_INT
block_at (tree ref)
{
  if (TREE_CODE (ref) != MEM_REF)
    return 0;
  return upc_layout_of (TREE_TYPE (TREE_TYPE (TREE_OPERAND (ref, 0)))).block;
}

/* Returns whether the phase of REF's address is right whatever it is.  */
static bool
phase_is_right_p (tree ref)
{
  return (object_of (ref)
	  || (TREE_CODE (ref) == MEM_REF
	      && integer_zerop (TREE_OPERAND (ref, 1))
	      && upc_moved_p (TREE_OPERAND (ref, 0))));
}

/* Has REF checked at LOC.  */
static void
check (tree ref, location_t loc, bool write, bool after)
{
  location_t outer = upc_work.loc;
  if (!upc_work.checked || checked_before_p (ref))
    return;
  upc_work.loc = loc;
  bool strict = upc_mode_of (ref, upc_work.loc) == ACCESS_STRICT;
  bool place = phase_is_right_p (ref);
  struct extent extent = extent_of (ref, place);
  tree object = object_of (ref);
  tree proxy = (object ? build_fold_addr_expr (upc_proxy (object))
		: null_pointer_node);
  struct upc_access access = { upc_work.loc, write, strict, place, extent.size,
			       block_at (ref), object };
  auto_vec<tree> args;
  args.safe_push (extent.address);
  upc_push_check (&args, &access, proxy);
  upc_emit (optimize ? UPC_CHECK : UPC_CHECK_ACCESS, after, args);
  if (strict && !write)
    {
      args.truncate (1);
      upc_emit (UPC_CHECK_STRICT_READ, true, args);
    }
  upc_work.loc = outer;
}

void
upc_check_read (tree ref, bool update)
{
  location_t loc = EXPR_HAS_LOCATION (ref) ? EXPR_LOCATION (ref) : upc_work.loc;
  bool strict = upc_mode_of (ref, loc) == ACCESS_STRICT;
  if (strict)
    upc_work.updated = NULL;
  check (ref, loc, update && !strict, false);
}

void
upc_check_write (tree ref, bool after)
{
  check (ref, upc_work.loc, true, after);
}

void
upc_check_cast (tree p)
{
  auto_vec<tree> args;
  if (!upc_work.checked)
    return;
  args.safe_push (upc_pointer_value (p));
  args.safe_push (upc_site_at (upc_work.loc));
  upc_emit (UPC_CHECK_CAST, false, args);
}
