/* bupc-atomic.c - Berkeley UPC's atomic functions: those of UPC 1.3 on a type
   in place of a domain.

   SPDX-License-Identifier: Apache-2.0

   All return the old value, even those that return nothing by their header.  */

#include "berkeley/bupc-atomic.h"

#define DEFINE(type, code, upc_type, how, name, operation, parameters,	\
	       operand1, operand2)					\
type									\
bupc_atomic##code##_##name##_##how parameters				\
{									\
  type was;								\
  UPC_FOR_CALLER (upc_typed_##how (upc_type, &was, operation, p,	\
				   operand1, operand2));		\
  return was;								\
}
UPC_BUPC_ATOMICS (DEFINE)
