/* isort.upc - integer sort: keys dealt to buckets, one for each thread.

   SPDX-License-Identifier: Apache-2.0

   usage: isort [KEYS]

   Each thread counts how many of its keys go to each other one,
   and all fetch theirs.  Checked: sorted within and between the
   threads, and the sum of the keys is what it was.  */

#include <stdio.h>
#include <stdlib.h>
#include <upc.h>
#include <upc_collective.h>

enum { RANGE = 1 << 16 };

shared long sums[THREADS], sum_before, sum_after, bad[THREADS], all_bad;
shared int lowest[THREADS], highest[THREADS];

static int
owner (int key)
{
  return (long) key * THREADS / RANGE;
}

static int
compare (const void *a, const void *b)
{
  int x = *(const int *) a, y = *(const int *) b;
  return x < y ? -1 : x > y;
}

static long
sum_of (const int *keys, long n, shared long *result)
{
  long i;

  sums[MYTHREAD] = 0;
  for (i = 0; i < n; i++)
    sums[MYTHREAD] += keys[i];
  upc_all_reduceL (result, sums, UPC_ADD, THREADS, 1, NULL, 0);
  return *result;
}

/* Order this thread's N keys by the thread they go to; COUNTS of each.  */
static void
deal (const int *keys, long n, int *dealt, long *counts)
{
  long *place = calloc (THREADS + 1, sizeof (long)), i;
  int t;

  for (t = 0; t < THREADS; t++)
    counts[t] = 0;
  for (i = 0; i < n; i++)
    counts[owner (keys[i])]++;
  for (t = 0; t < THREADS; t++)
    place[t + 1] = place[t] + counts[t];
  for (i = 0; i < n; i++)
    dealt[place[owner (keys[i])]++] = keys[i];
  free (place);
}

/* Fetch what all threads have for this one; returns how many.  */
static long
collect (shared char *dealt, shared char *counts, int *keys)
{
  long n = 0;
  int t, u;

  for (t = 0; t < THREADS; t++)
    {
      shared [] long *count = (shared [] long *) &counts[t];
      shared [] int *from = (shared [] int *) &dealt[t];
      for (u = 0; u < MYTHREAD; u++)
	from += count[u];
      upc_memget (keys + n, from, count[MYTHREAD] * sizeof (int));
      n += count[MYTHREAD];
    }
  return n;
}

/* Whether this thread's keys are no lower than those of the ones before.  */
static int
in_order (const int *keys, long n)
{
  int t;

  lowest[MYTHREAD] = n ? keys[0] : RANGE;
  highest[MYTHREAD] = n ? keys[n - 1] : -1;
  upc_barrier;
  for (t = 0; t < MYTHREAD; t++)
    if (highest[t] > lowest[MYTHREAD])
      return 0;
  while (n > 1 && keys[n - 2] <= keys[n - 1])
    n--;
  return n <= 1;
}

int
main (int argc, char **argv)
{
  long all = argc > 1 ? atol (argv[1]) : 20000;
  long n = all / THREADS + (MYTHREAD < all % THREADS), most = all / THREADS + 1;
  shared char *dealt = upc_all_alloc (THREADS, most * sizeof (int));
  shared char *counts = upc_all_alloc (THREADS, THREADS * sizeof (long));
  int *keys = malloc ((all + 1) * sizeof (int)), ok;
  unsigned int seed = MYTHREAD + 1;
  long i;

  for (i = 0; i < n; i++)
    keys[i] = ((seed = seed * 1103515245 + 12345) >> 8) % RANGE;
  sum_of (keys, n, &sum_before);
  deal (keys, n, (int *) &dealt[MYTHREAD], (long *) &counts[MYTHREAD]);
  upc_barrier;
  n = collect (dealt, counts, keys);
  qsort (keys, n, sizeof (int), compare);
  bad[MYTHREAD] = !in_order (keys, n);
  ok = sum_of (keys, n, &sum_after) == sum_before;
  upc_all_reduceL (&all_bad, bad, UPC_ADD, THREADS, 1, NULL, 0);
  ok = ok && all_bad == 0;
  if (MYTHREAD == 0)
    printf ("isort: %ld keys on %d threads: %s\n", all, THREADS,
	    ok ? "PASSED" : "FAILED");
  free (keys);
  return !ok;
}
