/* forall.c - upc_forall: whether this one is within another, and which
   iterations are the thread's own where that takes a search.

   SPDX-License-Identifier: Apache-2.0

   The iterations are dealt out by code that the compiler writes; see
   include/gasp-upc-walk.h.  */

#include "core/runtime.h"

/* Called by compiled code only; declared there.  */
int64_t __upc_walk_seek (int64_t number, int64_t advance, int64_t block,
			 int64_t at, int64_t stop);
int64_t __upc_walk_test (int64_t number, int64_t advance, int64_t block,
			 int64_t at, int64_t stop, int rounding);
int64_t __upc_walk_period (int64_t advance);

int __upc_forall_depth;

static int64_t
floor_of (int64_t a, int64_t b)
{
  return a / b - (a % b < 0);
}

/* Returns A modulo THREADS.  */
static int64_t
modulo_threads (int64_t a)
{
  a %= THREADS;
  return a < 0 ? a + THREADS : a;
}

/* Returns A / B, both positive, rounded up.  */
static int64_t
up (int64_t a, int64_t b)
{
  return (a - 1) / b + 1;
}

int64_t
__upc_walk_seek (int64_t number, int64_t advance, int64_t block, int64_t at,
		 int64_t stop)
{
  bool forward = advance > 0;
  while (at < stop)
    {
      int64_t e = number + at * advance, q = floor_of (e, block);
      int64_t turns = modulo_threads (forward ? MYTHREAD - q : q - MYTHREAD);
      if (!turns)
	return at;
      at += (forward ? up ((q + turns) * block - e, advance)
	     : up (e - ((q - turns) * block + block - 1), -advance));
    }
  return stop;
}

/* Returns the thread whose iteration NUMBER is; ROUNDING as in
   gasp-upc-walk.h.  */
static int64_t
affinity (uint64_t number, int64_t block, int rounding)
{
  enum { SIGNED = 1, UNSIGNED };
  if (rounding == SIGNED)
    return modulo_threads ((int64_t) number / block);
  uint64_t quotient = number / (uint64_t) block;
  return (rounding == UNSIGNED ? modulo_threads ((int64_t) quotient)
	  : (int64_t) (quotient % (uint64_t) THREADS));
}

int64_t
__upc_walk_test (int64_t number, int64_t advance, int64_t block, int64_t at,
		 int64_t stop, int rounding)
{
  for (; at < stop; at++)
    if (affinity ((uint64_t) number + (uint64_t) at * (uint64_t) advance, block,
		  rounding) == MYTHREAD)
      return at;
  return stop;
}

int64_t
__upc_walk_period (int64_t advance)
{
  int64_t a = THREADS, b = modulo_threads (advance);
  while (b)
    {
      int64_t rest = a % b;
      a = b;
      b = rest;
    }
  return THREADS / a;
}
