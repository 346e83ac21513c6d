/* bupc-atomic.h - Berkeley UPC's atomic functions.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "library/atomic.h"
#include "core/atomic-ops.h"

/* The functions bupc_atomicCODE_NAME_HOW:
     X (TYPE, CODE, UPC_TYPE, HOW, NAME, OPERATION, PARAMETERS, OPERAND1,
	OPERAND2)
   The parameters are in parentheses.  */
#define UPC_VALUE(type, x) ((type [1]) { x })

#define UPC_ACCESSORS(X, type, code, upc_type, how)			\
  X (type, code, upc_type, how, read, UPC_GET, (upc_pts_t p), NULL,	\
     NULL)								\
  X (type, code, upc_type, how, set, UPC_SET, (upc_pts_t p, type value), \
     &value, NULL)							\
  X (type, code, upc_type, how, swap, UPC_SET, (upc_pts_t p, type value), \
     &value, NULL)							\
  X (type, code, upc_type, how, cswap, UPC_CSWAP,			\
     (upc_pts_t p, type old, type value), &old, &value)

#define UPC_BINARY(X, type, code, upc_type, how, name, operation, operand) \
  X (type, code, upc_type, how, name, operation,			\
     (upc_pts_t p, type value), UPC_VALUE (type, operand), NULL)

#define UPC_OPERATIONS(X, type, code, upc_type, how)			\
  UPC_ACCESSORS (X, type, code, upc_type, how)				\
  UPC_BINARY (X, type, code, upc_type, how, fetchadd, UPC_ADD, value)	\
  UPC_BINARY (X, type, code, upc_type, how, fetchand, UPC_AND, value)	\
  UPC_BINARY (X, type, code, upc_type, how, fetchor, UPC_OR, value)	\
  UPC_BINARY (X, type, code, upc_type, how, fetchxor, UPC_XOR, value)	\
  UPC_BINARY (X, type, code, upc_type, how, fetchnotand, UPC_AND, ~value) \
  X (type, code, upc_type, how, fetchnot, UPC_XOR, (upc_pts_t p),	\
     UPC_VALUE (type, ~(type) 0), NULL)					\
  X (type, code, upc_type, how, mswap, UPC_MASKED_SWAP,			\
     (upc_pts_t p, type mask, type value), &mask, &value)

#define UPC_BOTH(list, X, type, code, upc_type)				\
  list (X, type, code, upc_type, relaxed)				\
  list (X, type, code, upc_type, strict)

#define UPC_BUPC_ATOMICS(X)						\
  UPC_BOTH (UPC_OPERATIONS, X, int, I, UPC_INT)				\
  UPC_BOTH (UPC_OPERATIONS, X, unsigned int, UI, UPC_UINT)		\
  UPC_BOTH (UPC_OPERATIONS, X, long, L, UPC_LONG)			\
  UPC_BOTH (UPC_OPERATIONS, X, unsigned long, UL, UPC_ULONG)		\
  UPC_BOTH (UPC_OPERATIONS, X, int32_t, I32, UPC_INT32)			\
  UPC_BOTH (UPC_OPERATIONS, X, uint32_t, U32, UPC_UINT32)		\
  UPC_BOTH (UPC_OPERATIONS, X, int64_t, I64, UPC_INT64)			\
  UPC_BOTH (UPC_OPERATIONS, X, uint64_t, U64, UPC_UINT64)		\
  UPC_BOTH (UPC_ACCESSORS, X, float, F, UPC_FLOAT)			\
  UPC_BOTH (UPC_ACCESSORS, X, double, D, UPC_DOUBLE)

#define UPC_LIST(...) __VA_ARGS__
#define UPC_DECLARE(type, code, upc_type, how, name, operation, parameters, \
		    ...)						\
  extern type bupc_atomic##code##_##name##_##how parameters;		\
  extern type __gasp_bupc_atomic##code##_##name##_##how (UPC_LIST parameters, \
						       POSITION);
UPC_BUPC_ATOMICS (UPC_DECLARE)
#undef UPC_DECLARE
