/* What a thread reads from another is what was written there: by itself at any
   time, in every way of writing; by others after a fence.

   SPDX-License-Identifier: Apache-2.0  */
/* { dg-conduits smp loopback mpi } */
/* { dg-threads 2 4 } */
#include <upc.h>
#include <upc_nb.h>
#include <upc_atomic.h>
#include <stdlib.h>
#include <string.h>

#define N 20000
typedef shared [] unsigned char *far_t;
shared far_t parts[THREADS];
shared strict int turn;
static unsigned char model[N], buffer[9000];
static unsigned seed;

static unsigned
dice (unsigned n)
{
  seed = seed * 1103515245 + 12345;
  return (seed >> 8) % n;
}

static void
check (int ok, int where)
{
  if (!ok)
    exit (where);
}

/* One thing of many with the part of another thread, which nobody else uses.  */
static void
do_something (far_t far)
{
  unsigned n = dice (8) ? 1 + dice (40) : 1 + dice (sizeof buffer);
  unsigned at = dice (N - sizeof buffer);
  unsigned char byte = dice (256);
  upc_handle_t handle;
  switch (dice (14))
    {
    case 0: case 1: case 2:
      for (unsigned i = 0; i < n; i++)
	check (far[at + i] == model[at + i], 1);
      break;
    case 3: case 4:
      for (unsigned i = at & ~7u; i + 8 <= (at & ~7u) + n; i += 8)
	check (*(shared [] long *) (far + i) == *(long *) (model + i), 2);
      break;
    case 5:
      upc_memget (buffer, far + at, n);
      check (!memcmp (buffer, model + at, n), 3);
      break;
    case 6:
      far[at] = model[at] = byte;
      break;
    case 7:
      memset (buffer, byte, n);
      memcpy (model + at, buffer, n);
      upc_memput (far + at, buffer, n);
      break;
    case 8:
      upc_memset (far + at, byte, n);
      memset (model + at, byte, n);
      break;
    case 9:
      upc_memcpy (far + at, far + (at + n) % (N - n), 0);
      memset (buffer, byte, n);
      memcpy (model + at, buffer, n);
      handle = upc_memput_nb (far + at, buffer, n);
      byte = far[(at + n) % N];	/* what is beside it */
      check (byte == model[(at + n) % N], 4);
      upc_sync (handle);
      check (far[at] == model[at], 5);
      check (far[at + n - 1] == model[at + n - 1], 6);
      break;
    case 10:
      handle = upc_memget_nb (buffer, far + at, n);
      upc_sync (handle);
      check (!memcmp (buffer, model + at, n), 7);
      break;
    case 11:
      upc_fence;
      break;
    case 12:
      *(strict shared [] unsigned char *) (far + at) = model[at] = byte;
      break;
    case 13:
      check (*(strict shared [] unsigned char *) (far + at) == model[at], 8);
      break;
    }
}

/* Each thread has the next one's part for itself.  */
static void
try_everything (void)
{
  far_t far = parts[(MYTHREAD + 1) % THREADS];
  seed = MYTHREAD + 1;
  for (int i = 0; i < N; i++)
    far[i] = model[i] = dice (256);
  for (int i = 0; i < 6000; i++)
    do_something (far);
  upc_barrier;
  /* Where it is, it is the same.  */
  far = parts[MYTHREAD];
  unsigned long sum = 0, theirs = 0;
  static shared unsigned long sums[THREADS];
  for (int i = 0; i < N; i++)
    theirs += model[i];
  sums[(MYTHREAD + 1) % THREADS] = theirs;
  upc_barrier;
  for (int i = 0; i < N; i++)
    sum += far[i];
  check (sum == sums[MYTHREAD], 9);
}

/* What was read before a fence is read again after it: rounds of a token, passed by
   a strict variable.  */
static void
pass_token (void)
{
  static shared [1] int value[THREADS];
  int next = (MYTHREAD + 1) % THREADS, before = (MYTHREAD + THREADS - 1) % THREADS;
  upc_barrier;
  for (int round = 0; round < 60; round++)
    {
      for (int i = 0; i < 3; i++)
	check (value[next] <= round + 1, 10);
      while (turn % THREADS != MYTHREAD || turn / THREADS != round)
	;
      check (value[before] == (MYTHREAD ? round + 1 : round), 11);
      value[MYTHREAD] = round + 1;
      turn++;
    }
  upc_barrier;
}

/* The first and the last bytes of what there is.  */
static void
go_to_the_ends (void)
{
  static shared [1] char first[THREADS];
  far_t far = upc_alloc (5);
  first[MYTHREAD] = 1;
  far[4] = 7;
  parts[MYTHREAD] = far;
  upc_barrier;
  far = parts[(MYTHREAD + 1) % THREADS];
  for (int i = 0; i < 3; i++)
    check (far[4] == 7 && first[(MYTHREAD + 1) % THREADS] == 1, 12);
  upc_barrier;
}

int
main (void)
{
  parts[MYTHREAD] = upc_alloc (N);
  upc_barrier;
  try_everything ();
  pass_token ();
  go_to_the_ends ();
  return 0;
}
