/* Shared objects in most kinds of expressions and statements of C.

   SPDX-License-Identifier: Apache-2.0

   { dg-conduits smp mpi }
   { dg-options "-w" }  */

#include <upc.h>
#include <stdio.h>
#include <assert.h>
#include <string.h>
#include <stdlib.h>
#include "../check.h"

shared int x = 5;

struct s
{
  int a;
  double d;
};
shared struct s S = { 1, 2.5 };
shared int a[THREADS];
shared int ini[THREADS] = { 7 };
shared [2] int ini2[2 * THREADS] = { [1] = 4 };
shared [] int noini[] = { 1, 2, 3 };
int
knr (p, n)
shared int *p;
int n;
{
  return p[0] + n;
}

static inline int
addr (shared int *restrict p, const shared int *restrict q)
{
  return *p + *q;
}

typedef int (*fun) (shared int *);

static int
deref (shared int *p)
{
  return *p;
}

shared struct
{
  fun f;
  int n;
} fs = { deref, 3 };

struct tree
{
  shared struct tree *l, *r;
  int k;
};
typedef shared struct tree *T;

T
insert (T t, int k)
{
  if (!t)
    {
      t = (T)upc_alloc (sizeof (struct tree));
      t->l = t->r = NULL;
      t->k = k;
      return t;
    }
  if (k < t->k)
    t->l = insert (t->l, k);
  else
    t->r = insert (t->r, k);
  return t;
}

int
count (T t)
{
  return t ? 1 + count (t->l) + count (t->r) : 0;
}

int
depth (T t)
{
  int a, b;
  return t ? 1 + ((a = depth (t->l)) > (b = depth (t->r)) ? a : b) : 0;
}

shared [] int *shared *dd;
shared int *shared q2;
shared [3] char *cp;

union u
{
  shared int *p;
  unsigned long l;
};

shared union
{
  int i[2];
  double d;
} su;

static int
fact (int n)
{
  return n < 2 ? 1 : n * fact (n - 1);
}

void
swap (shared int *p, shared int *q)
{
  int t = *p;
  *p = *q;
  *q = t;
}

enum
{
  BLK = 3
};
shared [BLK] struct s sb[BLK * THREADS];
extern int ext_c (int);

int
ext_c (int i)
{
  return i + x;
}

struct big
{
  char c[5000];
};
shared struct big B[THREADS];

struct big
mk (int v)
{
  struct big b;
  memset (&b, v, sizeof b);
  return b;
}

int
main (int argc, char *argv[])
{
  int i;
  CHECK (({ x; }) == 5);
  CHECK (({ S; }).d == 2.5);
  CHECK (({
	   int y;
	   y = x;
	   y;
	 })
	 == 5);
  x;
  (void)S;
  (void)S.d;
  if (x)
    ;
  else
    CHECK (0);
  CHECK (ini[0] == 7 && ini2[1] == 4 && noini[2] == 3 && sizeof noini == 12);
  CHECK (knr (&x, 2) == 7 && addr (&x, &x) == 10 && fs.f (&x) == 5
	 && (*fs.f) (&x) == 5);
  assert (x == 5 && S.a == 1);
  {
    T t = NULL;
    for (i = 0; i < 20; i++)
      t = insert (t, i * 7 % 20);
    CHECK (count (t) == 20 && depth (t) > 3);
    static shared T roots[THREADS];
    roots[MYTHREAD] = t;
    upc_barrier;
    t = roots[(MYTHREAD + 1) % THREADS];
    CHECK (count (t) == 20 && t->l == NULL
	   && upc_threadof (t->r) == (MYTHREAD + 1) % THREADS);
    CHECK (t->r->k > t->k);
  }
  upc_barrier;
  a[MYTHREAD] = fact (x);
  upc_barrier;
  CHECK (a[(MYTHREAD + 1) % THREADS] == 120);
  upc_barrier;
  if (MYTHREAD == 0)
    {
      a[0] = 1;
      a[THREADS - 1] = 2;
      swap (&a[0], &a[THREADS - 1]);
    }
  upc_barrier;
  CHECK (a[THREADS > 1 ? THREADS - 1 : 0] == (THREADS > 1 ? 1 : 2));
  {
    union u v;
    v.p = &x;
    CHECK (*v.p == 5);
    v.l = 0;
    CHECK (v.p == NULL);
    su.i[0] = 1;
    su.i[1] = MYTHREAD * 0;
    CHECK (su.i[0] == 1);
  }
  for (i = 0; i < BLK; i++)
    sb[MYTHREAD * BLK + i] = (struct s){ i, i * 0.5 };
  upc_barrier;
  {
    struct s *l = (struct s *)&sb[MYTHREAD * BLK];
    CHECK (l[2].a == 2 && l[1].d == 0.5);
    shared [BLK] struct s *p = &sb[BLK * ((MYTHREAD + 1) % THREADS)];
    CHECK (p++->a == 0 && (*p++).a == 1 && p->d == 1.0);
    CHECK (sb[BLK * THREADS - 1].a == 2);
  }
  CHECK (ext_c (2) == 7);
  CHECK ((MYTHREAD ? x : x + 0) == 5);
  CHECK (-x == -5 && ~x == -6 && !x == 0 && +x == 5 && (char)x == 5
	 && (double)x / 2 == 2.5);
  B[MYTHREAD] = mk (MYTHREAD + 1);
  upc_barrier;
  {
    struct big b = B[(MYTHREAD + 1) % THREADS];
    CHECK (b.c[4999] == (MYTHREAD + 1) % THREADS + 1);
    CHECK (mk (3).c[0] == 3);
    upc_barrier;
    B[MYTHREAD] = B[(MYTHREAD + 1) % THREADS];
    upc_barrier;
    if (THREADS == 1)
      CHECK (B[0].c[17] == 1);
  }
  if (MYTHREAD == 0)
    {
      dd = upc_all_alloc == 0 ? dd : 0;
    }
  {
    shared [] int *shared *d2 = (shared [] int *shared *)upc_all_alloc (
	THREADS, sizeof (shared [] int *));
    d2[MYTHREAD] = (shared [] int *)upc_alloc (10 * sizeof (int));
    for (i = 0; i < 10; i++)
      d2[MYTHREAD][i] = i + MYTHREAD;
    upc_barrier;
    for (i = 0; i < THREADS; i++)
      {
	CHECK (d2[i][9] == 9 + i);
	CHECK (upc_threadof (d2[i]) == i);
	CHECK (upc_threadof (&d2[i]) == i);
      }
    upc_barrier;
  }
  {
    int k = 0;
    shared int *p;
    for (p = a; p != a + THREADS; p++)
      k += upc_threadof (p);
    CHECK (k == THREADS * (THREADS - 1) / 2);
    p = a;
    p += THREADS;
    CHECK (upc_threadof (p) == 0 && p - a == THREADS && a - p == -THREADS);
  }
  {
    char *s = malloc (10);
    cp = (shared [3] char *)upc_all_alloc (4 * THREADS, 3);
    if (!MYTHREAD)
      for (i = 0; i < 12 * THREADS; i++)
	cp[i] = i;
    upc_barrier;
    upc_memget (s, cp + 3 * MYTHREAD, 3);
    CHECK (s[2] == 3 * MYTHREAD + 2);
    CHECK (((char *)&cp[3 * MYTHREAD])[3]
	   == (char)(3 * MYTHREAD + 3 * THREADS));
    free (s);
  }
  switch (x)
    {
    case 5:
      break;
    default:
      CHECK (0);
    }
  do
    {
      i = x;
    }
  while (x != 5);
  for (x; x < 5; x)
    ;
  {
    int arr[x];
    CHECK (sizeof arr == 20);
    const char *str = x == 5 ? "a" : "b";
    CHECK (str[0] == 'a');
    CHECK (argv[x - 5] == argv[0] && "abcdefg"[x] == 'f'
	   && x["abcdefg"] == 'f');
  }
  {
    struct
    {
      int v;
    } l = { x }, m[] = { { x }, { S.a } };

    CHECK (l.v == 5 && m[1].v == 1);
    int v[] = { [0] = x, x, a[0] };
    CHECK (v[1] == 5);
  }
  upc_barrier;
  {
    int old = x;
    upc_barrier;
    if (MYTHREAD == THREADS - 1)
      {
	x += 2;
	x -= 1;
	x *= 2;
	x /= 3;
	x %= 3;
	x <<= 4;
	x >>= 1;
	x |= 3;
	x ^= 1;
	x &= 0xff;
	x++;
	++x;
	x--;
	--x;
      }
    upc_barrier;
    i = old;
    i += 2;
    i -= 1;
    i *= 2;
    i /= 3;
    i %= 3;
    i <<= 4;
    i >>= 1;
    i |= 3;
    i ^= 1;
    i &= 0xff;
    CHECK (x == i);
    CHECK ((x, i) == i && (i = x) == i);
  }
  upc_barrier;
  if (!MYTHREAD)
    {
      int r = x++;
      CHECK (r == i && x == i + 1);
      r = --x;
      CHECK (r == i);
      S.d += 1;
      S.d *= 2;
      CHECK (S.d == 7);
      S.a = S.a ? S.a-- : 0;
    }
  return 0;
}
