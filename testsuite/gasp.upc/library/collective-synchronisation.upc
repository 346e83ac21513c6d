/* What the flags promise, with one thread late.

   SPDX-License-Identifier: Apache-2.0

   { dg-threads 2 4 }
   { dg-conduits smp loopback }  */

#include <unistd.h>
#include "collective-flags.h"

enum { N = 9000 };		/* more than is done by one thread for all */

shared [] int *source;
shared [N] int copy[N * THREADS];
strict shared int entered[THREADS], returned;

static void
fill (int value)
{
  int i;
  for (i = 0; i < N; i++)
    source[i] = value;
}

/* UPC_IN_ALLSYNC: what the last one stores before it enters is what all get,
   wherever it is.  */
static void
in_allsync (int n)
{
  if (MYTHREAD == THREADS - 1)
    {
      usleep (20000);
      fill (1);
    }
  upc_all_broadcast (copy, source, n * sizeof (int), 0);
  CHECK_IS (copy[MYTHREAD * N], 1);
  CHECK_IS (copy[MYTHREAD * N + n - 1], 1);
}

/* UPC_IN_MYSYNC: what the source's thread stores before it enters.  */
static void
in_mysync (int n)
{
  if (MYTHREAD == 0)
    {
      usleep (20000);
      fill (2);
    }
  upc_all_broadcast (copy, source, n * sizeof (int),
		     UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
  CHECK_IS (copy[MYTHREAD * N], 2);
  CHECK_IS (copy[MYTHREAD * N + n - 1], 2);
}

/* UPC_OUT_ALLSYNC: everybody's copy is there.  */
static void
out_allsync (int n)
{
  int t;

  if (MYTHREAD == THREADS - 1)
    usleep (20000);
  if (MYTHREAD == 0)
    fill (3);
  upc_all_broadcast (copy, source, n * sizeof (int),
		     UPC_IN_MYSYNC | UPC_OUT_ALLSYNC);
  for (t = 0; t < THREADS; t++)
    {
      CHECK_IS (copy[t * N], 3);
      CHECK_IS (copy[t * N + n - 1], 3);
    }
}

/* UPC_OUT_MYSYNC: the source may be changed on return.  */
static void
out_mysync (int n)
{
  if (MYTHREAD == THREADS - 1)
    usleep (20000);
  if (MYTHREAD == 0)
    fill (4);
  upc_all_broadcast (copy, source, n * sizeof (int),
		     UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
  if (MYTHREAD == 0)
    fill (5);
  CHECK_IS (copy[MYTHREAD * N], 4);
  CHECK_IS (copy[MYTHREAD * N + n - 1], 4);
}

int
main (void)
{
  static const int sizes[] = { 1, 100, N };
  int i;

  source = upc_all_alloc (1, N * sizeof (int));
  for (i = 0; i < 3; i++)
    {
      in_allsync (sizes[i]);
      upc_barrier;
      in_mysync (sizes[i]);
      upc_barrier;
      out_allsync (sizes[i]);
      upc_barrier;
      out_mysync (sizes[i]);
      upc_barrier;
    }
  return 0;
}
