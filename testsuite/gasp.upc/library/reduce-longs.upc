/* upc_all_reduce and upc_all_prefix_reduce of long integers: all operators, layouts,
   counts, first elements and flags.

   SPDX-License-Identifier: Apache-2.0

   { dg-threads 1 3 4 }
   { dg-conduits smp loopback }  */

#include "collective-flags.h"

#define ELEMENTS (720 * THREADS)

#define T L
#define TYPE signed long
#define INTEGER 1
#include "reduce-types.h"
#define T UL
#define TYPE unsigned long
#define INTEGER 1
#include "reduce-types.h"

int
main (void)
{
  test_allL ();
  test_allUL ();
  return 0;
}
