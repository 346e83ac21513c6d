/* The events of collective, nonblocking and atomic library functions: a START
   and an END, each argument, the pointers-to-shared themselves, the position.

   SPDX-License-Identifier: Apache-2.0

   { dg-threads 1 3 }
   { dg-conduits smp loopback }
   { dg-options "--profile" }
   { dg-sources further/library-recorder.upc }  */

#include <stdarg.h>
#include <gasp.h>
#include <upc_atomic.h>
#include <upc_collective.h>
#include <upc_nb.h>
#include "../check.h"
#include "further/library-recorder.h"

shared int a[8 * THREADS], b[8 * THREADS], perm[THREADS], sum;
static int x;

/* The bits of a pointer-to-shared.  */
static unsigned long
bits (shared void *p)
{
  return *(unsigned long *) &p;
}

/* That the call on LINE, in column COLUMN, raised a START and an END with the
   N arguments that follow; the END has one more, not looked at, if MORE.  */
static void
expect (int line, int column, int n, ...)
{
  va_list args;
  int i, type;

  CHECK_IS (recorded_count, 2);
  for (type = 0; type < 2; type++)
    {
      CHECK_IS (recorded[type].line, line);
      CHECK_IS (recorded[type].column, column);
      va_start (args, n);
      for (i = 0; i < n; i++)
	CHECK_IS (recorded[type].argument[i], va_arg (args, unsigned long));
      va_end (args);
    }
}

#define UL (unsigned long)

static void
moves (void)
{
  upc_flag_t flags = UPC_IN_MYSYNC | UPC_OUT_NOSYNC;

#define MOVE(EVENT, call)						\
  record (EVENT, "PPzF", "PPzF");					\
  call (b, a, UL 4, flags);						\
  expect (__LINE__, 3, 4, bits (b), bits (a), 4ul, UL flags);		\
  upc_barrier
  MOVE (GASP_UPC_ALL_BROADCAST, upc_all_broadcast);
  MOVE (GASP_UPC_ALL_SCATTER, upc_all_scatter);
  MOVE (GASP_UPC_ALL_GATHER, upc_all_gather);
  MOVE (GASP_UPC_ALL_GATHER_ALL, upc_all_gather_all);
  MOVE (GASP_UPC_ALL_EXCHANGE, upc_all_exchange);
  record (GASP_UPC_ALL_PERMUTE, "PPPzF", "PPPzF");
  upc_all_permute (b, a, perm, sizeof (int), 0);
  expect (__LINE__ - 1, 3, 5, bits (b), bits (a), bits (perm), 4ul, 0ul);
}

static int
larger (int p, int q)
{
  return p > q ? p : q;
}

static void
reductions (void)
{
  static const char shape[] = "PPOzzpFR";

  record (GASP_UPC_ALL_REDUCE, shape, shape);
  upc_all_reduceI (&sum, a, UPC_FUNC, THREADS, 1, larger, UPC_OUT_ALLSYNC);
  expect (__LINE__ - 1, 3, 8, bits (&sum), bits (a), UL UPC_FUNC, UL THREADS,
	  1ul, UL larger, UL UPC_OUT_ALLSYNC, UL GASP_UPC_REDUCTION_I);
  record (GASP_UPC_ALL_PREFIX_REDUCE, shape, shape);
  upc_all_prefix_reduceUI (b, a, UPC_MAX, THREADS, 1, NULL, 0);
  expect (__LINE__ - 1, 3, 8, bits (b), bits (a), UL UPC_MAX, UL THREADS,
	  1ul, 0ul, 0ul, UL GASP_UPC_REDUCTION_UI);
  record (GASP_UPC_ALL_REDUCE, shape, shape);
  upc_all_reduceUC (&sum, a, UPC_MAX, 1, 0, NULL, 0);
  expect (__LINE__ - 1, 3, 8, bits (&sum), bits (a), UL UPC_MAX, 1ul, 0ul,
	  0ul, 0ul, UL GASP_UPC_REDUCTION_UC);
}

/* The END has the handle, which the sync has too.  */
static void
nonblocking (void)
{
  shared int *p = &a[(MYTHREAD + 1) % THREADS], *q = &b[MYTHREAD];
  upc_handle_t handle;

  record (GASP_GCC_NB_MEMGET_INIT, "pPz", "pPzH");
  handle = upc_memget_nb (&x, p, 4);
  expect (__LINE__ - 1, 12, 3, UL &x, bits (p), 4ul);
  CHECK_IS (recorded[1].argument[3], UL handle);
  record (GASP_UPC_NB_SYNC, "H", "H");
  upc_sync (handle);
  expect (__LINE__ - 1, 3, 1, UL handle);
  record (GASP_GCC_NB_MEMPUT_INIT, "Ppz", "PpzH");
  handle = upc_memput_nb (q, &x, 4);
  expect (__LINE__ - 1, 12, 3, bits (q), UL &x, 4ul);
  CHECK_IS (recorded[1].argument[3], UL handle);
  while (!upc_sync_attempt (handle))
    continue;
  record (GASP_GCC_NB_MEMCPY_INIT, "PPz", "PPzH");
  upc_memcpy_nbi (q, p, 4);
  expect (__LINE__ - 1, 3, 3, bits (q), bits (p), 4ul);
  CHECK_IS (recorded[1].argument[3], UL GASP_UPC_NBI_TRIVIAL);
  record (GASP_UPC_NB_SYNC, "H", "H");
  upc_synci ();
  expect (__LINE__ - 1, 3, 1, UL GASP_UPC_NBI_TRIVIAL);
  record (GASP_GCC_NB_MEMSET_INIT, "PIz", "PIzH");
  handle = upc_memset_nb (q, 7, 4);
  expect (__LINE__ - 1, 12, 3, bits (q), 7ul, 4ul);
  upc_sync (handle);
  record (GASP_GCC_NB_TRYSYNC, "H", "HI");
  CHECK (upc_sync_attempt (UPC_COMPLETE_HANDLE));
  CHECK_IS (recorded_count, 2);
  CHECK_IS (recorded[0].argument[0], UL GASP_UPC_NB_TRIVIAL);
  CHECK (recorded[1].argument[1]);
}

static void
atomics (void)
{
  upc_atomicdomain_t *domain;
  int one = 1;

  record (GASP_GCC_ATOMICDOMAIN_ALLOC, "III", "IIIP");
  domain = upc_all_atomicdomain_alloc (UPC_INT, UPC_ADD | UPC_GET, 0);
  expect (__LINE__ - 1, 12, 3, UL UPC_INT, UL (UPC_ADD | UPC_GET), 0ul);
  CHECK_IS (recorded[1].argument[3], bits (domain));
  record (GASP_GCC_ATOMIC, "IOIPz", "IOIPz");
  upc_atomic_relaxed (domain, NULL, UPC_ADD, &sum, &one, NULL);
  expect (__LINE__ - 1, 3, 5, 1ul, UL UPC_ADD, UL UPC_INT, bits (&sum), 4ul);
  record (GASP_GCC_ATOMIC, "IOIPz", "IOIPz");
  upc_atomic_strict (domain, &x, UPC_GET, &sum, NULL, NULL);
  expect (__LINE__ - 1, 3, 5, 0ul, UL UPC_GET, UL UPC_INT, bits (&sum), 4ul);
  record (GASP_GCC_ATOMICDOMAIN_FREE, "P", "P");
  upc_all_atomicdomain_free (domain);
  expect (__LINE__ - 1, 3, 1, bits (domain));
}

static int
compare (shared void *left, shared void *right)
{
  return *(shared int *) left - *(shared int *) right;
}

static void
sorting (void)
{
  a[MYTHREAD] = THREADS - MYTHREAD;
  upc_barrier;
  record (GASP_GCC_ALL_SORT, "PzzzpF", "PzzzpF");
  upc_all_sort (a, 4, THREADS, 1, compare, 0);
  expect (__LINE__ - 1, 3, 6, bits (a), 4ul, UL THREADS, 1ul, UL compare, 0ul);
  CHECK_IS (a[MYTHREAD], MYTHREAD + 1);
}

int
main (void)
{
  perm[MYTHREAD] = MYTHREAD;
  upc_barrier;
  moves ();
  upc_barrier;
  reductions ();
  upc_barrier;
  nonblocking ();
  upc_barrier;
  atomics ();
  upc_barrier;
  sorting ();
  upc_barrier;
  record (0, "", "");
  return 0;
}
