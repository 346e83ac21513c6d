/* sort.upc - UPC with C++: numbers sorted over all threads, by C++'s algorithms.

   SPDX-License-Identifier: Apache-2.0

   usage: sort [N]

   Each thread has N numbers and sorts them; then, in as many steps as there are
   threads, neighbours compare theirs, and one keeps the smaller half.  UPC moves
   the numbers; halves.cc has what C++ does to them.  */

#include <stdio.h>
#include <stdlib.h>
#include <upc.h>

extern void sort_own (long *own, size_t n);
extern int keep_half (long *own, const long *theirs, size_t n, int larger);

static shared int wrong;

/* The numbers of thread T: those of the directory's entries that are on it.  */
typedef shared [] long *part;
static shared part parts[THREADS];

static void
exchange (size_t n, int step)
{
  int other = MYTHREAD % 2 == step % 2 ? MYTHREAD + 1 : MYTHREAD - 1;
  long *theirs = malloc (n * sizeof *theirs);
  int is_paired = other >= 0 && other < THREADS;
  if (is_paired)
    upc_memget (theirs, parts[other], n * sizeof *theirs);
  upc_barrier;
  if (is_paired && keep_half ((long *) parts[MYTHREAD], theirs, n, other < MYTHREAD))
    wrong = 1;
  upc_barrier;
  free (theirs);
}

int
main (int argc, char **argv)
{
  size_t n = argc > 1 ? atol (argv[1]) : 10000;
  part own = upc_alloc (n * sizeof (long));
  parts[MYTHREAD] = own;
  srandom (MYTHREAD + 1);
  for (size_t i = 0; i < n; i++)
    own[i] = random ();
  sort_own ((long *) own, n);
  upc_barrier;
  for (int step = 0; step < THREADS; step++)
    exchange (n, step);
  for (size_t i = 1; i < n; i++)
    if (own[i - 1] > own[i])
      wrong = 1;
  if (MYTHREAD && parts[MYTHREAD - 1][n - 1] > own[0])
    wrong = 1;
  upc_barrier;
  if (MYTHREAD == 0)
    printf ("sort: %zu numbers on %d threads: %s\n", n * THREADS, THREADS,
	    wrong ? "FAILED" : "PASSED");
  return wrong;
}
