/* bupc_mem*_async and _asynci, and how to wait for one, all or some.

   SPDX-License-Identifier: Apache-2.0

   { dg-options "-Wall -Wextra -fupc-berkeley" }
   { dg-threads 1 2 4 }
   { dg-conduits smp loopback }  */

#include "check.h"

enum { N = 16, SIZE = 1000 };
typedef shared [] char *block;

static char out[N][SIZE], in[N][SIZE];
static shared char *a, *b;

static char
value (int i, int j, int round)
{
  return i * 31 + j + round * 7 + MYTHREAD;
}

static block
place (shared char *array, int thread, int i)
{
  return (block) &array[thread] + (MYTHREAD * N + i) * SIZE;
}

static void
fill (int round)
{
  for (int i = 0; i < N; i++)
    for (int j = 0; j < SIZE; j++)
      {
	out[i][j] = value (i, j, round);
	in[i][j] = 0;
      }
}

static void
verify (int round)
{
  for (int i = 0; i < N; i++)
    for (int j = 0; j < SIZE; j++)
      CHECK_IS (in[i][j], value (i, j, round));
}

static int
open (bupc_handle_t *h)
{
  int n = 0;
  for (int i = 0; i < N; i++)
    n += h[i] != BUPC_COMPLETE_HANDLE;
  return n;
}

/* Each in another way; that all are complete is seen by the handles.  */
static void
finish (bupc_handle_t *h, int way)
{
  int left;
  switch (way % 4)
    {
    case 0:
      bupc_waitsync_all (h, N);
      break;
    case 1:
      while ((left = open (h)))
	{
	  bupc_waitsync_some (h, N);
	  CHECK (open (h) < left);
	}
      bupc_waitsync_some (h, N);
      break;
    case 2:
      while (!bupc_trysync_all (h, N))
	continue;
      CHECK (bupc_trysync_all (h, N));
      break;
    default:
      while (open (h))
	bupc_trysync_some (h, N);
      CHECK (bupc_trysync_some (h, N));
    }
  CHECK_IS (open (h), 0);
}

static void
with_handles (int to, int round)
{
  bupc_handle_t h[N];
  fill (round);
  for (int i = 0; i < N; i++)
    h[i] = bupc_memput_async (place (a, to, i), out[i], SIZE);
  finish (h, round);
  for (int i = 0; i < N; i++)
    h[i] = bupc_memcpy_async (place (b, to, i), place (a, to, i), SIZE);
  finish (h, round + 1);
  for (int i = 0; i < N; i++)
    h[i] = bupc_memget_async (in[i], place (b, to, i), SIZE);
  for (int i = 0; i < N; i++)
    if (i % 2)
      bupc_waitsync (h[i]);
    else
      while (!bupc_trysync (h[i]))
	continue;
  verify (round);
}

static void
without_handles (int to, int round)
{
  fill (round);
  bupc_begin_accessregion ();
  for (int i = 0; i < N; i++)
    bupc_memput_asynci (place (a, to, i), out[i], SIZE);
  bupc_waitsync (bupc_end_accessregion ());
  for (int i = 0; i < N; i++)
    bupc_memcpy_asynci (place (b, to, i), place (a, to, i), SIZE);
  bupc_waitsynci ();
  bupc_memset_asynci (place (a, to, 0), 'q', SIZE);
  /* The region knows nothing of what was begun before.  */
  bupc_begin_nbi_accessregion ();
  for (int i = 0; i < N; i++)
    bupc_memget_asynci (in[i], place (b, to, i), SIZE);
  bupc_waitsync (bupc_end_nbi_accessregion ());
  verify (round);
#if !BUPC_SYNCI_PUTGETS
# error "nothing waits for gets alone"
#endif
  bupc_waitsynci_gets ();
  bupc_waitsynci_puts ();
  while (!bupc_trysynci ())
    continue;
  CHECK_IS (place (a, to, 0)[SIZE - 1], 'q');
}

int
main (void)
{
  a = upc_all_alloc (THREADS, THREADS * N * SIZE);
  b = upc_all_alloc (THREADS, THREADS * N * SIZE);
  for (int round = 0; round < 8; round++)
    {
      with_handles ((MYTHREAD + round) % THREADS, round);
      without_handles ((MYTHREAD + round) % THREADS, round);
    }
  bupc_handle_t set = bupc_memset_async (place (a, THREADS - 1, 1), 'z', SIZE);
  bupc_waitsync (set);
  CHECK_IS (place (a, THREADS - 1, 1)[SIZE - 1], 'z');
  upc_barrier;
  return 0;
}
