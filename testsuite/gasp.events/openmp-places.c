/* Constructs of OpenMP that GCC gives no place in its code, and those whose ends
   come in another order: each event has a place, and both ends the same one.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-fopenmp" } */

#include <omp.h>
#include "test.h"

KEEP int
leaf (int n)
{
  return n;
}

/* Too large for an instruction.  */
static long double
atomic (void)
{
  long double sum = 0, old;
#pragma omp parallel num_threads (2)
  {
#pragma omp atomic
    sum += leaf (1);
#pragma omp atomic capture
    {
      old = sum;
      sum = sum + 1;
    }
    (void) old;
  }
  return sum;
}

static int
ordered (void)
{
  int last = -1, right = 0;
#pragma omp parallel for ordered num_threads (2) schedule (dynamic)
  for (int i = 0; i < 10; i++)
    {
      int n = leaf (i);
#pragma omp ordered
      {
	right += n == last + 1;
	last = n;
      }
    }
#pragma omp parallel for ordered num_threads (2)
  for (int i = 0; i < 4; i++)
#pragma omp ordered
    ;
  return right;
}

/* A loop of tasks within other shared work.  */
static int
tasks (void)
{
  int sum = 0;
#pragma omp parallel num_threads (2)
#pragma omp single
  {
    sum = leaf (0);
#pragma omp taskloop shared (sum)
    for (int i = 0; i < 10; i++)
#pragma omp atomic
      sum += leaf (i);
#pragma omp taskgroup
#pragma omp task shared (sum)
    {
#pragma omp atomic
      sum += leaf (5);
    }
  }
  return sum;
}

/* Shared work within other constructs.  */
static int
nested (void)
{
  int sum = 0;
#pragma omp parallel num_threads (2)
  {
#pragma omp scope reduction (+ : sum)
    {
#pragma omp for schedule (dynamic) nowait
      for (int i = 0; i < 10; i++)
	sum += leaf (i);
    }
#pragma omp masked
    {
#pragma omp taskgroup
      {
#pragma omp task shared (sum)
	leaf (3);
      }
      leaf (4);
    }
#pragma omp single
    {
#pragma omp parallel num_threads (2)
#pragma omp sections
      {
#pragma omp section
	leaf (5);
#pragma omp section
	leaf (6);
      }
      leaf (7);
    }
  }
  return sum;
}

static int
target (void)
{
  int a[4] = { 1, 2, 3, 4 }, sum = 0;
#pragma omp target data map (tofrom : a)
  {
#pragma omp target map (tofrom : sum)
    for (int i = 0; i < 4; i++)
      sum += a[i];
#pragma omp target update from (a)
  }
  return sum;
}

/* Given back in the order in which they were taken.  */
static int
locks (void)
{
  omp_lock_t first, second;
  omp_init_lock (&first);
  omp_init_lock (&second);
  omp_set_lock (&first);
  omp_set_lock (&second);
  int n = leaf (7);
  omp_unset_lock (&first);
  omp_unset_lock (&second);
  omp_destroy_lock (&first);
  omp_destroy_lock (&second);
  return n;
}

int
main (void)
{
  return !(atomic () == 4 && ordered () == 10 && tasks () == 50 && nested () == 45
	   && target () == 10 && locks () == 7);
}
