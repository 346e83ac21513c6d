/* The two sides must have as many bytes.

   SPDX-License-Identifier: Apache-2.0

   { dg-threads 1 }
   { dg-translation dynamic }
   { dg-status 1 }
   { dg-output "bupc_memget_fstrided: the source has 12 bytes, the destination 16" }  */

#include <bupc_extensions.h>

shared int x[10 * THREADS];

int
main (void)
{
  int y[10];
  bupc_memget_fstrided (y, 4, 8, 4, x, 12, 12, 1);
  return 0;
}
