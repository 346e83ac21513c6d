/* bupc-atomic.c - Berkeley UPC's atomic functions, which are those of UPC 1.3 on
   a type in place of a domain.

   SPDX-License-Identifier: Apache-2.0

   All return what was there before, also those that their header has return
   nothing.  */

#include "bupc-atomic.h"

#define DEFINE(type, code, upc_type, how, name, operation, parameters,	\
	       operand1, operand2)					\
type									\
bupc_atomic##code##_##name##_##how parameters				\
{									\
  type was;								\
  upc_typed_##how (upc_type, &was, operation, p, operand1, operand2);	\
  return was;								\
}
UPC_BUPC_ATOMICS (DEFINE)
