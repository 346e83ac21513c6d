/* upc_atomic.h: all operations on floating-point numbers.

   SPDX-License-Identifier: Apache-2.0

   { dg-threads 1 3 4 }
   { dg-conduits smp loopback }  */

#include <stdint.h>
#include <upc_atomic.h>
#include "check.h"

#if __UPC_ATOMIC__ != 1
#error __UPC_ATOMIC__
#endif

#define NUMERIC								\
  (UPC_GET | UPC_SET | UPC_CSWAP | UPC_ADD | UPC_SUB | UPC_MULT | UPC_INC \
   | UPC_DEC | UPC_MIN | UPC_MAX)

#define NAME FLOAT
#define TYPE float
#define INTEGER 0
#include "atomic-types.h"
#define NAME DOUBLE
#define TYPE double
#define INTEGER 0
#include "atomic-types.h"

int
main (void)
{
  testFLOAT ();
  testDOUBLE ();
  return 0;
}
