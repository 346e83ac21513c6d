/* upc_atomic.h: all operations on integers.

   SPDX-License-Identifier: Apache-2.0

   { dg-threads 1 3 4 }
   { dg-conduits smp loopback mpi }  */

#include <stdint.h>
#include <upc_atomic.h>
#include "check.h"

#if __UPC_ATOMIC__ != 1
#error __UPC_ATOMIC__
#endif

#define NUMERIC								\
  (UPC_GET | UPC_SET | UPC_CSWAP | UPC_ADD | UPC_SUB | UPC_MULT | UPC_INC \
   | UPC_DEC | UPC_MIN | UPC_MAX)

#define NAME INT
#define TYPE int
#define INTEGER 1
#include "atomic-types.h"
#define NAME UINT
#define TYPE unsigned int
#define INTEGER 1
#include "atomic-types.h"
#define NAME LONG
#define TYPE long
#define INTEGER 1
#include "atomic-types.h"
#define NAME ULONG
#define TYPE unsigned long
#define INTEGER 1
#include "atomic-types.h"
#define NAME INT32
#define TYPE int32_t
#define INTEGER 1
#include "atomic-types.h"
#define NAME UINT32
#define TYPE uint32_t
#define INTEGER 1
#include "atomic-types.h"
#define NAME INT64
#define TYPE int64_t
#define INTEGER 1
#include "atomic-types.h"
#define NAME UINT64
#define TYPE uint64_t
#define INTEGER 1
#include "atomic-types.h"

int
main (void)
{
  testINT ();
  testUINT ();
  testLONG ();
  testULONG ();
  testINT32 ();
  testUINT32 ();
  testINT64 ();
  testUINT64 ();
  return 0;
}
