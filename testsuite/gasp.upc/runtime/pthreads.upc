/* Threads within a UPC thread.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-pthread" } */
/* { dg-threads 1 2 4 } */
/* { dg-translation dynamic } */

#include <pthread.h>

#define N 4
shared int a[N * THREADS];

static void *
work (void *arg)
{
  int i = *(int *) arg;
  for (int n = 0; n < 1000; n++)
    a[(i * THREADS + MYTHREAD + n % THREADS) % (N * THREADS)];
  a[i * THREADS + MYTHREAD] = i + 1;
  return 0;
}

int
main (void)
{
  pthread_t threads[N];
  int numbers[N];
  for (int i = 0; i < N; i++)
    {
      numbers[i] = i;
      pthread_create (&threads[i], 0, work, &numbers[i]);
    }
  for (int i = 0; i < N; i++)
    pthread_join (threads[i], 0);
  upc_barrier;
  for (int i = 0; i < N * THREADS; i++)
    if (a[i] != i / THREADS + 1)
      return 1;
  return 0;
}
