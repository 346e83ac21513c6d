/* Berkeley UPC's functions raise the events of what they are, or are made of, at
   the place of the call.

   SPDX-License-Identifier: Apache-2.0

   { dg-threads 1 3 }
   { dg-conduits smp loopback }
   { dg-options "-fupc-berkeley --profile" }
   { dg-sources ../events/further/library-recorder.upc }  */

#include <gasp.h>
#include <bupc_collectivev.h>
#include "check.h"
#include "../events/further/library-recorder.h"

shared [] int *x;
bupc_sem_t *shared s;

/* That the call on LINE, in column COLUMN, raised N events.  */
static void
expect (int line, int column, int n)
{
  CHECK_IS (recorded_count, n);
  for (int type = 0; type < 2; type++)
    {
      CHECK_IS (recorded[type].line, line);
      CHECK_IS (recorded[type].column, column);
    }
}

static void
atomics (void)
{
  record (GASP_GCC_ATOMIC, "IOIPz", "IOIPz");
  bupc_atomicI32_fetchxor_strict (x, 3);
  expect (__LINE__ - 1, 3, 2);
  CHECK_IS (recorded[1].argument[0], 0);
  CHECK_IS (recorded[1].argument[1], UPC_XOR);
  CHECK_IS (recorded[1].argument[2], UPC_INT32);
  CHECK_IS (recorded[1].argument[4], 4);
  record (GASP_GCC_ATOMIC, "IOIPz", "IOIPz");
  int y = 1 + bupc_atomicI64_mswap_relaxed (x, 3, 1);
  expect (__LINE__ - 1, 15, 2);
  CHECK_IS (recorded[0].argument[0], 1);
  CHECK_IS (recorded[0].argument[1], UPC_CSWAP);
  (void) y;
}

static void
transfers (void)
{
  int y[8] = { 0 };
  record (GASP_GCC_NB_MEMPUT_INIT, "Ppz", "PpzH");
  bupc_handle_t h = bupc_memput_async (x, y, sizeof y);
  expect (__LINE__ - 1, 21, 2);
  CHECK_IS (recorded[1].argument[3], (unsigned long) h);
  record (GASP_UPC_NB_SYNC, "H", "H");
  bupc_waitsync (h);
  expect (__LINE__ - 1, 3, 2);
  record (GASP_UPC_MEMGET, "pPz", "pPz");
  bupc_memget_fstrided (y, 8, 8, 1, x, 4, 8, 2);
  expect (__LINE__ - 1, 3, 4);
  CHECK_IS (recorded[1].argument[0], (unsigned long) &y[1]);
  CHECK_IS (recorded[1].argument[2], 4);
  record (GASP_UPC_MEMPUT, "Ppz", "Ppz");
  bupc_memput_signal (x, y, 12, s, 1);
  expect (__LINE__ - 1, 3, 2);
  CHECK_IS (recorded[1].argument[2], 12);
}

static void
values (void)
{
  double d = MYTHREAD;
  record (GASP_UPC_ALL_REDUCE, "PPOzzpFR", "PPOzzpFR");
  d += bupc_allv_reduce (double, d, 0, UPC_ADD);
  expect (__LINE__ - 1, 8, 2);
  CHECK_IS (recorded[1].argument[2], UPC_ADD);
  CHECK_IS (recorded[1].argument[3], THREADS);
  record (GASP_UPC_ALL_BROADCAST, "PPzF", "PPzF");
  bupc_allv_broadcast (double, d, 0);
  expect (__LINE__ - 1, 3, 2);
}

int
main (void)
{
  x = (shared [] int *) upc_all_alloc (THREADS, 64);
  if (MYTHREAD == 0)
    s = bupc_sem_alloc (0);
  upc_barrier;
  for (int t = 0; t < THREADS; t++)
    {
      if (t == MYTHREAD)
	{
	  atomics ();
	  transfers ();
	}
      upc_barrier;
    }
  values ();
  return 0;
}
