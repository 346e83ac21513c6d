/* bupc_allv_*: collective functions of values of all kinds.

   SPDX-License-Identifier: Apache-2.0

   { dg-options "-Wall -Wextra" }
   { dg-threads 1 2 4 }
   { dg-conduits smp loopback }  */

#include <stdlib.h>
#include <bupc_collectivev.h>
#include "check.h"

#if BUPC_COLLECTIVEV_VERSION_MAJOR < 1 || !defined BUPC_COLLECTIVEV_VERSION_MINOR
#error version
#endif

struct point { double x; char name[21]; };

/* Sums of T + 1 over threads T below N; products.  */
static int sum (int n) { return n * (n + 1) / 2; }
static int product (int n) { return n ? n * product (n - 1) : 1; }

#define REDUCTIONS(type)						\
  {									\
    type mine = MYTHREAD + 1;						\
    CHECK (bupc_allv_reduce_all (type, mine, UPC_ADD) == (type) sum (THREADS)); \
    CHECK (bupc_allv_prefix_reduce (type, mine, UPC_MULT)		\
	   == (type) product (MYTHREAD + 1));				\
    CHECK (bupc_allv_reduce (type, mine, -1, UPC_MIN) == 1);		\
    for (int root = 0; root < THREADS; root++)				\
      {									\
	type most = bupc_allv_reduce (type, mine, root, UPC_MAX);	\
	CHECK (MYTHREAD != root || most == (type) THREADS);		\
      }									\
  }

static void
reductions (void)
{
  REDUCTIONS (signed char)
  REDUCTIONS (unsigned char)
  REDUCTIONS (short)
  REDUCTIONS (unsigned short)
  REDUCTIONS (int)
  REDUCTIONS (unsigned int)
  REDUCTIONS (long)
  REDUCTIONS (unsigned long)
  REDUCTIONS (long long)
  REDUCTIONS (size_t)
  REDUCTIONS (float)
  REDUCTIONS (double)
  REDUCTIONS (long double)
  int low = -MYTHREAD, bit = 1 << MYTHREAD, one = 1;
  unsigned int high = -(unsigned int) MYTHREAD - 1;
  CHECK_IS (bupc_allv_reduce_all (int, low, UPC_MIN), 1 - THREADS);
  CHECK (bupc_allv_reduce_all (unsigned int, high, UPC_MAX) == -1u);
  CHECK_IS (bupc_allv_reduce_all (int, bit, UPC_OR), (1 << THREADS) - 1);
  CHECK_IS (bupc_allv_prefix_reduce (int, bit, UPC_XOR),
	    (2 << MYTHREAD) - 1);
  CHECK_IS (bupc_allv_reduce_all (int, one, UPC_LOGAND), 1);
  /* What is given need not be a variable of the type.  */
  CHECK (bupc_allv_reduce_all (double, MYTHREAD + 1, UPC_ADD) == sum (THREADS));
}

static void
structures (void)
{
  for (int root = 0; root < THREADS; root++)
    {
      struct point p = { MYTHREAD, "here" }, q;
      p.name[5] = MYTHREAD + 'a';
      q = bupc_allv_broadcast (struct point, p, root);
      CHECK (q.x == root && q.name[0] == 'h' && q.name[5] == root + 'a');
      q = bupc_allv_permute (struct point, p, (MYTHREAD + root) % THREADS);
      CHECK (q.x == (MYTHREAD + THREADS - root) % THREADS);
    }
}

static void
arrays (void)
{
  int mine = MYTHREAD * 7, *all = calloc ((unsigned) THREADS, sizeof *all);
  for (int root = 0; root < THREADS; root++)
    {
      int *got = bupc_allv_gather (int, mine, root,
				   MYTHREAD == root ? all : NULL);
      for (int i = 0; MYTHREAD == root && i < THREADS; i++)
	CHECK_IS (got[i], i * 7);
      for (int i = 0; i < THREADS; i++)
	all[i] = i + root;
      CHECK_IS (bupc_allv_scatter (int, root, MYTHREAD == root ? all : NULL),
		MYTHREAD + root);
    }
  for (int i = 0; i < THREADS; i++)
    all[i] = -1;
  bupc_allv_gather_all (int, mine, MYTHREAD % 2 ? all : NULL);
  for (int i = 0; i < THREADS; i++)
    CHECK_IS (all[i], MYTHREAD % 2 ? i * 7 : -1);
  free (all);
}

static void
pointers (void)
{
  shared char *p = upc_all_alloc (THREADS, 1), *mine = p + MYTHREAD;
  shared void *root = MYTHREAD == THREADS - 1 ? p : NULL;
  shared char **all = calloc ((unsigned) THREADS, sizeof *all);
  CHECK (bupc_allv_broadcast (shared void *, root, THREADS - 1) == p);
  CHECK (bupc_allv_gather_all (shared char *, mine, all) == all);
  for (int i = 0; i < THREADS; i++)
    CHECK (all[i] == p + i && upc_threadof (all[i]) == (size_t) i);
  free (all);
}

/* More than the first scratch has room for, and less again.  */
static void
sizes (void)
{
  static struct large { int x[3000]; } large, got;
  int small = MYTHREAD;
  large.x[2999] = MYTHREAD;
  got = bupc_allv_broadcast (struct large, large, THREADS - 1);
  CHECK_IS (got.x[2999], THREADS - 1);
  CHECK_IS (bupc_allv_broadcast (int, small, THREADS - 1), THREADS - 1);
}

int
main (void)
{
  reductions ();
  structures ();
  arrays ();
  pointers ();
  sizes ();
  return MAX (1, 0) != 1 || MIN (1, 0) != 0;
}
