/* Puts of a row go together, whatever their sizes; those that begin elsewhere, overlap,
   or are to another thread stay apart and in order.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-threads 1 4 } */
/* { dg-conduits smp loopback mpi } */

#include <string.h>
#include "../check.h"

#define N 40000
struct three { char c[3]; };
shared [N] char a[THREADS][N];
static char model[N];

/* Rows of P, and of Q if that is not null, grow by turns; each is of pieces of 1 to 13
   bytes.  Returns how far.  */
static int
in_turns (shared [] char *p, shared [] char *q)
{
  int at = 0, k = 0;
  while (at + 13 < N)
    {
      int n = 1 + k * 7 % 13;
      char piece[13];
      for (int i = 0; i < n; i++)
	piece[i] = at + i + k;
      upc_memput (&p[at], piece, n);
      if (q)
	upc_memput (&q[at], piece, n);
      memcpy (&model[at], piece, n);
      at += n;
      k++;
    }
  return at;
}

/* A row again in parts that overlap, and one that goes back.  */
static void
again (shared [] char *p)
{
  for (int at = 0; at + 16 < N; at += 8)
    {
      double d = at;
      upc_memput (&p[at], &d, sizeof d);
      memcpy (&model[at], &d, sizeof d);
      p[at + 8] = at;
      model[at + 8] = at;
      p[at + 7] = 1;
      model[at + 7] = 1;
      p[at + 8] = 2;
      model[at + 8] = 2;
    }
  for (int at = N - 3; at >= N / 2; at -= 3)
    {
      struct three t = { { at, at + 1, at + 2 } };
      *(shared [] struct three *) &p[at] = t;
      memcpy (&model[at], &t, sizeof t);
    }
}

static void
compare (shared [] char *p, int n)
{
  static char got[N];
  upc_memget (got, p, n);
  CHECK (!memcmp (got, model, n));
}

int
main (void)
{
  shared [] char *p = (shared [] char *) a[(MYTHREAD + 1) % THREADS];
  shared [] char *first = (shared [] char *) a[THREADS - 1];
  shared [] char *second = (shared [] char *) a[THREADS / 2];
  compare (p, in_turns (p, NULL));
  again (p);
  compare (p, N);
  upc_barrier;
  CHECK (!memcmp ((char *) a[MYTHREAD], model, N));
  upc_barrier;
  if (MYTHREAD == 0)
    {
      int n = in_turns (first, second);
      compare (first, n);
      compare (second, n);
    }
  return 0;
}
