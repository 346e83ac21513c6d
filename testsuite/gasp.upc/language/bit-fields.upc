/* A bit-field is read and written as a part of what it is stored in, also behind
   the first element of a block, and in another thread's part, where that is an
   event, too.

   SPDX-License-Identifier: Apache-2.0

   { dg-threads 1 2 }
   { dg-levels -O0 -O2 -O0,-finstrument-gasp -O2,-finstrument-gasp }  */

#include <stdlib.h>
#include <upc.h>

struct s { unsigned int a : 3, b : 7; double d; };
shared [3] struct s x[6 * THREADS];

int
main (void)
{
  int first = 3 * (THREADS - 1 - MYTHREAD);
  x[first + 2].b = 100;
  x[first + 2].a = 5;
  shared [3] struct s *p = &x[first + 1];
  p->b++;
  upc_barrier;
  struct s *own = (struct s *) &x[3 * MYTHREAD];
  if (own[1].b != 1 || own[1].a || own[2].b != 100 || own[2].a != 5
      || x[first + 2].a != 5)
    abort ();
  return 0;
}
