/* bupc_sem_*: posts are waited for, once each, whoever waits; what is put with a
   signal is there.

   SPDX-License-Identifier: Apache-2.0

   { dg-options "-Wall -Wextra -fupc-berkeley" }
   { dg-threads 1 2 4 }
   { dg-conduits smp loopback mpi }  */

#include "check.h"

enum { ROUNDS = 200, N = 20000 };

bupc_sem_t *shared full[THREADS], *shared empty[THREADS];
bupc_sem_t *shared common;
shared [N] int buffer[N * THREADS];
shared int taken[THREADS];

static void
alone (int flags)
{
  bupc_sem_t *s = bupc_sem_alloc (flags);
  CHECK (upc_threadof (s) == (size_t) MYTHREAD);
  CHECK_IS (bupc_sem_try (s), 0);
  bupc_sem_post (s);
  bupc_sem_wait (s);
  bupc_sem_post (s);
  CHECK_IS (bupc_sem_try (s), 1);
  CHECK_IS (bupc_sem_try (s), 0);
  if (flags & BUPC_SEM_BOOLEAN)
    {
      bupc_sem_post (s);
      bupc_sem_post (s);
      bupc_sem_wait (s);
    }
  else
    {
      bupc_sem_postN (s, 5);
      CHECK_IS (bupc_sem_tryN (s, 6), 0);
      bupc_sem_waitN (s, 2);
      CHECK_IS (bupc_sem_tryN (s, 3), 1);
    }
  CHECK_IS (bupc_sem_try (s), 0);
  bupc_sem_free (s);
}

/* To the next thread, which says when it has read.  */
static void
pass_on (int async, int n, int rounds)
{
  static int out[N];
  int next = (MYTHREAD + 1) % THREADS;
  bupc_sem_t *its = full[next], *mine = full[MYTHREAD];
  shared [] int *to = (shared [] int *) &buffer[next * N];
  for (int round = 0; round < rounds; round++)
    {
      for (int i = 0; i < n; i++)
	out[i] = round * i + MYTHREAD;
      bupc_sem_wait (empty[next]);
      if (async)
	bupc_memput_signal_async (to, out, n * sizeof *out, its, 2);
      else
	bupc_memput_signal (to, out, n * sizeof *out, its, 2);
      bupc_sem_waitN (mine, 2);
      for (int i = 0; i < n; i++)
	CHECK_IS (buffer[MYTHREAD * N + i],
		  round * i + (MYTHREAD + THREADS - 1) % THREADS);
      bupc_sem_post (empty[MYTHREAD]);
    }
}

/* All threads wait for what thread 0 posts.  */
static void
share_out (void)
{
  bupc_sem_t *s = common;
  if (MYTHREAD == 0)
    for (int i = 0; i < ROUNDS; i++)
      bupc_sem_postN (s, THREADS);
  for (int i = 0; i < ROUNDS; i++)
    bupc_sem_wait (s);
  taken[MYTHREAD] += ROUNDS;
  upc_barrier;
  CHECK_IS (bupc_sem_try (s), 0);
}

int
main (void)
{
  alone (0);
  alone (BUPC_SEM_INTEGER | BUPC_SEM_SPRODUCER | BUPC_SEM_SCONSUMER);
  alone (BUPC_SEM_BOOLEAN | BUPC_SEM_MPRODUCER | BUPC_SEM_MCONSUMER);
  full[MYTHREAD] = bupc_sem_alloc (BUPC_SEM_INTEGER | BUPC_SEM_SPRODUCER);
  empty[MYTHREAD] = bupc_sem_alloc (BUPC_SEM_BOOLEAN);
  bupc_sem_post (empty[MYTHREAD]);
  if (MYTHREAD == THREADS - 1)
    common = bupc_sem_alloc (0);
  upc_barrier;
  pass_on (0, 30, ROUNDS);
  pass_on (1, 30, ROUNDS);
  pass_on (0, 5000, 5);
  pass_on (0, N, 5);
  share_out ();
  bupc_sem_free (full[MYTHREAD]);
  bupc_sem_free (NULL);
  return 0;
}
