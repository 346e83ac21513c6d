/* Broadcast, scatter, gather, gather_all, exchange and permute: each byte, for
   sizes that go all ways through the library, with all flags and all roots.

   SPDX-License-Identifier: Apache-2.0

   { dg-threads 1 3 4 }
   { dg-conduits smp loopback mpi }  */

#include "collective-flags.h"

enum { LARGEST = 20000 };

shared char *a, *b;
shared int perm[THREADS];

/* Byte I of what THREAD has in round ROUND.  */
static char
value (int round, int thread, size_t i)
{
  return round * 31 + thread * 7 + i * 13 + (i >> 8);
}

static char *
mine (shared char *array)
{
  return (char *) &array[MYTHREAD];
}

static void
set_up (int round, size_t n)
{
  size_t i;
  for (i = 0; i < n * THREADS; i++)
    {
      mine (a)[i] = value (round, MYTHREAD, i);
      mine (b)[i] = 0;
    }
  perm[MYTHREAD] = (MYTHREAD + round) % THREADS;
}

/* That N bytes at P are those of THREAD from FIRST on.  */
static void
verify (const char *p, int round, int thread, size_t first, size_t n)
{
  size_t i;
  for (i = 0; i < n; i++)
    CHECK_IS (p[i], value (round, thread, first + i));
}

static void
verify_blocks (int round, size_t n, size_t first)
{
  int t;
  for (t = 0; t < THREADS; t++)
    verify (mine (b) + t * n, round, t, first, n);
}

static void
test (int operation, int round, size_t n, upc_flag_t flags)
{
  int root = round % THREADS;

  set_up (round, n);
  before (flags);
  switch (operation)
    {
    case 0: upc_all_broadcast (b, &a[root], n, flags); break;
    case 1: upc_all_scatter (b, &a[root], n, flags); break;
    case 2: upc_all_gather (&b[root], a, n, flags); break;
    case 3: upc_all_gather_all (b, a, n, flags); break;
    case 4: upc_all_exchange (b, a, n, flags); break;
    case 5: upc_all_permute (b, a, perm, n, flags); break;
    }
  after (flags);
  switch (operation)
    {
    case 0: verify (mine (b), round, root, 0, n); break;
    case 1: verify (mine (b), round, root, MYTHREAD * n, n); break;
    case 2: if (MYTHREAD == root) verify_blocks (round, n, 0); break;
    case 3: verify_blocks (round, n, 0); break;
    case 4: verify_blocks (round, n, MYTHREAD * n); break;
    case 5:
      verify (mine (b), round, (MYTHREAD + round * (THREADS - 1)) % THREADS,
	      0, n);
      break;
    }
  upc_barrier;
}

int
main (void)
{
  static const size_t sizes[] = { 1, 7, 200, 1024, 5000, LARGEST };
  int s, f, operation, round = 0;

  a = upc_all_alloc (THREADS, (size_t) LARGEST * THREADS);
  b = upc_all_alloc (THREADS, (size_t) LARGEST * THREADS);
  for (s = 0; s < 6; s++)
    for (f = 0; f < FLAGS; f++)
      for (operation = 0; operation < 6; operation++)
	test (operation, round++, sizes[s], flags_of (f));
  return 0;
}
