/* upc_nb.h: transfers of all kinds and sizes, with and without handles, many
   at a time, synchronised in any order.

   SPDX-License-Identifier: Apache-2.0

   { dg-threads 1 3 4 }
   { dg-conduits smp loopback mpi }  */

#include <string.h>
#include <upc_nb.h>
#include "check.h"

#if __UPC_NB__ != 1
#error __UPC_NB__
#endif

enum { N = 40, LARGEST = 10000 };
typedef shared [] char *block;

static char value (int i, int j) { return i * 17 + j * 3 + MYTHREAD; }

/* Where transfer I of this thread goes in the part of THREAD.  */
static block
place (shared char *array, int i, int thread)
{
  return (block) &array[thread] + ((size_t) MYTHREAD * N + i) * LARGEST;
}

static size_t
size_of (int i)
{
  static const size_t sizes[] = { 1, 8, 100, 4096, LARGEST, 0 };
  return sizes[i % 6];
}

static char in[N][LARGEST], out[N][LARGEST];
static upc_handle_t handles[N];

/* Synchronise the handles, every third one the other way, backwards.  */
static void
sync_all (void)
{
  for (int i = N - 1; i >= 0; i--)
    if (i % 3)
      upc_sync (handles[i]);
    else
      while (!upc_sync_attempt (handles[i]))
	continue;
}

static void
sync_implicit (int attempt)
{
  if (!attempt)
    upc_synci ();
  else
    while (!upc_synci_attempt ())
      continue;
}

static void
fill (void)
{
  for (int i = 0; i < N; i++)
    for (int j = 0; j < LARGEST; j++)
      {
	out[i][j] = value (i, j);
	in[i][j] = 0;
      }
}

static void
verify (void)
{
  for (int i = 0; i < N; i++)
    for (int j = 0; j < LARGEST; j++)
      CHECK_IS (in[i][j], j < (int) size_of (i) ? value (i, j) : 0);
}

/* Private to shared, on to another place, and back.  */
static void
explicitly (shared char *a, shared char *b, int to)
{
  fill ();
  for (int i = 0; i < N; i++)
    handles[i] = upc_memput_nb (place (a, i, to), out[i], size_of (i));
  sync_all ();
  for (int i = 0; i < N; i++)
    handles[i] = upc_memcpy_nb (place (b, i, (to + 1) % THREADS),
				place (a, i, to), size_of (i));
  sync_all ();
  for (int i = 0; i < N; i++)
    handles[i] = upc_memget_nb (in[i], place (b, i, (to + 1) % THREADS),
				size_of (i));
  sync_all ();
  verify ();
}

static void
implicitly (shared char *a, shared char *b, int to)
{
  fill ();
  for (int i = 0; i < N; i++)
    upc_memput_nbi (place (a, i, to), out[i], size_of (i));
  sync_implicit (0);
  for (int i = 0; i < N; i++)
    upc_memcpy_nbi (place (b, i, (to + 1) % THREADS), place (a, i, to),
		    size_of (i));
  sync_implicit (1);
  for (int i = 0; i < N; i++)
    upc_memget_nbi (in[i], place (b, i, (to + 1) % THREADS), size_of (i));
  sync_implicit (0);
  verify ();
}

static void
set (shared char *a, int to)
{
  upc_handle_t handle = upc_memset_nb (place (a, 0, to), 'x', 300);
  upc_memset_nbi (place (a, 1, to), 'y' + 256, 5000);
  upc_sync (handle);
  upc_synci ();
  CHECK (place (a, 0, to)[0] == 'x' && place (a, 0, to)[299] == 'x');
  CHECK (place (a, 1, to)[0] == 'y' && place (a, 1, to)[4999] == 'y');
}

int
main (void)
{
  shared char *a = upc_all_alloc (THREADS, (size_t) N * LARGEST * THREADS);
  shared char *b = upc_all_alloc (THREADS, (size_t) N * LARGEST * THREADS);

  CHECK (UPC_COMPLETE_HANDLE == (upc_handle_t) 0);
  upc_sync (UPC_COMPLETE_HANDLE);
  CHECK (upc_sync_attempt (UPC_COMPLETE_HANDLE));
  CHECK (upc_synci_attempt ());
  for (int t = 0; t < THREADS; t++)
    {
      explicitly (a, b, t);
      implicitly (b, a, t);
      set (a, t);
    }
  upc_barrier;
  return 0;
}
