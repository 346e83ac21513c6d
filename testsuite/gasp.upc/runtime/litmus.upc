/* The memory model: what two threads must not see (UPC 1.3, B.5).

   SPDX-License-Identifier: Apache-2.0

   Each index is used once, so that the threads need not meet; with a barrier
   before each kind they run at the same time.  */

/* { dg-threads 2 } */
/* { dg-conduits smp loopback } */

#include <upc_relaxed.h>

#if !defined N && defined SLOW_NETWORK
#define N 500			/* each access takes as long as a message */
#elif !defined N
#define N 20000
#endif
strict shared [] int sx[N], sy[N];
shared [] int x[N], y[N], data[N];
shared [] int seen[2][N];

int
main (void)
{
  int me = MYTHREAD;

  /* Strict writes and reads: not both see nothing.  */
  upc_barrier;
  for (int i = 0; i < N; i++)
    if (me == 0)
      { sx[i] = 1; seen[0][i] = sy[i]; }
    else
      { sy[i] = 1; seen[1][i] = sx[i]; }
  upc_barrier;
  for (int i = 0; i < N; i++)
    if (!seen[0][i] && !seen[1][i])
      return 1;

  /* The same relaxed, with a fence between.  */
  upc_barrier;
  for (int i = 0; i < N; i++)
    if (me == 0)
      { x[i] = 1; upc_fence; seen[0][i] = y[i]; }
    else
      { y[i] = 1; upc_fence; seen[1][i] = x[i]; }
  upc_barrier;
  for (int i = 0; i < N; i++)
    if (!seen[0][i] && !seen[1][i])
      return 2;

  /* A strict access orders relaxed ones before it, of other objects too.  */
  upc_barrier;
  if (me == 0)
    for (int i = 0; i < N; i++)
      { sx[i] = 0; sy[i] = 0; x[i] = 0; y[i] = 0; }
  upc_barrier;
  for (int i = 0; i < N; i++)
    if (me == 0)
      { x[i] = 1; seen[0][i] = sy[i]; }
    else
      { sy[i] = 1; seen[1][i] = x[i]; }
  upc_barrier;
  for (int i = 0; i < N; i++)
    if (!seen[0][i] && !seen[1][i])
      return 3;

  /* Data, then a strict flag: who sees the flag sees the data.  */
  upc_barrier;
  for (int i = 0; i < N; i++)
    if (me == 0)
      { data[i] = i + 1; sx[i] = 1; }
    else if (sx[i] && data[i] != i + 1)
      return 4;
  upc_barrier;
  return 0;
}
