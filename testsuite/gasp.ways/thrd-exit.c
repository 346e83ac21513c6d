/* C11 threads: thrd_exit, tss destructors that set again, call_once, the main
   thread leaves before the others.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-pthread" } */

#include <threads.h>
#include "ways.h"

static tss_t key;
static once_flag once = ONCE_FLAG_INIT;
static int destroyed, rounds;

KEEP static void
destroy (void *value)
{
  __atomic_add_fetch (&destroyed, leaf (0), __ATOMIC_RELAXED);
  if (__atomic_fetch_add (&rounds, 1, __ATOMIC_RELAXED) < 3)
    tss_set (key, value);
}

KEEP static void
initialise (void)
{
  printf ("once %d\n", work (3));
  tss_create (&key, destroy);
}

KEEP static int
finish (int n)
{
  thrd_exit (n + 6);
}

KEEP static int
body (void *argument)
{
  call_once (&once, initialise);
  tss_set (key, argument);
  return deep (5, finish);
}

KEEP static int
waiter (void *argument)
{
  thrd_t *other = argument;
  int result;

  thrd_join (*other, &result);
  printf ("result %d\n", result);
  thrd_join (other[1], &result);
  printf ("result %d, destroyed %d\n", result, destroyed);
  return 0;
}

int
main (void)
{
  static thrd_t thread[2], third;

  thrd_create (&thread[0], body, &key);
  thrd_create (&thread[1], body, &key);
  thrd_create (&third, waiter, thread);
  thrd_exit (0);
}
