/* Shared objects of most types, begun with values, in and out of structures;
   pointers to them.

   SPDX-License-Identifier: Apache-2.0

   { dg-options "-w" }  */

#include <upc.h>
#include <stdio.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <stdlib.h>
#include <stdbool.h>
#include <setjmp.h>
#include "../check.h"

enum color
{
  RED,
  GREEN = 5
};

struct in
{
  short a;
  enum color c;
  _Bool b;
};

struct st
{
  struct in in[2];
  shared [] int *p;
  double d;
  char name[8];

  union
  {
    float f;
    unsigned u;
  } u;

  unsigned b1 : 3, b2 : 5;
  signed b3 : 7;
  long long b4 : 40;
};
shared struct st S = { .in = { { 1, GREEN, 1 }, [1] = { .c = RED } },
		       .d = 2.5,
		       .name = "abc",
		       .u = { .u = 3 },
		       .b1 = 5,
		       .b2 = 9,
		       .b3 = -3,
		       .b4 = -1 };
shared [] int m[3][4] = { { 1, 2 }, [2] = { [3] = 7 } };
shared [] char text[] = "hello";
shared int x = 3, *px = &x, *shared spx = &x;
shared [] int *pm = &m[2][2];
shared [] int (*pr)[4] = &m[1];
const shared double cd = 1.25;
shared _Complex double z;
shared __int128 big;
shared long double ld = 3.5L;
shared void *shared gv;
typedef int v4 __attribute__ ((vector_size (16)));
shared v4 vec[THREADS];

shared int *
vfn (int n, ...)
{
  va_list ap;
  va_start (ap, n);
  shared int *r = 0;
  while (n--)
    r = va_arg (ap, shared int *);
  va_end (ap);
  return r;
}

static int
pass (struct in s, shared struct in *p)
{
  return s.a + p->a;
}

static struct st
getst (void)
{
  return S;
}

static shared [4] int blk[4 * THREADS];

int
sw (shared int *p)
{
  switch (upc_threadof (p))
    {
    case 0:
      return 10;
    default:
      return 20;
    }
}

struct flex
{
  int n;
  double v[];
};

jmp_buf jb;

int
main (void)
{
  struct st t;
  int i;
  CHECK (S.in[0].a == 1 && S.in[0].c == GREEN && S.in[0].b && S.in[1].c == RED
	 && S.d == 2.5 && S.name[2] == 'c' && S.u.u == 3 && S.b1 == 5
	 && S.b2 == 9 && S.b3 == -3 && S.b4 == -1);
  CHECK (m[0][1] == 2 && m[2][3] == 7 && m[1][0] == 0 && text[4] == 'o'
	 && sizeof text == 6 && x == 3 && *px == 3 && *spx == 3 && pm[1] == 7
	 && (*pr)[0] == 0 && pr[1][3] == 7 && cd == 1.25 && ld == 3.5L);
  upc_barrier;
  t = getst ();
  CHECK (t.b4 == -1 && t.in[0].c == GREEN);
  CHECK (getst ().in[0].a == 1);
  CHECK (pass (S.in[0], (shared struct in *)&S.in[0]) == 2);
  CHECK (vfn (3, px, px, (shared int *)spx) == &x);
  /* All have read what is written now.  */
  upc_barrier;
  if (MYTHREAD == THREADS - 1)
    {
      S.b1 += 2;
      S.b3 = 20;
      S.b4 = 1LL << 38;
      S.b2++;
      S.in[1].b = 7;
      S.in[1].c = GREEN;
      S.u.f = 1.0f;
      z = 1.0 + 2.0i;
      z *= z;
      big = ((__int128)1 << 100) + 5;
      gv = &blk[5];
      strcpy (t.name, "xyz");
      S = t;
      S.b1 = 7;
    }
  upc_barrier;
  CHECK (S.b1 == 7 && S.name[0] == 'x' && S.b3 == -3);
  CHECK (__real__ z == -3 && __imag__ z == 4);
  CHECK ((long)(big >> 90) == 1024 && (int)big == 5);
  if (THREADS > 1)
    {
      shared [4] int *q = gv;
      CHECK (upc_phaseof (q) == 1 && upc_threadof (q) == 1 && q == &blk[5]
	     && q - blk == 5);
    }
  {
    shared [4] int (*pa)[4] = (shared [4] int (*)[4])blk;
    blk[4 * MYTHREAD + 2] = MYTHREAD;
    upc_barrier;
    for (i = 0; i < THREADS; i++, pa++)
      CHECK ((*pa)[2] == i && upc_threadof (&(*pa)[2]) == i);
  }
  {
    typeof (x) *y = &x;
    typeof (*px) *w = y;
    CHECK (*w == 3);
    __auto_type q = px;
    CHECK (*q == 3);
  }
  CHECK (_Generic(px, shared int * : 1, default : 0));
  CHECK (_Generic(pm, shared [] int * : 1, shared int * : 2, default : 0)
	 == 1);
  CHECK (_Generic(x, int : 1, default : 2) == 1);
  CHECK (offsetof (struct st, d)
	 == (char shared [] *)&S.d - (char shared [] *)&S);
  CHECK (_Alignof(shared double) == _Alignof(double));
  {
    shared struct flex *f
	= upc_alloc (sizeof (struct flex) + 5 * sizeof (double));
    f->n = 5;
    for (i = 0; i < f->n; i++)
      f->v[i] = i;
    CHECK (f->v[4] == 4);
    upc_free (f);
  }
  {
    int n = 3;
    shared [] int (*vp)[n] = (shared [] int (*)[n])m;
    CHECK (upc_threadof (vp) == 0);
    CHECK (&vp[1][1] == &m[0][0] + 4);
  }
  {
    int old = 0;
    if ((i = setjmp (jb)) < 3)
      {
	old += x;
	longjmp (jb, i + 1);
      }
    CHECK (i == 3);
  }
  {
    int v = ({
      int q = x;
      q * 2;
    });
    CHECK (v == 6);
    int nested (shared int *p)
    {
      return *p + v;
    }
    CHECK (nested (&x) == 9);
  }
  CHECK (sw (&x) == 10);
  CHECK ((x, px) == &x);
  CHECK (!!px && !(px == NULL));
  CHECK ((px ?: &x) == &x);
  vec[MYTHREAD] = (v4){ 1, 2, 3, MYTHREAD };
  upc_barrier;
  {
    v4 s = vec[(MYTHREAD + 1) % THREADS] + 1;
    CHECK (s[3] == (MYTHREAD + 1) % THREADS + 1 && vec[0][1] == 2);
  }
  {
    shared int *arr[3] = { &x, px, 0 };
    shared int **ap = arr;
    CHECK (**ap++ == 3 && *ap == px && ap[1] == 0);

    struct
    {
      shared int *a;
    } loc = { .a = px };

    CHECK (*loc.a == 3);
  }
  {
    bool b = px;
    CHECK (b);
    unsigned long u = (unsigned long)px;
    CHECK (u != 0);
  }
  {
    unsigned char uc;
    int n = 0;
    upc_forall (uc = 0; uc < 200; uc += 3; uc)
      n++;
    static shared int tot[THREADS];
    tot[MYTHREAD] = n;
    upc_barrier;
    for (i = n = 0; i < THREADS; i++)
      n += tot[i];
    CHECK (n == 67);
  }
  return 0;
}
