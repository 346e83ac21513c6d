/* An operation that the domain does not have ends the program.

   SPDX-License-Identifier: Apache-2.0

   { dg-threads 2 }
   { dg-status 1 }
   { dg-output "upc_atomic_relaxed: \"op\" is 0x2; it must be one of 0x1" }  */

#include "check.h"
#include <upc_atomic.h>

shared int a;

int
main (void)
{
  int two = 2;
  upc_atomicdomain_t *domain = upc_all_atomicdomain_alloc (UPC_INT, UPC_ADD, 0);
  upc_atomic_relaxed (domain, NULL, UPC_MULT, &a, &two, NULL);
  return 0;
}
