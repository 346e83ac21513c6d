/* Standard input is thread 0's.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-threads 1 2 4 } */
/* { dg-translation dynamic } */

#include <stdio.h>
#include <upc.h>

int
main (void)
{
  upc_barrier;
  return MYTHREAD > 0 && getchar () != EOF;
}
