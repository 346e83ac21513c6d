/* upc_all_reduce and upc_all_prefix_reduce of floating-point numbers: all operators, layouts,
   counts, first elements and flags.

   SPDX-License-Identifier: Apache-2.0

   { dg-threads 1 3 4 }
   { dg-conduits smp loopback }  */

#include "collective-flags.h"

#define ELEMENTS (720 * THREADS)

#define T F
#define TYPE float
#define INTEGER 0
#include "reduce-types.h"
#define T D
#define TYPE double
#define INTEGER 0
#include "reduce-types.h"
#define T LD
#define TYPE long double
#define INTEGER 0
#include "reduce-types.h"

int
main (void)
{
  test_allF ();
  test_allD ();
  test_allLD ();
  return 0;
}
