/* upc_forall with most kinds of variables, steps and affinities: each
   iteration is done once, where it should be.

   SPDX-License-Identifier: Apache-2.0

   { dg-options "-w" }  */

#include <upc.h>
#include <stdio.h>
#include "../check.h"

#define N 60
shared int a[60 * THREADS];
shared [7] short b[70 * THREADS];
shared [] long c[100];
shared int cnt[THREADS];
static shared int hits[1000 * THREADS];

static int
total (int mine)
{
  int s = 0, t;
  upc_barrier;
  cnt[MYTHREAD] = mine;
  upc_barrier;
  for (t = 0; t < THREADS; t++)
    s += cnt[t];
  upc_barrier;
  return s;
}

#define CHECKN(n, loop)                                                       \
  do                                                                          \
    {                                                                         \
      int k = 0;                                                              \
      loop;                                                                   \
      CHECK (total (k) == (n));                                               \
    }                                                                         \
  while (0)
volatile int vn = 60;

struct it
{
  int i;
} it;

static int gi;
long long gl;
unsigned gu;

static int
step (int i)
{
  return i + 2;
}

int
main (void)
{
  int i, j;
  long l;
  unsigned u;
  short s;
  shared int *p;
  shared [7] short *q;
  CHECKN (
      N, upc_forall (i = 0; i < N; i++; i) {
	k++;
	CHECK (i % THREADS == MYTHREAD);
      });
  CHECKN (
      N, upc_forall (i = 0; i < N; i++; i * 3) {
	k++;
	CHECK (i * 3 % THREADS == MYTHREAD);
      });
  CHECKN (
      N, upc_forall (i = 0; i < N; i++; i / 4) {
	k++;
	CHECK (i / 4 % THREADS == MYTHREAD);
      });
  CHECKN (
      N, upc_forall (i = 0; i < N; i++; (i + 5) % 7) {
	k++;
	CHECK ((i + 5) % 7 % THREADS == MYTHREAD);
      });
  CHECKN (
      N, upc_forall (i = N - 1; i >= 0; i--; i) {
	k++;
	CHECK (i % THREADS == MYTHREAD);
      });
  CHECKN (
      N, upc_forall (i = N; i-- > 0;; i) {
	k++;
	CHECK (i % THREADS == MYTHREAD);
      });
  CHECKN (
      20, upc_forall (i = 0; i < N; i += 3; &a[i]) {
	k++;
	CHECK (upc_threadof (&a[i]) == MYTHREAD);
      });
  CHECKN (
      70, upc_forall (i = 0; i < 70; i++; &b[i]) {
	k++;
	CHECK (upc_threadof (&b[i]) == MYTHREAD);
      });
  CHECKN (
      100, upc_forall (i = 0; i < 100; i++; &c[i]) {
	k++;
	CHECK (MYTHREAD == 0);
      });
  CHECKN (
      N, upc_forall (p = a; p < a + N; p++; p) {
	k++;
	CHECK (upc_threadof (p) == MYTHREAD);
      });
  CHECKN (
      35, upc_forall (q = b; q < &b[70]; q += 2; q) {
	k++;
	CHECK (upc_threadof (q) == MYTHREAD);
      });
  CHECKN (N, upc_forall (l = 0; l != N; ++l; l) k++);
  CHECKN (N, upc_forall (u = N; u; --u; u) k++);
  CHECKN (
      N, upc_forall (s = -N; s < 0; s++; - s) {
	k++;
	CHECK (-s % THREADS == MYTHREAD);
      });
  CHECKN (N, upc_forall (it.i = 0; it.i < N; it.i++; it.i) k++);
  CHECKN (N, upc_forall (gi = 0; gi < vn; gi++; gi) k++);
  CHECKN (
      N / 2, upc_forall (i = 0; i < N; i = step (i); i) {
	k++;
	CHECK (i % THREADS == MYTHREAD);
      });
  CHECKN (
      N, upc_forall (gl = 1LL << 40; gl < (1LL << 40) + N; gl++; gl) {
	k++;
	CHECK (gl % THREADS == MYTHREAD);
      });
  CHECKN (
      6, upc_forall (gu = 0xfffffffau; gu != 0; gu++; gu) {
	k++;
	CHECK (gu % THREADS == MYTHREAD);
      });
  CHECKN (
      N, upc_forall (i = 0, j = N; i < j; i++, j--; i) {
	k++;
	if (i + j != N)
	  CHECK (0);
	k += 1;
      });
  CHECKN (N * THREADS, upc_forall (i = 0; i < N; i++; continue) k++);
  CHECKN (N * THREADS, upc_forall (i = 0; i < N; i++;) k++);
  CHECKN (
      10 * N, upc_forall (i = 0; i < 10; i++; continue)
		  upc_forall (j = 0; j < N; j++; j) {
		    k++;
		    CHECK (j % THREADS == MYTHREAD);
		  });
  CHECKN (
      10 * N,
      upc_forall (i = 0; i < 10; i++; i) upc_forall (j = 0; j < N; j++; j) {
	k++;
	CHECK (i % THREADS == MYTHREAD);
      });
  CHECKN (
      5 * N, upc_forall (int i = 0; i < 10; i++; i) {
	if (i & 1)
	  continue;
	for (int j = 0; j < N; j++)
	  k++;
      });
  CHECKN (
      N, upc_forall (i = 0; i < N; i++; &a[N - 1 - i]) {
	k++;
	CHECK (upc_threadof (&a[N - 1 - i]) == MYTHREAD);
      });
  CHECKN (N, upc_forall (i = 0; i < N; i++; &a[2 * i / 2]) k++);
  CHECKN (
      N, upc_forall (i = 0; i < N; i++; &a[i] + 1) {
	k++;
	CHECK (upc_threadof (&a[i + 1]) == MYTHREAD);
      });
  CHECKN (
      N, upc_forall (i = 0; i < N; i++; (shared void *)&b[i]) {
	k++;
	CHECK (upc_threadof (&b[i]) == MYTHREAD);
      });
  CHECKN (
      N, upc_forall (i = 0; i < N; i++; upc_threadof (&b[i])) {
	k++;
	CHECK (upc_threadof (&b[i]) == MYTHREAD);
      });
  CHECKN (0, upc_forall (i = 0; i < 0; i++; i) k++);
  CHECKN (
      N, upc_forall (i = 0; i < N; i++; i) {
	switch (i & 3)
	  {
	  case 0:
	    k++;
	    break;
	  default:
	    k++;
	    continue;
	  }
      });
  upc_barrier;
  return 0;
}
