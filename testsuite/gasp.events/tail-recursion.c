/* Recursion by tail calls 10,000,000 deep runs in constant stack.  With a
   tool, which may write each event down, 20,000 deep in a small stack.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-levels -O2 -O3 } */
/* { dg-check no } */

#include <pthread.h>
#include <stdlib.h>
#include "test.h"

KEEP int odd (unsigned n);

KEEP int
even (unsigned n)
{
  return n == 0 ? 1 : odd (n - 1);
}

KEEP int
odd (unsigned n)
{
  return n == 0 ? 0 : even (n - 1);
}

KEEP unsigned
self (unsigned n, unsigned sum)
{
  if (n == 0)
    return sum;
  return self (n - 1, sum + 2);
}

static unsigned visited;

KEEP void
visit (unsigned n)
{
  if (n > 0)
    {
      visited++;
      visit (n - 1);
    }
}

/* As interpreters do.  */
typedef int operation (unsigned n);
static operation *operations[2];

KEEP int
operate (unsigned n)
{
  if (n == 0)
    return 7;
  return operations[n % 2] (n - 1);
}

static unsigned depth;

static void *
recur (void *unused)
{
  operations[0] = operations[1] = operate;
  visit (depth);
  int right = even (depth) && self (depth, 0) == 2 * depth && visited == depth
    && operate (depth) == 7;
  return right ? operations : unused;
}

int
main (void)
{
  pthread_attr_t small;
  pthread_t thread;
  void *right = NULL;
  depth = getenv ("LD_PRELOAD") ? 20000 : 10000000;
  pthread_attr_init (&small);
  pthread_attr_setstacksize (&small, 256 << 10);
  pthread_create (&thread, &small, recur, NULL);
  pthread_join (thread, &right);
  return !right;
}
