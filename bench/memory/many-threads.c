/* many-threads.c - ten thousand threads, one after another, some at a time.

   SPDX-License-Identifier: Apache-2.0

   Prints how many calls of `step' there were.  */

#include <pthread.h>
#include <stdio.h>

#define THREADS 10000
#define AT_A_TIME 50
#define STEPS 1000

__attribute__ ((noinline)) static unsigned
step (unsigned x)
{
  __asm__ volatile ("" : "+r" (x));
  return x * 1664525u + 1013904223u;
}

static void *
work (void *start)
{
  unsigned x = *(unsigned *) start;
  for (int i = 0; i < STEPS; i++)
    x = step (x);
  *(unsigned *) start = x;
  return NULL;
}

int
main (void)
{
  static pthread_t threads[AT_A_TIME];
  unsigned numbers[AT_A_TIME] = { 0 };
  for (int i = 0; i < THREADS; i += AT_A_TIME)
    {
      for (int j = 0; j < AT_A_TIME; j++)
	pthread_create (&threads[j], NULL, work, &numbers[j]);
      for (int j = 0; j < AT_A_TIME; j++)
	pthread_join (threads[j], NULL);
    }
  printf ("%d\n", THREADS * STEPS);
  return 0;
}
