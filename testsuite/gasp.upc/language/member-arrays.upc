/* Arrays that are members of shared structures, as a whole: their addresses are
   pointers-to-shared.

   SPDX-License-Identifier: Apache-2.0  */

#include "check.h"

struct later;
shared struct later *early;

struct inner { int v[3]; };
struct later
{
  char c;
  int m[3][4];
  struct inner a[2];
  struct { short anonymous[2]; };
  const int k[2];
  union { long l[2]; double d; } u;
};

shared struct later s[2 * THREADS];
shared [3] struct later blocked[3 * THREADS];
strict shared struct later one;

static void
check_addresses (void)
{
  shared struct later *p = &s[MYTHREAD];
  shared [] struct later *q = (shared [] struct later *) p;
  shared void *v = &s[MYTHREAD].m;
  early = p;
  CHECK (v == &s[MYTHREAD].m[0][0] && upc_threadof (v) == MYTHREAD);
  v = &early->m[2];
  CHECK (v == &q->m[2][0]);
  v = &q->a[1].v;
  CHECK (v == &p->a[1].v[0]);
  v = &p->anonymous;
  CHECK (v == &p->anonymous[0]);
  v = &one.u.l;
  CHECK (v == &one.u.d && upc_threadof (v) == 0);
  CHECK (sizeof p->m == 48 && upc_phaseof (&blocked[1].m) == 0);
}

static void
check_moves (void)
{
  int numbers[12], row[4];
  shared [3] struct later *p = &blocked[3 * MYTHREAD + 1];
  for (int i = 0; i < 12; i++)
    numbers[i] = i;
  upc_memput (&p->m, numbers, sizeof numbers);
  CHECK (p->m[2][3] == 11);
  upc_memget (row, &p->m[1], sizeof row);
  CHECK (row[3] == 7);
  upc_memset (&p->a[1].v, 0, sizeof p->a[1].v);
  CHECK (p->a[1].v[2] == 0);
}

int
main (void)
{
  check_addresses ();
  check_moves ();
  return 0;
}
