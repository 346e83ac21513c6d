/* Qualifiers come in any order and place, among specifiers and behind "*".

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-Wno-old-style-definition" } */
#include "check.h"

#define REMOTE shared
#define BLOCKED(n) shared [n]

shared int a;
int shared b;
const shared int c = 3;
shared const int d = 4;
int const shared e = 5;
static shared volatile int f;
shared static int g;
strict shared int h;
shared strict int i;
int strict shared j;
relaxed int shared k;
long shared unsigned l;
REMOTE int m;
BLOCKED (3) int n[3 * THREADS];
shared struct s { int x, y; } o;
struct s shared p;
typeof (int) shared q;
shared __attribute__ ((aligned (16))) int r;
_Alignas (8) shared int s;
const shared [4] int *shared t;
shared [4] const int *const shared u;
int *shared v;
int *const shared volatile w;
shared [2] int *shared [3] x[3 * THREADS];
int shared [2] *y, *shared z;

static int
parameters (shared [2] int *p, int shared *q, const shared void *r,
	    int (*s) (shared int *), shared int *(*t) (void))
{
  return sizeof p + sizeof q + sizeof r + sizeof s + sizeof t;
}

static int
old_style (p, q)
     shared [5] int *p;
     int shared *q;
{
  return sizeof p + sizeof q;
}

static int
old_style_strict (p)
     strict shared [2 * 3] struct s *p;
{
  return sizeof p;
}

static shared int *
result (void)
{
  return &a;
}

struct members
{
  shared int *p;
  int shared [3] *q;
  shared [] struct members *next;
};

static int (*shared function) (shared int *);
static int shared *(*returns) (void) = result;

int
main (void)
{
  struct members m = { &a, 0, 0 };
  shared [1] int *one = &a;
  int shared *two = (int shared *) &b;

  CHECK_IS (c, 3);
  CHECK_IS (d, 4);
  CHECK_IS (e, 5);
  CHECK_IS (upc_blocksizeof (n), 3);
  CHECK_IS (upc_blocksizeof (*t), 4);
  CHECK_IS (upc_blocksizeof (*u), 4);
  CHECK_IS (upc_blocksizeof (*x[0]), 2);
  CHECK_IS (upc_blocksizeof x, 3);
  CHECK_IS (upc_blocksizeof (*y), 2);
  CHECK_IS (upc_blocksizeof (*m.q), 3);
  CHECK_IS (upc_blocksizeof (*m.next), 0);
  CHECK_IS (upc_blocksizeof (z), 1);
  CHECK_IS (parameters (0, 0, 0, 0, 0), 5 * sizeof (void *));
  CHECK_IS (old_style (0, 0), 2 * sizeof (void *));
  CHECK_IS (old_style_strict (0), sizeof (void *));
  CHECK (returns () == one);
  CHECK (two == &b);
  CHECK (upc_threadof (&function) == 0);
  CHECK_IS (_Generic (one, shared int *: 1, int *: 2, default: 3), 1);
  return 0;
}
