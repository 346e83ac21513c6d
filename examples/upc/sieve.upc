/* sieve.upc - the number of primes below N, by the sieve of Eratosthenes.

   SPDX-License-Identifier: Apache-2.0

   usage: sieve [N]

   A block of numbers for each thread; each finds the primes below the root of
   N by itself.  Checked against the known numbers for powers of ten.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc.h>
#include <upc_collective.h>

shared long counts[THREADS], total;

static long
known (long n)
{
  static const long numbers[]
    = { 0, 4, 25, 168, 1229, 9592, 78498, 664579, 5761455 };
  int i;
  long power = 1;

  for (i = 0; i < 9; i++, power *= 10)
    if (power == n)
      return numbers[i];
  return -1;
}

/* Strike the multiples of P in the block that begins with LOW.  */
static void
strike (char *composite, long low, long size, long p)
{
  long first = (low + p - 1) / p * p;

  if (first < p * p)
    first = p * p;
  for (; first < low + size; first += p)
    composite[first - low] = 1;
}

static long
count (char *composite, long low, long size, long n)
{
  long p, i, primes = 0;

  for (p = 2; p * p < n; p++)
    strike (composite, low, size, p);
  for (i = 0; i < size && low + i < n; i++)
    primes += low + i > 1 && !composite[i];
  return primes;
}

int
main (int argc, char **argv)
{
  long n = argc > 1 ? atol (argv[1]) : 10000;
  long size = (n + THREADS - 1) / THREADS;
  shared char *blocks = upc_all_alloc (THREADS, size);
  char *mine = (char *) &blocks[MYTHREAD];
  long right = known (n);

  memset (mine, 0, size);
  counts[MYTHREAD] = count (mine, MYTHREAD * size, size, n);
  upc_all_reduceL (&total, counts, UPC_ADD, THREADS, 1, NULL, 0);
  if (MYTHREAD == 0)
    printf ("sieve: %ld primes below %ld on %d threads: %s\n", total, n,
	    THREADS, right < 0 ? "UNCHECKED" : total == right ? "PASSED"
	    : "FAILED");
  return right >= 0 && total != right;
}
