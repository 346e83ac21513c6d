/* Where functions have another calling convention unless they say so, libgasp's
   have the usual one all the same.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-do run { target x86_64-*-* } } */
/* { dg-options "-mabi=ms -fno-builtin" } */

#include "test.h"

typedef __SIZE_TYPE__ size;
extern void *malloc (size) __attribute__ ((sysv_abi));
extern void *realloc (void *, size) __attribute__ ((sysv_abi));
extern void free (void *) __attribute__ ((sysv_abi));
extern void exit (int) __attribute__ ((sysv_abi, noreturn));

KEEP int
sum (int a, int b, int c, int d, int e)
{
  return a + 2 * b + 3 * c + 4 * d + 5 * e;
}

KEEP double
product (double a, int b, double c)
{
  return a * b * c;
}

__attribute__ ((sysv_abi)) int
main (int argc, char **argv)
{
  char *p = malloc (100);

  if (!p || argc < 1 || !argv[0])
    return 1;
  p[99] = 1;
  p = realloc (p, 1000);
  if (!p || p[99] != 1 || sum (1, 2, 3, 4, 5) != 55 || product (2, 3, 4) != 24)
    return 2;
  free (p);
  exit (0);
}
