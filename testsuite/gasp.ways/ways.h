/* ways.h - what the tests of ways to die and to escape share.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef _GNU_SOURCE
# define _GNU_SOURCE 1
#endif
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A function that is called wherever the source calls it.  */
#define KEEP __attribute__ ((noipa, unused))

/* Something left to do, so that the call before it is no tail call.  */
#define MORE __asm__ volatile ("" : : : "memory")

/* The system has no such thing: the test says nothing.  */
#define UNSUPPORTED(why) (puts (why), fflush (stdout), _exit (77))

KEEP static int
leaf (int n)
{
  MORE;
  return n + 1;
}

/* N calls, and their sum.  */
KEEP static int
work (int n)
{
  int i, sum = 0;

  for (i = 0; i < n; i++)
    sum += leaf (i);
  return sum;
}

/* A way down, so that there are calls open.  */
KEEP static int
deep (int n, int (*at_bottom) (int))
{
  int result = n ? deep (n - 1, at_bottom) : at_bottom (n);

  MORE;
  return result;
}
