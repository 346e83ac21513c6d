/* primes.upc - UPC with OpenMP: how many primes there are, by teams of threads.

   SPDX-License-Identifier: Apache-2.0

   usage: primes [N]

   The numbers below N are divided among the UPC threads by upc_forall's rule, and
   among the OpenMP threads of each by OpenMP, as their work differs.  All of these
   may read and write what is shared; barriers, collective functions and locks are
   called by one of each team, outside the parallel region.

   Where UPC threads have processors of their own, OMP_NUM_THREADS says how many
   of them each team may take.  */

#include <stdio.h>
#include <stdlib.h>
#include <upc.h>
#include <upc_collective.h>

enum { FIRST = 1000 };
static shared [] char divides[FIRST];
static shared long counts[THREADS], total;

/* Marks the primes below FIRST, which all threads use.  */
static void
mark_first (void)
{
  for (int i = 2 + MYTHREAD; i < FIRST; i += THREADS)
    {
      int j = 2;
      while (j * j <= i && i % j)
	j++;
      divides[i] = j * j > i;
    }
  upc_barrier;
}

static int
is_prime (long number, const char *primes)
{
  for (int i = 2; (long) i * i <= number; i++)
    if (primes[i] && number % i == 0)
      return 0;
  return number >= 2;
}

int
main (int argc, char **argv)
{
  long n = argc > 1 ? atol (argv[1]) : 200000, count = 0;
  char primes[FIRST];
  if (n > (long) FIRST * FIRST)
    n = (long) FIRST * FIRST;
  mark_first ();
#pragma omp parallel for
  for (int i = 0; i < FIRST; i++)
    primes[i] = divides[i];
#pragma omp parallel for schedule (dynamic, 100) reduction (+: count)
  for (long i = MYTHREAD; i < n; i += THREADS)
    count += is_prime (i, primes);
  counts[MYTHREAD] = count;
  upc_all_reduceL (&total, counts, UPC_ADD, THREADS, 1, NULL,
		   UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
  int is_right = n != 200000 || total == 17984;
  if (MYTHREAD == 0)
    printf ("primes: %ld below %ld on %d threads: %s\n", total, n, THREADS,
	    is_right ? "PASSED" : "FAILED");
  return !is_right;
}
