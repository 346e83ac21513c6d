/* #pragma upc c_code and upc_code: the words of UPC are identifiers in between,
   and in the file that has the first.

   SPDX-License-Identifier: Apache-2.0

   { dg-options "-Wall -Wextra" }
   { dg-translation dynamic }
   { dg-threads 1 2 4 }  */

#include "further/words-of-c.h"
#include "check.h"

shared int before[THREADS];

#pragma upc c_code
#include "further/words-in-upc.h"

float MYTHREAD;

static int
sum (int shared, int upc_barrier)
{
  struct { int THREADS, strict; } relaxed = { shared, upc_barrier };
  MYTHREAD = relaxed.strict;
#pragma upc upc_code
  upc_barrier 3;
  before[MYTHREAD] = MYTHREAD;
  upc_barrier;
  CHECK_IS (before[THREADS - 1], THREADS - 1);
#pragma upc c_code
  return relaxed.THREADS + relaxed.strict + (int) MYTHREAD;
}
#pragma upc upc_code

int
main (void)
{
  CHECK_IS (sum (1, 2), 5);
  CHECK_IS (of_c (40), 41);
  CHECK_IS (of_upc (), THREADS);
  return 0;
}
