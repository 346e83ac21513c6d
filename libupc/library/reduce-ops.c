/* reduce-ops.c - the arithmetic of reductions, by element type.

   SPDX-License-Identifier: Apache-2.0

   For each element type and operator two functions, a fold and a scan, made
   from the tables of types (upc_collective.h) and of operators
   (reduce-ops.h).  What an operator does is said once, in APPLY_*.  */

#include "library/reduce-ops.h"

#define APPLY_ADD(a, b) ((a) + (b))
#define APPLY_MULT(a, b) ((a) * (b))
#define APPLY_AND(a, b) ((a) & (b))
#define APPLY_OR(a, b) ((a) | (b))
#define APPLY_XOR(a, b) ((a) ^ (b))
#define APPLY_LOGAND(a, b) ((a) && (b))
#define APPLY_LOGOR(a, b) ((a) || (b))
#define APPLY_MIN(a, b) ((a) < (b) ? (a) : (b))
#define APPLY_MAX(a, b) ((a) > (b) ? (a) : (b))
#define APPLY_FUNC(a, b) own (a, b)
#define APPLY_NONCOMM_FUNC(a, b) own (a, b)

/* The operators that are built in may change the order; so the processor can
   have several under way.  */
#define LANES_ADD 4
#define LANES_MULT 4
#define LANES_AND 4
#define LANES_OR 4
#define LANES_XOR 4
#define LANES_LOGAND 4
#define LANES_LOGOR 4
#define LANES_MIN 4
#define LANES_MAX 4
#define LANES_FUNC 1
#define LANES_NONCOMM_FUNC 1

/* P[0] op P[1] op..., each LANE starting with an element of its own.  */
#define DEFINE_FOLD(suffix, type, op)					\
static void								\
fold_##suffix##_##op (void *result, const void *p, size_t n,		\
		      upc_operator *func)				\
{									\
  enum { lanes = LANES_##op };						\
  type (*own) (type, type) = (type (*) (type, type)) func;		\
  const type *element = p;						\
  type value = element[0];						\
  size_t i = 1;								\
  (void) own;								\
  if (lanes > 1 && n >= 2 * lanes)					\
    {									\
      type lane[lanes];							\
      for (int k = 0; k < lanes; k++)					\
	lane[k] = element[k];						\
      for (i = lanes; i + lanes <= n; i += lanes)			\
	for (int k = 0; k < lanes; k++)					\
	  lane[k] = APPLY_##op (lane[k], element[i + k]);		\
      value = lane[0];							\
      for (int k = 1; k < lanes; k++)					\
	value = APPLY_##op (value, lane[k]);				\
    }									\
  for (; i < n; i++)							\
    value = APPLY_##op (value, element[i]);				\
  *(type *) result = value;						\
}

#define DEFINE_SCAN(suffix, type, op)					\
static void								\
scan_##suffix##_##op (void *dst, const void *src, size_t n,		\
		      const void *carry, upc_operator *func)		\
{									\
  type (*own) (type, type) = (type (*) (type, type)) func;		\
  const type *from = src;						\
  type *to = dst;							\
  (void) own;								\
  if (n == 0)								\
    return;								\
  type value = from[0];							\
  if (carry)								\
    value = APPLY_##op (*(const type *) carry, value);			\
  to[0] = value;							\
  for (size_t i = 1; i < n; i++)					\
    to[i] = value = APPLY_##op (value, from[i]);			\
}

#define DEFINE(suffix, type, op)					\
  DEFINE_FOLD (suffix, type, op)					\
  DEFINE_SCAN (suffix, type, op)

/* The operators of all types of numbers, and those of integers only.  */
#define OPERATORS_OF_NUMBERS(X, suffix, type)				\
  X (suffix, type, ADD)							\
  X (suffix, type, MULT)						\
  X (suffix, type, LOGAND)						\
  X (suffix, type, LOGOR)						\
  X (suffix, type, MIN)							\
  X (suffix, type, MAX)							\
  X (suffix, type, FUNC)						\
  X (suffix, type, NONCOMM_FUNC)
#define OPERATORS_OF_INTEGERS(X, suffix, type)				\
  X (suffix, type, AND)							\
  X (suffix, type, OR)							\
  X (suffix, type, XOR)

/* The place of each in the tables.  */
#define INDEX(op) INDEX_##op,
enum { UPC_OPERATORS (INDEX) };
#undef INDEX

#define FOLD(suffix, type, op) [INDEX_##op] = fold_##suffix##_##op,
#define SCAN(suffix, type, op) [INDEX_##op] = scan_##suffix##_##op,

#define REDUCTION_OF_INTEGERS(letters, type)				\
  OPERATORS_OF_NUMBERS (DEFINE, letters, type)				\
  OPERATORS_OF_INTEGERS (DEFINE, letters, type)				\
  const struct upc_reduction upc_reduction_##letters = {		\
    .size = sizeof (type),						\
    .fold = { OPERATORS_OF_NUMBERS (FOLD, letters, type)		\
	      OPERATORS_OF_INTEGERS (FOLD, letters, type) },		\
    .scan = { OPERATORS_OF_NUMBERS (SCAN, letters, type)		\
	      OPERATORS_OF_INTEGERS (SCAN, letters, type) }		\
  };

#define REDUCTION_OF_FLOATS(letters, type)				\
  OPERATORS_OF_NUMBERS (DEFINE, letters, type)				\
  const struct upc_reduction upc_reduction_##letters = {		\
    .size = sizeof (type),						\
    .fold = { OPERATORS_OF_NUMBERS (FOLD, letters, type) },		\
    .scan = { OPERATORS_OF_NUMBERS (SCAN, letters, type) }		\
  };

/* Which types have which.  */
#define KIND_C REDUCTION_OF_INTEGERS
#define KIND_UC REDUCTION_OF_INTEGERS
#define KIND_S REDUCTION_OF_INTEGERS
#define KIND_US REDUCTION_OF_INTEGERS
#define KIND_I REDUCTION_OF_INTEGERS
#define KIND_UI REDUCTION_OF_INTEGERS
#define KIND_L REDUCTION_OF_INTEGERS
#define KIND_UL REDUCTION_OF_INTEGERS
#define KIND_F REDUCTION_OF_FLOATS
#define KIND_D REDUCTION_OF_FLOATS
#define KIND_LD REDUCTION_OF_FLOATS

#define REDUCTION(suffix, type) KIND_##suffix (suffix, type)
__UPC_REDUCTION_TYPES (REDUCTION)

int
upc_operator_index (upc_op_t op)
{
#define VALUE(op) UPC_##op,
  static const upc_op_t values[UPC_OPERATOR_COUNT]
    = { UPC_OPERATORS (VALUE) };
#undef VALUE
  for (int i = 0; i < UPC_OPERATOR_COUNT; i++)
    if (values[i] == op)
      return i;
  return -1;
}
