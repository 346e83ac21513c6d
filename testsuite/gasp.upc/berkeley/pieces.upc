/* Transfers of lists and of what lies at even distances, both sides cut in
   different ways.

   SPDX-License-Identifier: Apache-2.0

   { dg-options "-Wall -Wextra -fupc-berkeley" }
   { dg-threads 1 2 4 }
   { dg-conduits smp loopback }  */

#include <string.h>
#include "check.h"

enum { N = 240 };
typedef shared [] int *part;

shared [N] int a[N * THREADS], b[N * THREADS];
static int out[N], in[N];

static part
of (shared [N] int *array, int thread)
{
  return (part) &array[thread * N];
}

static void
fill (part p, int thread)
{
  for (int i = 0; i < N; i++)
    {
      out[i] = 1000 * MYTHREAD + i;
      p[i] = 1000 * thread + i;
      in[i] = -1;
    }
}

/* Three pieces on one side, two on the other.  */
static void
vectors (part p, part q)
{
  bupc_smemvec_t to[] = { { p, 40 }, { p + 100, 8 }, { p + 50, 52 } };
  bupc_smemvec_t from[] = { { p + 100, 60 }, { p, 0 }, { p + 50, 40 } };
  bupc_smemvec_t other[] = { { q, 100 } };
  bupc_pmemvec_t here[] = { { out + 10, 40 }, { out + 30, 60 } };
  bupc_pmemvec_t back[] = { { in, 100 } };
  bupc_memput_vlist (3, to, 2, here);
  CHECK (p[0] == out[10] && p[9] == out[19] && p[100] == out[30]);
  CHECK (p[50] == out[32] && p[62] == out[44]);
  bupc_waitsync (bupc_memcpy_vlist_async (1, other, 3, from));
  CHECK (q[0] == p[100] && q[14] == p[114] && q[15] == p[50] && q[24] == p[59]);
  bupc_memget_vlist (1, back, 1, other);
  CHECK (in[0] == q[0] && in[24] == q[24] && in[25] == -1);
}

static void
addresses (part p, part q)
{
  shared void *to[] = { p + 3, p + 77, p + 20 };
  shared const void *from[] = { p + 20, p + 77 };
  shared void *from_any[] = { p + 20 };
  shared void *other[] = { q + 5, q + 9, q + 1 };
  const void *here[] = { out + 60 };
  void *back[] = { in + 7, in + 1 }, *here_any[] = { out + 61 };
  bupc_memput_ilist (3, to, 8, 1, here, 24);
  CHECK (p[3] == out[60] && p[4] == out[61] && p[78] == out[63]
	 && p[21] == out[65]);
  bupc_memget_ilist (2, back, 8, 2, from, 8);
  CHECK (in[7] == p[20] && in[8] == p[21] && in[1] == p[77] && in[0] == -1);
  bupc_memget_ilist (1, back, 4, 1, from_any, 4);
  CHECK_IS (in[7], p[20]);
  bupc_memput_ilist (1, to, 4, 1, here_any, 4);
  CHECK_IS (p[3], out[61]);
  bupc_memcpy_ilist (3, other, 4, 1, from, 12);
  CHECK (q[5] == p[20] && q[9] == p[21] && q[1] == p[22]);
}

/* A column of a matrix of 12 columns, and rows of another.  */
static void
even (part p, part q)
{
  size_t size = sizeof (int);
  bupc_memput_fstrided (p + 2, size, 12 * size, 20, out, 20 * size, 20 * size, 1);
  for (int i = 0; i < 20; i++)
    CHECK_IS (p[2 + 12 * i], out[i]);
  bupc_handle_t h = bupc_memget_fstrided_async (in, 5 * size, 6 * size, 4, p + 2,
						size, 12 * size, 20);
  bupc_waitsync_all (&h, 1);
  for (int i = 0; i < 20; i++)
    CHECK_IS (in[i / 5 * 6 + i % 5], out[i]);
  bupc_memcpy_fstrided (q, 2 * size, 3 * size, 10, p + 2, size, 12 * size, 20);
  for (int i = 0; i < 20; i++)
    CHECK_IS (q[i / 2 * 3 + i % 2], out[i]);
}

/* A box of 2 * 3 * 4 in a cube of 6 * 6 * 6, and packed.  */
static void
boxes (part p, part q)
{
  const size_t size = sizeof (int), count[] = { 4 * size, 3, 2 };
  const size_t cube[] = { 6 * size, 36 * size };
  const size_t packed[] = { 4 * size, 12 * size };
  bupc_memput_strided (p + 43, cube, out, packed, count, 2);
  bupc_memcpy_strided (q, packed, p + 43, cube, count, 2);
  bupc_waitsync (bupc_memget_strided_async (in + 1, cube, q, packed, count, 2));
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 3; j++)
      for (int k = 0; k < 4; k++)
	{
	  CHECK_IS (p[43 + 36 * i + 6 * j + k], out[12 * i + 4 * j + k]);
	  CHECK_IS (in[1 + 36 * i + 6 * j + k], out[12 * i + 4 * j + k]);
	}
  CHECK (in[0] == -1 && in[5] == -1);
  bupc_memget_strided (in, cube, p, cube, &size, 0);
  CHECK_IS (in[0], p[0]);
}

static void
all (int to)
{
  static void (*const tests[]) (part, part)
    = { vectors, addresses, even, boxes };
  for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
    {
      fill (of (a, to), to);
      fill (of (b, to), to);
      tests[i] (of (a, to), of (b, to));
    }
}

int
main (void)
{
  for (int i = 0; i < THREADS; i++)
    {
      all ((MYTHREAD + i) % THREADS);
      upc_barrier;
    }
  return 0;
}
