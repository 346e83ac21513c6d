/* upc-events.upc - what an access to shared space takes when it may be an event.

   SPDX-License-Identifier: Apache-2.0

   A line for each kind of access, with the least nanoseconds of ROUNDS loops.
   Thread 0 measures; of two threads, those to thread 1's part are events.  */

#include <stdio.h>
#include <time.h>
#include <upc_relaxed.h>

enum { ROUNDS = 15, TIMES = 200000, ELEMENTS = 4096 };

static shared long a[ELEMENTS][THREADS];
static volatile long used;

static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}

#define ACCESS(name, statement)						\
  __attribute__ ((noipa)) static void					\
  name (int whose)							\
  {									\
    long sum = 0;							\
    for (long i = 0; i < TIMES; i++)					\
      statement;							\
    used = sum;								\
  }
ACCESS (get, sum += a[i % ELEMENTS][whose])
ACCESS (put, a[i % ELEMENTS][whose] = i)
ACCESS (update, a[i % ELEMENTS][whose] += i)

static void
measure (const char *name, void (*access) (int), int whose)
{
  double least = 1e30;
  for (int round = 0; round < ROUNDS; round++)
    {
      double time = now ();
      access (whose);
      time = (now () - time) / TIMES;
      if (time < least)
	least = time;
    }
  printf ("%s %.2f\n", name, least);
}

int
main (void)
{
  if (MYTHREAD == 0)
    {
      measure ("own-get", get, 0);
      measure ("own-put", put, 0);
      measure ("get", get, 1);
      measure ("put", put, 1);
      measure ("update", update, 1);
    }
  upc_barrier;
  return 0;
}
