/* queens.upc - in how many ways N queens can stand on a board of N by N.

   SPDX-License-Identifier: Apache-2.0

   usage: queens [N]

   The threads take first pairs of rows from a counter, by atomic
   operations.  Checked against the known numbers up to 14.  */

#include <stdio.h>
#include <stdlib.h>
#include <upc.h>
#include <upc_atomic.h>
#include <upc_collective.h>

static const long known[]
  = { 1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596 };

shared int next;
shared long solutions[THREADS], total;

/* The ways to go on below rows that have queens in COLUMNS and threaten the
   two kinds of DIAGONALS in this one.  */
static long
count (int all, int columns, int left, int right)
{
  int free = all & ~(columns | left | right);
  long sum = 0;

  if (columns == all)
    return 1;
  while (free)
    {
      int queen = free & -free;
      free -= queen;
      sum += count (all, columns | queen, (left | queen) << 1,
		    (right | queen) >> 1);
    }
  return sum;
}

/* The ways that begin with queens in columns A and B.  */
static long
count_from (int all, int a, int b)
{
  int first = 1 << a, second = 1 << b;

  if (second & (first | first << 1 | first >> 1))
    return 0;
  return count (all, first | second, (first << 1 | second) << 1,
		(first >> 1 | second) >> 1);
}

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 9, pair;
  upc_atomicdomain_t *domain
    = upc_all_atomicdomain_alloc (UPC_INT, UPC_INC, 0);

  if (n < 2 || n > 30)
    {
      fprintf (stderr, "queens: N must be between 2 and 30, not %d\n", n);
      return 2;
    }
  for (;;)
    {
      upc_atomic_relaxed (domain, &pair, UPC_INC, &next, NULL, NULL);
      if (pair >= n * n)
	break;
      solutions[MYTHREAD] += count_from ((1 << n) - 1, pair / n, pair % n);
    }
  upc_all_reduceL (&total, solutions, UPC_ADD, THREADS, 1, NULL, 0);
  upc_all_atomicdomain_free (domain);
  if (MYTHREAD == 0)
    printf ("queens: %d on %d threads: %ld solutions: %s\n", n, THREADS, total,
	    n > 14 ? "UNCHECKED" : total == known[n] ? "PASSED" : "FAILED");
  return n <= 14 && total != known[n];
}
