/* GCC's arithmetic on void, for those who ask for it.

   SPDX-License-Identifier: Apache-2.0

   { dg-options "-Wno-pointer-arith" }  */

#include "check.h"

int
main (void)
{
  char c[2];
  void *p = c;
  CHECK (p + sizeof (void) == &c[1]);
  return 0;
}
