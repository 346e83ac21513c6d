/* Each strict read is made, also where the value would be known without it.

   SPDX-License-Identifier: Apache-2.0

   While thread 1 counts up, thread 0 reads a counter twice, again and again:
   sooner or later the two differ, which they never do if one of the reads has
   been folded away with the other.

   { dg-threads 2 3 }
   { dg-conduits smp loopback }  */

#include "check.h"
#include <upc_relaxed.h>

strict shared unsigned int count;
shared unsigned int by_pragma;
strict shared int stop;
strict shared struct { unsigned int a : 16; unsigned int b; } s;
strict shared double real;
strict shared unsigned int *strict shared p;

/* Whether EXPRESSION is not 0 at last.  */
#define AT_LAST(expression)						\
  do									\
    while (!(expression))						\
      upc_fence;							\
  while (0)

static void
read_twice (strict shared unsigned int *q)
{
  AT_LAST (count - count);
  AT_LAST (count ^ count);
  AT_LAST (count != count);
  AT_LAST (!(count == count));
  AT_LAST (*q - *q);
  AT_LAST (s.b - s.b);
  AT_LAST (s.a ^ s.a);
  AT_LAST (real - real != 0);
  AT_LAST (real < real);
#if __GNUC__ != 14
  /* GCC 14 makes both reads and ignores their values, of volatile objects in C
     as well; 15 does not.  */
  AT_LAST ((count & ~count) != 0);
#endif
  AT_LAST (p != p);
  AT_LAST (p - p);
  {
#pragma upc strict
    AT_LAST (by_pragma - by_pragma);
  }
}

static void
count_up (void)
{
  for (unsigned int i = 0; !stop; i++)
    {
      count = by_pragma = s.b = i;
      s.a = i;
      real = i;
      p = &count + (i & 1);
    }
}

int
main (void)
{
  p = &count;
  upc_barrier;
  if (MYTHREAD == 0)
    {
      read_twice (&count);
      stop = 1;
    }
  else if (MYTHREAD == 1)
    count_up ();
  return 0;
}
