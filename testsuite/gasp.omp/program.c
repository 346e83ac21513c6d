/* program.c - each construct, a known number of times, by two threads.

   SPDX-License-Identifier: Apache-2.0  */

#include <omp.h>
#include <stdio.h>
#include <unistd.h>

static int shared_word, copied;
#pragma omp threadprivate (copied)

static void
loops (void)
{
#pragma omp for schedule (dynamic)
  for (int i = 0; i < 8; i++)
    shared_word = i;
#pragma omp for schedule (guided) nowait
  for (unsigned long long i = 8; i > 0; i--)
    shared_word = i;
#pragma omp for ordered schedule (static, 1)
  for (int i = 0; i < 4; i++)
#pragma omp ordered
    shared_word = i;
#pragma omp for ordered (2) schedule (dynamic)
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      {
#pragma omp ordered depend (sink : i - 1, j)
	shared_word = j;
#pragma omp ordered depend (source)
      }
#pragma omp sections
  {
#pragma omp section
    shared_word = 1;
#pragma omp section
    shared_word = 2;
  }
#pragma omp single copyprivate (copied)
  copied = 3;
}

static void
tasks (void)
{
  int a = 0, b = 0;
#pragma omp taskgroup
  {
    /* Not done before the next one is created.  */
#pragma omp task depend (out : a) shared (a)
    usleep (50000), a = 1;
#pragma omp task depend (in : a) depend (out : b) shared (a, b)
    b = a + 1;
  }
#pragma omp task if (0)
  shared_word = 1;
#pragma omp taskwait
#pragma omp taskloop num_tasks (3)
  for (int i = 0; i < 9; i++)
    shared_word = i;
  if (b != 2)
    printf ("wrong: order of tasks\n");
}

static void
locks (omp_lock_t *lock, omp_nest_lock_t *nest)
{
  omp_set_lock (lock);
  omp_unset_lock (lock);
  omp_set_nest_lock (nest);
  omp_set_nest_lock (nest);
  omp_unset_nest_lock (nest);
  omp_unset_nest_lock (nest);
#pragma omp critical
  shared_word++;
#pragma omp critical (named)
  shared_word++;
}

int
main (void)
{
  omp_lock_t lock;
  omp_nest_lock_t nest;
  long huge = 0;
  omp_init_lock (&lock);
  omp_init_nest_lock (&nest);
#pragma omp parallel num_threads (2)
  {
    loops ();
#pragma omp single
    tasks ();
    locks (&lock, &nest);
  }
  omp_destroy_lock (&lock);
  omp_destroy_nest_lock (&nest);
  /* So many tasks that copies of all would not go on the stack.  */
#pragma omp taskloop grainsize (1) shared (huge)
  for (long i = 0; i < 200000; i++)
    huge += i;
#pragma omp target map (tofrom : huge)
  huge++;
#pragma omp parallel num_threads (2)
#pragma omp parallel num_threads (2)
#pragma omp atomic
  shared_word++;
  printf ("%ld\n", huge);
  return 0;
}
