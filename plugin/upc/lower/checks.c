/* checks.c - what -fupc-check adds to accesses.

   SPDX-License-Identifier: GPL-3.0-or-later

     a[i] = x;         __upc_check (p, how, &a, total, &site);
		       *(int *) __upc_local (p) = x;

   The access itself is what it is without them.  libupc/check/ is what is
   called.  A strict read orders what comes after it by what it has read, so
   that one is followed by a call, too.  Without -O, all is a call.  Elements
   that a loop goes through are checked before it (plugin/upc/loops/runs.c).  */

#include "upc/upc-plugin.h"

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

/* Returns the extent of a bit-field: that of the unit that it is stored in.  */
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
  return (upc_object_of (ref)
	  || (TREE_CODE (ref) == MEM_REF
	      && integer_zerop (TREE_OPERAND (ref, 1))
	      && upc_moved_p (TREE_OPERAND (ref, 0))));
}

/* Has REF checked at LOC.  */
static void
check (tree ref, location_t loc, bool write, bool after)
{
  location_t outer = upc_work.loc;
  if (!upc_work.checked || upc_checked_before_p (ref))
    return;
  upc_work.loc = loc;
  bool strict = upc_mode_of (ref, upc_work.loc) == ACCESS_STRICT;
  bool place = phase_is_right_p (ref);
  struct extent extent = extent_of (ref, place);
  tree object = upc_object_of (ref);
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
