/* atomic-ops.h - atomic operations on memory, by type.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "core/pts.h"
#include "upc_atomic.h"

/* Apply OP to TARGET; the old value goes to FETCH, if not null.  */
typedef void upc_atomic_apply (void *fetch, upc_op_t op, void *target,
			       const void *operand1, const void *operand2);

/* The operations of each kind of type.  */
#define ATOMIC_ACCESSORS (UPC_GET | UPC_SET | UPC_CSWAP)
#define ATOMIC_NUMERIC							\
  (ATOMIC_ACCESSORS | UPC_ADD | UPC_SUB | UPC_MULT | UPC_INC | UPC_DEC	\
   | UPC_MIN | UPC_MAX)
#define ATOMIC_INTEGER (ATOMIC_NUMERIC | UPC_AND | UPC_OR | UPC_XOR)

/* The types that have any: X (NAME, TYPE, KIND).  */
#define ATOMIC_TYPES(X)							\
  X (INT, int, INTEGER)							\
  X (UINT, unsigned int, INTEGER)					\
  X (LONG, long, INTEGER)						\
  X (ULONG, unsigned long, INTEGER)					\
  X (INT32, int32_t, INTEGER)						\
  X (UINT32, uint32_t, INTEGER)						\
  X (INT64, int64_t, INTEGER)						\
  X (UINT64, uint64_t, INTEGER)						\
  X (FLOAT, float, NUMERIC)						\
  X (DOUBLE, double, NUMERIC)						\
  X (PTS, upc_pts_t, ACCESSORS)

struct upc_atomic_type {
  const char *name;
  upc_type_t type;
  upc_op_t ops;			/* that it has */
  size_t size;
  upc_atomic_apply *relaxed, *strict;
};

/* An operation besides those of upc_atomic.h: where the first operand has a
   bit, that of the second.  */
#define UPC_MASKED_SWAP (1 << 30)

#pragma GCC visibility push (hidden)

/* Returns the description of TYPE; null if it has no atomic operations.  */
extern const struct upc_atomic_type *upc_atomic_type (upc_type_t type);
/* Applies OP, relaxed, to OBJECT of TYPE, which has it, with operands as
   their bytes are in memory.  What was there, if it is ASKED for.  */
extern uint64_t upc_atomic_here (upc_type_t type, upc_op_t op, void *object,
				 uint64_t operand1, uint64_t operand2,
				 bool asked);

#pragma GCC visibility pop
