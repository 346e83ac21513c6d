/* atomic-ops.c - atomic operations on memory, by type.

   SPDX-License-Identifier: Apache-2.0

   For each type (atomic-ops.h) two functions, one for relaxed and one for
   strict operations.  All are lock-free: what the processor cannot do in one
   instruction is done by comparing and swapping until it succeeds.  */

#include <stdint.h>
#include "core/pts.h"
#include "core/atomic-ops.h"

#define RELAXED __ATOMIC_RELAXED
#define STRICT __ATOMIC_SEQ_CST

/* One instruction; a cheaper one if the old value is not asked for.  */
#define NATIVE(op, builtin, operand)					\
  case op:								\
    if (!fetch)								\
      {									\
	builtin (object, operand, order);				\
	return;								\
      }									\
    old = builtin (object, operand, order);				\
    break;

/* Several: CHANGE computes the new value, `update', from the old one.  */
#define UPDATE(op, change)						\
  case op:								\
    __atomic_load (object, &old, RELAXED);				\
    do									\
      {									\
	change;								\
      }									\
    while (!__atomic_compare_exchange (object, &old, &update, 1, order,	\
				       RELAXED));			\
    break;

/* The operations of all types.  SAME compares two values.  */
#define ACCESSORS(SAME)							\
  case UPC_GET:								\
    __atomic_load (object, &old, order);				\
    break;								\
  case UPC_SET:								\
    __atomic_exchange (object, &x, &old, order);			\
    break;								\
  case UPC_CSWAP:							\
    __atomic_load (object, &old, order);				\
    while (SAME (old, x)						\
	   && !__atomic_compare_exchange (object, &old, &y, 0, order,	\
					  order))			\
      continue;								\
    break;

#define OPERATIONS_INTEGER						\
  ACCESSORS (SAME_INTEGER)						\
  NATIVE (UPC_ADD, __atomic_fetch_add, x)				\
  NATIVE (UPC_SUB, __atomic_fetch_sub, x)				\
  NATIVE (UPC_INC, __atomic_fetch_add, 1)				\
  NATIVE (UPC_DEC, __atomic_fetch_sub, 1)				\
  NATIVE (UPC_AND, __atomic_fetch_and, x)				\
  NATIVE (UPC_OR, __atomic_fetch_or, x)					\
  NATIVE (UPC_XOR, __atomic_fetch_xor, x)				\
  UPDATE (UPC_MULT, (void) __builtin_mul_overflow (old, x, &update))	\
  UPDATE (UPC_MIN, update = old < x ? old : x)				\
  UPDATE (UPC_MAX, update = old > x ? old : x)

#define OPERATIONS_NUMERIC						\
  ACCESSORS (SAME_NUMERIC)						\
  UPDATE (UPC_ADD, update = old + x)					\
  UPDATE (UPC_SUB, update = old - x)					\
  UPDATE (UPC_INC, update = old + 1)					\
  UPDATE (UPC_DEC, update = old - 1)					\
  UPDATE (UPC_MULT, update = old * x)					\
  UPDATE (UPC_MIN, update = old < x ? old : x)				\
  UPDATE (UPC_MAX, update = old > x ? old : x)

#define OPERATIONS_ACCESSORS ACCESSORS (SAME_ACCESSORS)

/* A pointer-to-shared has a phase, which == ignores.  */
#define SAME_INTEGER(a, b) ((a) == (b))
#define SAME_NUMERIC(a, b) ((a) == (b))
#define SAME_ACCESSORS(a, b) (upc_pts_place (a) == upc_pts_place (b))

#define DEFINE(name, type, kind, how)					\
static void								\
apply_##name##_##how (void *fetch, upc_op_t op, void *target,		\
		      const void *operand1, const void *operand2)	\
{									\
  enum { order = how };							\
  type *object = target;						\
  type x = operand1 ? *(const type *) operand1 : 0;			\
  type y = operand2 ? *(const type *) operand2 : 0;			\
  type old = 0, update;							\
  (void) update;							\
  switch (op)								\
    {									\
    OPERATIONS_##kind							\
    }									\
  if (fetch)								\
    *(type *) fetch = old;						\
}
#define DEFINE_BOTH(name, type, kind)					\
  DEFINE (name, type, kind, RELAXED)					\
  DEFINE (name, type, kind, STRICT)
ATOMIC_TYPES (DEFINE_BOTH)

#define ROW(name, type, kind)						\
  [UPC_##name] = { "UPC_" #name, UPC_##name, ATOMIC_##kind,		\
		   sizeof (type),					\
		   apply_##name##_RELAXED, apply_##name##_STRICT },

const struct upc_atomic_type *
upc_atomic_type (upc_type_t type)
{
  static const struct upc_atomic_type types[] = { ATOMIC_TYPES (ROW) };

  return type >= 0 && (size_t) type < sizeof types / sizeof *types
	 && types[type].name ? &types[type] : NULL;
}

/* Replaces those bits of OBJECT that MASK has by those of VALUE.  Returns the
   old value.  */
static uint64_t
swap_masked (const struct upc_atomic_type *t, void *object, uint64_t mask,
	     uint64_t value)
{
  uint64_t old, update, seen = 0;
  t->relaxed (&seen, UPC_GET, object, NULL, NULL);
  do
    {
      old = seen;
      update = (old & ~mask) | (value & mask);
      t->relaxed (&seen, UPC_CSWAP, object, &old, &update);
    }
  while (seen != old);
  return old;
}

uint64_t
upc_atomic_here (upc_type_t type, upc_op_t op, void *object, uint64_t operand1,
		 uint64_t operand2, bool asked)
{
  const struct upc_atomic_type *t = upc_atomic_type (type);
  uint64_t old = 0;
  if (op == UPC_MASKED_SWAP)
    return swap_masked (t, object, operand1, operand2);
  t->relaxed (asked ? &old : NULL, op, object, &operand1, &operand2);
  return old;
}
