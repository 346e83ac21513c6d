/* A function that passes its arguments on by __builtin_va_arg_pack.

   SPDX-License-Identifier: Apache-2.0  */

#include <stdarg.h>
#include "test.h"

KEEP int
count (int n, ...)
{
  va_list args;
  int total = 0;

  va_start (args, n);
  while (n--)
    total += va_arg (args, int);
  va_end (args);
  return total;
}

extern inline __attribute__ ((always_inline, gnu_inline)) int
all (int n, ...)
{
  return count (n + __builtin_va_arg_pack_len () - n, __builtin_va_arg_pack ());
}

int
main (void)
{
  return all (2, 4, 5) - 9;
}
