/* Many threads at once, each with its own context and order.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-pthread" } */

#include <pthread.h>
#include <stdlib.h>
#include "test.h"

#define THREADS 32

KEEP int
leaf (int n)
{
  return n + 1;
}

KEEP int
node (int depth)
{
  return depth ? node (depth - 1) + node (depth - 1) + leaf (0) : leaf (0);
}

KEEP void *
body (void *argument)
{
  int *result = malloc (sizeof *result);

  *result = node (6) + *(int *) argument;
  return result;
}

int
main (void)
{
  pthread_t thread[THREADS];
  int i, zero = 0, bad = 0;

  for (i = 0; i < THREADS; i++)
    pthread_create (&thread[i], 0, body, &zero);
  for (i = 0; i < THREADS; i++)
    {
      void *result;

      pthread_join (thread[i], &result);
      bad += *(int *) result != 127;
      free (result);
    }
  return bad;
}
