/* With as many threads as there can be, pointers go from thread to thread, and
   from the last to the first.

   SPDX-License-Identifier: Apache-2.0

   { dg-threads 1 1023 1024 }
   { dg-levels -O2 }  */

#include "check.h"

shared int a[2 * THREADS];
shared [3] int b[6 * THREADS];

int
main (void)
{
  volatile long one = 1;
  shared int *p = a, *q = a;
  shared [3] int *r = b, *s = b;
  if (MYTHREAD != THREADS - 1)
    return 0;
  for (long i = 0; i < 2 * THREADS; i++, p++, q += one)
    CHECK (p == q && upc_threadof (p) == i % THREADS);
  for (long i = 0; i < 6 * THREADS; i++, r++, s += one)
    CHECK (r == s && upc_threadof (r) == i / 3 % THREADS
	   && upc_phaseof (r) == i % 3 && upc_addrfield (r) == upc_addrfield (s));
  for (long i = 6 * THREADS; i > 0; i--)
    CHECK (--r == (s -= one) && upc_threadof (r) == (i - 1) / 3 % THREADS);
  return 0;
}
