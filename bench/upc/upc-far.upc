/* upc-far.upc - read and write what a thread on another machine has.

   SPDX-License-Identifier: Apache-2.0

   Prints, for each way, its name and nanoseconds for a double.  */

#include <upc.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define N 50000
shared [N] double far[THREADS][N];
shared double cyclic[N * THREADS];
static double here[N];

static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}

static void
tell (const char *way, double begin, double count)
{
  printf ("%s %.1f\n", way, (now () - begin) / count);
}

static void
measure (shared [] double *a)
{
  unsigned x = 1;
  double sum = 0, t;
  for (int i = 0; i < 1000; i++)	/* MPI connects when it is first used */
    {
      sum += a[i];
      upc_fence;
    }
  t = now ();
  for (int i = 0; i < N; i++)
    sum += a[i];
  tell ("row", t, N);
  upc_fence;
  t = now ();
  for (int i = 0; i < N; i++)
    sum += cyclic[i];
  tell ("cyclic", t, N);
  upc_fence;
  t = now ();
  for (int i = 0; i < N / 10; i++)
    {
      x = x * 1103515245 + 12345;
      sum += a[(x >> 8) % N];
    }
  tell ("random", t, N / 10);
  t = now ();
  upc_memget (here, a, sizeof here);
  tell ("whole", t, N);
  t = now ();
  for (int i = 0; i < N; i++)
    a[i] = i;
  upc_fence;
  tell ("write", t, N);
  if (sum == 1)
    puts ("");
}

int
main (void)
{
  for (int i = 0; i < N; i++)
    far[MYTHREAD][i] = cyclic[i * THREADS + MYTHREAD] = i;
  upc_barrier;
  if (!MYTHREAD)
    measure ((shared [] double *) &far[THREADS - 1][0]);
  upc_barrier;
  return 0;
}
