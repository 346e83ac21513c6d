/* forall.c - upc_forall: whether this one is within another.

   SPDX-License-Identifier: Apache-2.0

   The iterations are dealt out by code that the compiler writes.  */

#include "runtime.h"

int __upc_forall_depth;
