/* A variadic function.

   SPDX-License-Identifier: Apache-2.0  */

#include <stdarg.h>
#include "test.h"

KEEP double
sum (int n, ...)
{
  va_list args;
  double total = 0;

  va_start (args, n);
  while (n--)
    total += va_arg (args, double) + va_arg (args, int);
  va_end (args);
  return total;
}

int
main (void)
{
  return sum (3, 1.5, 1, 2.5, 2, 3.0, 3) == 13.0 ? 0 : 1;
}

/* EVENTS:
     0 + main
     0 + sum (double sum(int, ...))
     0 - sum (double sum(int, ...))
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
