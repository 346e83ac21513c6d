/* threads.c - threads that share work unevenly.

   SPDX-License-Identifier: Apache-2.0

     gaspcc --profile -O2 -pthread threads.c -o threads
     gasp run ./threads && gasp report

   The report has the threads side by side: the later, the busier.  */

#include <pthread.h>
#include <stdio.h>

#define THREADS 4
#define LIMIT 200000

struct part
{
  pthread_t thread;
  unsigned first, end;		/* of the numbers to look at */
  unsigned primes;		/* found among them */
};

static int
is_prime (unsigned n)
{
  for (unsigned d = 2; d * d <= n; d++)
    if (n % d == 0)
      return 0;
  return n > 1;
}

static void *
count_primes (void *argument)
{
  struct part *part = argument;
  for (unsigned n = part->first; n < part->end; n++)
    part->primes += is_prime (n);
  return NULL;
}

int
main (void)
{
  struct part parts[THREADS] = { 0 };
  unsigned primes = 0;
  for (unsigned i = 0; i < THREADS; i++)
    {
      parts[i].first = LIMIT / THREADS * i;
      parts[i].end = LIMIT / THREADS * (i + 1);
      if (pthread_create (&parts[i].thread, NULL, count_primes, &parts[i]))
	return 1;
    }
  for (unsigned i = 0; i < THREADS; i++)
    {
      pthread_join (parts[i].thread, NULL);
      printf ("%u to %u: %u primes\n", parts[i].first, parts[i].end - 1,
	      parts[i].primes);
      primes += parts[i].primes;
    }
  printf ("%u in all\n", primes);
  return 0;
}
