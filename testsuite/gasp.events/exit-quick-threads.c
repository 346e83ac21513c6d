/* quick_exit while other threads are busy calling.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-pthread" } */
/* { dg-status 6 } */

#include <pthread.h>
#include <stdlib.h>
#include "test.h"

static int busy;

KEEP int
leaf (int n)
{
  free (malloc (n + 1));
  return n + 1;
}

KEEP void *
body (void *p)
{
  int n = 0;

  __atomic_fetch_add (&busy, 1, __ATOMIC_SEQ_CST);
  for (;;)
    n = leaf (n & 15);
  return p;
}

KEEP void
handler (void)
{
  leaf (3);
}

int
main (void)
{
  pthread_t thread;
  int i;

  at_quick_exit (handler);
  for (i = 0; i < 3; i++)
    pthread_create (&thread, NULL, body, NULL);
  while (__atomic_load_n (&busy, __ATOMIC_SEQ_CST) < 3)
    sched_yield ();
  for (i = 0; i < 1000; i++)
    leaf (i & 7);
  quick_exit (6);
}
