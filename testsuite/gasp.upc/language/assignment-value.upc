/* The value of an assignment is what was assigned, converted to the object's type.

   SPDX-License-Identifier: Apache-2.0

   { dg-threads 2 }
   { dg-conduits smp loopback }
   { dg-options "-Wno-overflow" }  */

#include "check.h"

shared int a[THREADS], b[THREADS];
shared struct { int before; unsigned bits : 3; } s[THREADS];
strict shared char c[THREADS];
shared int *shared p[THREADS], *shared q[THREADS];

int
main (void)
{
  int x = 0;
  if (MYTHREAD == 0)
    {
      b[1] = a[1] = 4;
      x += a[1] += 3;
      x += ++a[1];
      x += s[1].bits = 13;
      x += c[1] = 300;
      q[1] = p[1] = &a[1];
    }
  upc_barrier;
  CHECK (b[1] == 4 && a[1] == 8 && c[1] == 44 && q[1] == &a[1]);
  CHECK (MYTHREAD || x == 7 + 8 + 5 + 44);
  return 0;
}
