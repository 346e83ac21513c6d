/* upc_forall along blocks that vectors fit into, from where a block begins and
   from elsewhere: what GCC is told of how elements are aligned is true.

   SPDX-License-Identifier: Apache-2.0

   { dg-threads 1 2 3 }
   { dg-levels -O0 -O2 -O3 -O3,-fsanitize=alignment,-fsanitize-undefined-trap-on-error }  */

#include "check.h"

#define BLOCKS 5
#define N (8 * BLOCKS * THREADS)

/* What is small is not aligned.  */
shared char odd;
shared [8] char small[8 * THREADS];
shared [8] short small_shorts[8 * THREADS];
shared [8] double a[N], b[8 * (BLOCKS + 1) * THREADS];
shared [*] double even[N];
shared [16] float floats[2 * N], other_floats[2 * N];
shared [6] double sixes[6 * BLOCKS * THREADS];
extern shared [8] double later[];
shared [8] double *middle;

#define EACH(FROM, TO, BODY) \
  upc_forall (int i = FROM; i < TO; i++; &a[i]) BODY

static void
clear (void)
{
  upc_barrier;
  upc_forall (int i = 0; i < N; i++; &a[i])
    a[i] = 0;
  upc_barrier;
}

/* Elements FROM to TO - 1 of a are VALUE plus what number they have, the others
   0.  */
static void
check (int from, int to, double value)
{
  upc_barrier;
  for (int i = 0; i < N; i++)
    CHECK_IS (a[i], i >= from && i < to ? value + i : 0);
  clear ();
}

__attribute__ ((noipa)) static void
ways (int n, int from)
{
  EACH (0, n, a[i] = b[i] + 1);
  check (0, n, 1);
  EACH (16, n, a[i] = b[i] + 1);
  check (16, n, 1);
  EACH (3, n, a[i] = b[i] + 1);
  check (3, n, 1);
  EACH (from, n, a[i] = b[i] + 1);
  check (from, n, 1);
  EACH (0, n, a[i] = b[i + 8] - 7);
  check (0, n, 1);
  EACH (0, n, a[i] = b[i + 1] + later[i] - i);
  check (0, n, 1);
  EACH (0, n, a[i] = even[i] + 1);
  check (0, n, 1);
  upc_forall (int i = -8; i < n - 8; i++; &a[i + 8])
    a[i + 8] = b[i + 8] + 1;
  check (0, n, 1);
  upc_forall (int i = 0; i < n - 3; i++; &a[i + 3])
    a[i + 3] = b[i + 3] + 1;
  check (3, n, 1);
  upc_forall (int i = n - 1; i >= 0; i--; &a[i])
    a[i] = b[i] + 1;
  check (0, n, 1);
  /* The pointer is to the middle of a block.  */
  upc_forall (int i = 0; i < n - 3; i++; middle + i)
    a[i + 3] = middle[i] + 1;
  check (3, n, 1);
  /* Each thread executes all of the inner one.  */
  upc_forall (int t = 0; t < THREADS; t++; t)
    EACH (0, n, if (t == 0) a[i] = b[i] + 1);
  check (0, n, 1);
}

__attribute__ ((noipa)) static void
others (int n)
{
  upc_forall (int i = 0; i < 8 * THREADS; i++; &small[i])
    small[i] = small_shorts[i] + 1;
  upc_forall (int i = 0; i < 2 * n; i++; &floats[i])
    floats[i] = 2 * other_floats[i] + 1;
  upc_forall (int i = 0; i < 6 * BLOCKS * THREADS; i++; &sixes[i])
    sixes[i] = sixes[i] + i;
  upc_barrier;
  for (int i = 0; i < 8 * THREADS; i++)
    CHECK_IS (small[i], 1);
  for (int i = 0; i < 2 * n; i++)
    CHECK_IS (floats[i], 1);
  for (int i = 0; i < 6 * BLOCKS * THREADS; i++)
    CHECK_IS (sixes[i], i);
}

int
main (void)
{
  middle = &b[3];
  upc_forall (int i = 0; i < N; i++; &b[i])
    b[i] = later[i] = i;
  upc_forall (int i = N; i < N + 8 * THREADS; i++; &b[i])
    b[i] = i;
  upc_forall (int i = 0; i < N; i++; &even[i])
    even[i] = i;
  clear ();
  ways (N, 5);
  ways (N - 3, 8);
  others (N);
  CHECK (!odd);
  return 0;
}

shared [8] double later[N];
