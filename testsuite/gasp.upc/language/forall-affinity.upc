/* upc_forall: which thread executes which iterations, for each kind of
   affinity.

   SPDX-License-Identifier: Apache-2.0  */

#include "check.h"

#define N 40

shared int a[N * THREADS];
shared [3] int b[N * THREADS];
shared [] int c[N];
shared int times[N * THREADS];
shared int *shared pointer;

/* That each iteration has been executed WANTED times, all threads taken
   together, and forget it.  */
static void
check_times (int wanted, int line)
{
  int i;

  upc_barrier;
  if (MYTHREAD == 0)
    for (i = 0; i < N; i++)
      {
	if (times[i] != wanted)
	  fprintf (stderr, "line %d, iteration %d: ", line, i);
	CHECK_IS (times[i], wanted);
	times[i] = 0;
      }
  upc_barrier;
}

int
main (void)
{
  int i, n = 0;
  char ch;
  long long big;

  upc_forall (i = 0; i < N; i++; i)
    {
      CHECK_IS (i % THREADS, MYTHREAD);
      times[i]++;
    }
  CHECK_IS (i, N);
  check_times (1, __LINE__);

  upc_forall (i = 0; i < N; i++; &a[i])
    {
      CHECK_IS (upc_threadof (&a[i]), MYTHREAD);
      times[i]++;
    }
  check_times (1, __LINE__);

  upc_forall (i = N - 1; i >= 0; i--; b + i)
    times[i]++, CHECK_IS (upc_threadof (b + i), MYTHREAD);
  CHECK_IS (i, -1);
  check_times (1, __LINE__);

  upc_forall (i = 0; i < N; i++; &c[i])
    times[i] += 1, CHECK_IS (MYTHREAD, 0);
  check_times (1, __LINE__);

  upc_forall (i = 0; i < N; i++; (shared void *) &b[i])
    times[i]++;
  check_times (1, __LINE__);

  upc_forall (int k = 0; k < N; k++; k / 5)
    times[k]++, CHECK_IS (k / 5 % THREADS, MYTHREAD);
  check_times (1, __LINE__);

  upc_forall (i = 0; i < N; i++; (n = i, n + 1))
    times[i]++, CHECK_IS ((i + 1) % THREADS, MYTHREAD);
  check_times (1, __LINE__);

  upc_forall (ch = 0; ch < N; ch++; ch)
    times[ch]++;
  check_times (1, __LINE__);

  upc_forall (big = 0; big < N; big++; big + (1LL << 40) * THREADS)
    times[big]++, CHECK_IS (big % THREADS, MYTHREAD);
  check_times (1, __LINE__);

  upc_forall (i = 0; i < N; i += 1; ({ int z = i; z * 2; }))
    times[i]++, CHECK_IS (i * 2 % THREADS, MYTHREAD);
  check_times (1, __LINE__);

  n = 0;
  upc_forall (i = 0; i < N; i++; continue)
    n++;
  CHECK_IS (n, N);

  n = 0;
  upc_forall (i = 0; i < N; i++; )
    n++;
  CHECK_IS (n, N);

  /* Where the pointer is counts, not where it points to.  */
  if (MYTHREAD == 0)
    pointer = &times[1];
  upc_barrier;
  n = 0;
  upc_forall (i = 0; i < N; i++; &pointer)
    n++;
  CHECK_IS (n, MYTHREAD == 0 ? N : 0);

  /* Each thread evaluates the affinity in each iteration.  */
  n = 0;
  upc_forall (i = 0; i < N; i++; n++)
    times[i]++;
  CHECK_IS (n, N);
  check_times (1, __LINE__);
  return 0;
}
