/* threads.c - four threads, each with short functions.

   SPDX-License-Identifier: Apache-2.0

   Prints how many calls of `step' there were.  */

#include <pthread.h>
#include <stdio.h>

#define THREADS 4
#define STEPS 1500000

__attribute__ ((noinline)) static unsigned
step (unsigned x)
{
  __asm__ volatile ("" : "+r" (x));
  return x * 1664525u + 1013904223u;
}

static void *
work (void *result)
{
  unsigned x = 1;
  for (int i = 0; i < STEPS; i++)
    x = step (x) ^ step (x >> 3);
  *(unsigned *) result = x;
  return NULL;
}

int
main (void)
{
  pthread_t threads[THREADS];
  unsigned results[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create (&threads[i], NULL, work, &results[i]);
  for (int i = 0; i < THREADS; i++)
    pthread_join (threads[i], NULL);
  printf ("%d\n", 2 * THREADS * STEPS);
  return 0;
}
