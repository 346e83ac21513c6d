/* C headers may have members, and system headers anything, with names that are
   words of UPC.

   SPDX-License-Identifier: Apache-2.0

   { dg-options "-isystem testsuite/gasp.upc/language/further" }  */

#include <words.h>
#include "check.h"

#define MEMBER(x) ((x)->shared + (x)->strict)

shared int a[THREADS];

int
main (void)
{
  struct words w = { 1, 2, { 3 } };

  a[MYTHREAD] = 4;
  CHECK_IS (MEMBER (&w), 3);
  CHECK_IS (w.relaxed[0], 3);
  CHECK_IS (shared_sum (&w), 6);
  CHECK_IS (a[MYTHREAD], 4);
  return 0;
}
