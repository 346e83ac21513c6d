/* A destination that does not begin on thread 0 ends the program, and the
   message says what is wrong.

   SPDX-License-Identifier: Apache-2.0

   { dg-threads 3 }
   { dg-status 1 }
   { dg-output "upc_all_broadcast: \"dst\" points to memory of thread 1; it must point to that of thread 0" }  */

#include "check.h"
#include <upc_collective.h>

shared int a[THREADS], b[THREADS];

int
main (void)
{
  upc_all_broadcast (&b[1], a, sizeof (int), 0);
  return 0;
}
