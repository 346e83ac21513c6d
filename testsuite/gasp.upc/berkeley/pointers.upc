/* bupc_ptradd, bupc_cast and its kin, bupc_dump_shared, bupc_assert_type,
   bupc_thread_distance.

   SPDX-License-Identifier: Apache-2.0

   { dg-options "-Wall -Wextra -fupc-berkeley" }
   { dg-threads 1 2 4 }
   { dg-conduits smp loopback }  */

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "check.h"

#define B 3
shared [B] int blocks[B * 4 * THREADS];
shared int cyclic[12 * THREADS];
shared [] double single[100];

static void
sums (void)
{
  for (int i = 0; i < B * 4 * THREADS; i++)
    for (int j = 0; j < B * 4 * THREADS; j++)
      {
	shared [B] int *p = bupc_ptradd (&blocks[i], B, sizeof (int), j - i);
	shared [] double *q = bupc_ptradd (&single[i], 0, sizeof (double), j - i);
	shared int *r = bupc_ptradd (&cyclic[i], 1, sizeof (int), j - i);
	CHECK (p == &blocks[j] && upc_phaseof (p) == (size_t) j % B);
	CHECK (q == &single[j]);
	CHECK (r == &cyclic[j] && upc_phaseof (r) == 0);
      }
}

static void
casts (void)
{
  int local, *heap = malloc (4);
  for (int t = 0; t < THREADS; t++)
    {
      shared [B] int *p = &blocks[t * B + 1];
      int *here = bupc_cast (p);
      CHECK (!here == !bupc_castable (p));
      CHECK (!here == !bupc_thread_castable (t));
      CHECK (!here == (bupc_thread_distance (MYTHREAD, t)
		       > BUPC_THREADS_VERYNEAR));
      CHECK ((bupc_thread_distance (MYTHREAD, t) == BUPC_THREADS_SAME)
	     == (t == MYTHREAD));
      if (here)
	CHECK (bupc_inverse_cast (here) == p);
    }
  CHECK (bupc_castable (NULL) && !bupc_cast (NULL));
  CHECK (!bupc_inverse_cast (&local) && !bupc_inverse_cast (heap)
	 && !bupc_inverse_cast (NULL));
  int *mine = (int *) &blocks[MYTHREAD * B];
  shared [B] int *other
    = bupc_local_to_shared (mine + 2, THREADS - 1, 2);
  CHECK (other == &blocks[(THREADS - 1) * B + 2]);
  CHECK_IS (upc_phaseof (other), 2);
  free (heap);
}

static void
dumps (void)
{
  char text[BUPC_DUMP_MIN_LENGTH], wanted[60];
  CHECK_IS (bupc_dump_shared (NULL, text, sizeof text), 0);
  CHECK (!strcmp (text, "<NULL>"));
  CHECK_IS (upc_dump_shared (&blocks[B * (THREADS - 1) + 2], text, sizeof text),
	    0);
  sprintf (wanted, ", thread=%d, phase=2>", THREADS - 1);
  CHECK (strstr (text, wanted));
  errno = 0;
  CHECK_IS (bupc_dump_shared (NULL, text, BUPC_DUMP_MIN_LENGTH - 1), -1);
  CHECK_IS (errno, EINVAL);
}

typedef shared [B] int block_t;

static void
types (void)
{
  shared [B] int *p = 0;
  const int *c = 0;
  CHECK (bupc_assert_type (blocks[0], shared [B] int));
  CHECK (bupc_assert_type (*p, block_t) && bupc_assert_type (&blocks[1], p));
  CHECK (bupc_assert_type (cyclic[0], shared int));
  CHECK (bupc_assert_type (MYTHREAD, int) && bupc_assert_type (THREADS, int));
  CHECK (bupc_assert_type (size_t, upc_blocksizeof (blocks)));
  CHECK (!bupc_assert_type (shared [2] int, shared [3] int));
  CHECK (!bupc_assert_type (p, int *) && !bupc_assert_type (*p, int));
  CHECK (!bupc_assert_type (c, int *) && !bupc_assert_type (const int, int));
}

int
main (void)
{
  sums ();
  casts ();
  dumps ();
  types ();
  CHECK (!bupc_getenv ("no such variable"));
  bupc_trace_printf (("thread %d", MYTHREAD));
  return 0;
}
