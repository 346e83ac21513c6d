/* check.c - calls that check accesses to shared space: -fupc-check.

   SPDX-License-Identifier: GPL-3.0-or-later

     a[i] = x;         __upc_check_access (p, how, &a, total, "f.upc", place);
		       *(int *) __upc_local (p) = x;

   The access itself is what it is without checks.  libupc/check/ is what is
   called.  A strict read orders what comes behind it by what it has read, so
   that one is followed by a call, too.  */

#include "upc/upc-plugin.h"

/* The sum of these is HOW: libupc/check/check.h.  */
enum { WRITE = 1, STRICT = 2, SIZE_SHIFT = 4, BLOCK_SHIFT = 40 };
#define MOST_BYTES ((HOST_WIDE_INT) 1 << (BLOCK_SHIFT - SIZE_SHIFT))

static tree
bits (unsigned HOST_WIDE_INT n)
{
  return build_int_cst (upc_bits_type (), n);
}

static void
push_place (vec<tree> *args)
{
  expanded_location x = expand_location (upc_work.loc);
  const char *file = x.file ? x.file : "";
  args->safe_push (build_string_literal (strlen (file) + 1, file));
  args->safe_push (bits ((unsigned HOST_WIDE_INT) x.line << 32 | x.column));
}

/* Returns the size of the object DECL in bytes; below 0, that for each thread;
   0 if it is not known.  */
static HOST_WIDE_INT
total_size (tree decl)
{
  tree type = TREE_TYPE (decl);
  HOST_WIDE_INT elements = upc_elements (type);
  HOST_WIDE_INT size = upc_layout_of (type).size;
  if (elements <= 0 || size <= 0)
    return 0;
  return upc_threads_dimensions (type) ? -elements * size : elements * size;
}

/* An access to shared space.  */
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
extent_of (tree ref)
{
  while (TREE_CODE (ref) == BIT_FIELD_REF)
    ref = TREE_OPERAND (ref, 0);
  if (TREE_CODE (ref) == COMPONENT_REF
      && DECL_BIT_FIELD_TYPE (TREE_OPERAND (ref, 1)))
    return extent_of_bit_field (ref);
  return { upc_address_of (ref), size_of (TREE_TYPE (ref)) };
}

/* Returns how many elements a block has by the type of the pointer that REF
   follows; 0 if it does not, or if there is but one block.  */
static unsigned HOST_WIDE_INT
block_at (tree ref)
{
  if (TREE_CODE (ref) != MEM_REF)
    return 0;
  return upc_layout_of (TREE_TYPE (TREE_TYPE (TREE_OPERAND (ref, 0)))).block;
}

static void
check (tree ref, bool write, bool after)
{
  location_t outer = upc_work.loc;
  if (!upc_work.checked)
    return;
  if (!write && EXPR_HAS_LOCATION (ref))
    upc_work.loc = EXPR_LOCATION (ref);
  bool strict = upc_mode_of (ref, upc_work.loc) == ACCESS_STRICT;
  struct extent extent = extent_of (ref);
  tree object = upc_object_of (ref);
  auto_vec<tree> args;
  if (extent.size >= MOST_BYTES)
    extent.size = 0;
  args.safe_push (extent.address);
  args.safe_push (bits ((write ? WRITE : 0) | (strict ? STRICT : 0)
			| (unsigned HOST_WIDE_INT) extent.size << SIZE_SHIFT
			| block_at (ref) << BLOCK_SHIFT));
  args.safe_push (object ? build_fold_addr_expr (upc_proxy (object))
		  : null_pointer_node);
  args.safe_push (upc_number (object ? total_size (object) : 0));
  push_place (&args);
  upc_emit (UPC_CHECK_ACCESS, after, args);
  if (strict && !write)
    {
      args.truncate (1);
      upc_emit (UPC_CHECK_STRICT_READ, true, args);
    }
  upc_work.loc = outer;
}

void
upc_check_read (tree ref)
{
  check (ref, false, false);
}

void
upc_check_write (tree ref, bool after)
{
  check (ref, true, after);
}

void
upc_check_cast (tree p)
{
  auto_vec<tree> args;
  if (!upc_work.checked)
    return;
  args.safe_push (upc_pointer_value (p));
  push_place (&args);
  upc_emit (UPC_CHECK_CAST, false, args);
}
