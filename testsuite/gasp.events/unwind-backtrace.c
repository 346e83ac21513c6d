/* A backtrace from within sees the program's functions, and no others in between.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-fasynchronous-unwind-tables -rdynamic" } */

#include <execinfo.h>
#include <stdint.h>
#include "test.h"

#define IN(address, function) \
  ((uintptr_t) (address) - (uintptr_t) (function) < 400)

KEEP int main (void);

KEEP int
inner (void)
{
  void *frame[10];
  int n = backtrace (frame, 10);

  return n >= 3 && IN (frame[0], inner);
}

KEEP int
outer (void)
{
  return inner () + 1;
}

int
main (void)
{
  return outer () - 2;
}
