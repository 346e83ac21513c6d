/* newer.c - constructs that not all versions of GCC know, one in each program:
   -DCONSTRUCT chooses it.

   SPDX-License-Identifier: Apache-2.0  */

#include <omp.h>
#include <stdio.h>

static int wanted = 1;

#ifdef SCOPE
static int
run (void)
{
  int sum = 0;
#pragma omp parallel num_threads (2)
#pragma omp scope nowait reduction (+ : sum)
  sum += 7;
  return sum;
}
#endif

#ifdef MASKED
static int
run (void)
{
  int sum = 0;
#pragma omp parallel num_threads (2)
#pragma omp masked filter (wanted)
  sum += omp_get_thread_num ();
  return sum;
}
#endif

#ifdef LOOP
static int
run (void)
{
  int sum = 0;
#pragma omp parallel num_threads (2)
#pragma omp loop bind (parallel) reduction (+ : sum)
  for (int i = 0; i < 6; i++)
    sum += i;
  return sum;
}
#endif

#ifdef TASKWAIT_NOWAIT
static int
run (void)
{
  int a = 0, b = 0;
#pragma omp parallel num_threads (2)
#pragma omp single
  {
#pragma omp task depend (out : a) shared (a)
    a = 1;
#pragma omp taskwait depend (inout : a) nowait
#pragma omp task depend (in : a) shared (a, b)
    b = a + 1;
  }
  return b;
}
#endif

#ifdef IMPERFECT
static int
run (void)
{
  int sum = 0;
#pragma omp parallel for collapse (2) reduction (+ : sum) num_threads (2)
  for (int i = 0; i < 4; i++)
    {
      int k = i * 2;
      for (int j = 0; j < 4; j++)
	sum += k + j;
    }
  return sum;
}
#endif

#ifdef TILE
static int
run (void)
{
  int sum = 0;
#pragma omp parallel num_threads (2)
  {
#pragma omp for reduction (+ : sum) nowait
#pragma omp tile sizes (4, 2)
    for (int i = 0; i < 7; i++)
      for (int j = 0; j < 8; j++)
	sum += i * j;
#pragma omp for reduction (+ : sum)
#pragma omp unroll partial (2)
    for (int i = 0; i < 7; i++)
      sum += i;
  }
  return sum;
}
#endif

#ifdef METADIRECTIVE
static int
run (void)
{
  int sum = 0;
#pragma omp metadirective \
    when (user = { condition (wanted) } \
	  : parallel for num_threads (2) reduction (+ : sum)) \
    otherwise (nothing)
  for (int i = 0; i < 5; i++)
    sum += i;
  return sum;
}
#endif

#ifdef DISPATCH
static void
add_ten (int *at)
{
  *at += 10;
}

#pragma omp declare variant (add_ten) match (construct = { dispatch })
static void
add (int *at)
{
  *at += 1;
}

static int
run (void)
{
  int a = 0;
#pragma omp parallel num_threads (2)
#pragma omp single
  {
#pragma omp task depend (out : a) shared (a)
    a = 100;
#pragma omp dispatch depend (inout : a)
    add (&a);
#pragma omp dispatch nocontext (wanted)
    add (&a);
  }
  return a;
}
#endif

#ifdef INTEROP
static int
run (void)
{
  omp_interop_t object = omp_interop_none;
#pragma omp parallel num_threads (2)
#pragma omp single
  {
#pragma omp interop init (targetsync : object)
#pragma omp interop destroy (object)
  }
  return object == omp_interop_none;
}
#endif

#ifdef ALLOCATE
static int
run (void)
{
  int c;
#pragma omp allocate (c) align (64) allocator (omp_default_mem_alloc)
  c = 5;
#pragma omp parallel num_threads (2)
#pragma omp for reduction (+ : c)
  for (int i = 0; i < 4; i++)
    c += i;
  return c;
}
#endif

int
main (void)
{
  printf ("value %d\n", run ());
  return wanted != 1;
}
