/* bupc-atomic-events.c - the profiled twins of bupc-atomic.c.

   SPDX-License-Identifier: Apache-2.0  */

#include "berkeley/bupc-atomic.h"

/* How, for tools and for us.  */
struct way
{
  int is_relaxed;
  void (*apply) (upc_type_t type, void *fetch_ptr, upc_op_t op,
		 upc_pts_t target, const void *operand1, const void *operand2);
};
static const struct way relaxed = { 1, upc_typed_relaxed };
static const struct way strict = { 0, upc_typed_strict };

/* Performs an atomic operation with its event.  A masked swap is reported as
   the operations it consists of.  */
static void __attribute__ ((noinline))
perform (const struct way *way, upc_type_t type, void *was, upc_op_t op,
	 upc_pts_t p, const void *operand1, const void *operand2, POSITION,
	 const void *caller)
{
  int told = op == UPC_MASKED_SWAP ? UPC_CSWAP : op;
  size_t size = upc_atomic_type (type)->size;
  EVENTS (GASP_GCC_ATOMIC);
  START (way->is_relaxed, told, (int) type, &p, size);
  if (unlikely (upc_checks != NULL))
    upc_check_caller = caller;
  way->apply (type, was, op, p, operand1, operand2);
  upc_check_caller = NULL;
  END (way->is_relaxed, told, (int) type, &p, size);
}

#define TWIN(type, code, upc_type, how, name, operation, parameters,	\
	     operand1, operand2)					\
type									\
__gasp_bupc_atomic##code##_##name##_##how (UPC_LIST parameters, POSITION) \
{									\
  type was;								\
  perform (&how, upc_type, &was, operation, p, operand1, operand2, file, \
	   line, column, UPC_CALLER);					\
  return was;								\
}
UPC_BUPC_ATOMICS (TWIN)
