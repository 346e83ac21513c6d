/* A root that is no thread.

   SPDX-License-Identifier: Apache-2.0

   { dg-threads 2 }
   { dg-status 1 }
   { dg-output "bupc_allv_broadcast: the root is 7; it must be one of 0 to 1" }  */

#include <bupc_collectivev.h>

int
main (void)
{
  int x = 1;
  return bupc_allv_broadcast (int, x, 7);
}
