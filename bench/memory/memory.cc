/* memory.cc - allocate and free, and print how long it takes.

   SPDX-License-Identifier: Apache-2.0

   usage: memory [RUNS]

   A line for each way of using memory: its name and the least of many short
   runs, in nanoseconds of a thread's processor time, for one allocation and
   what frees it.  No block is touched, and none is kept.  The last line has the
   number of allocations, but for those by realloc.  */

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define PAIRS 20000
#define MANY 4096
#define THREADS 8
#define QUIET __attribute__ ((no_instrument_function))

static int runs = 30;

/* The compiler is not to know what becomes of POINTER.  */
template <typename T> QUIET static inline T *
hide (T *pointer)
{
  __asm__ volatile ("" : "+r" (pointer) : : "memory");
  return pointer;
}

QUIET static double
now ()
{
  struct timespec t;
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}

/* ---- Ways of using memory: each makes PAIRS pairs.  */

static void
at_once ()
{
  for (int i = 0; i < PAIRS; i++)
    free (hide (malloc (24 + i % 64)));
}

static void
cleared ()
{
  for (int i = 0; i < PAIRS; i++)
    free (hide (calloc (4, 8)));
}

static void
aligned ()
{
  for (int i = 0; i < PAIRS; i++)
    free (hide (aligned_alloc (64, 64)));
}

static void
resized ()
{
  void *block = malloc (16);
  for (int i = 0; i < PAIRS; i++)
    block = hide (realloc (block, 16 + (i & 1) * 8));
  free (block);
}

struct object { long members[4]; };

static void
objects ()
{
  for (int i = 0; i < PAIRS; i++)
    delete hide (new object);
}

/* Many blocks alive, and freed in an order of its own.  */
static void
many ()
{
  static __thread void *blocks[MANY];
  unsigned random = 1;
  for (int i = 0; i < PAIRS; i++)
    {
      random = random * 1664525u + 1013904223u;
      void **block = &blocks[random >> 20 & (MANY - 1)];
      free (*block);
      *block = hide (malloc (16 + (random >> 8 & 255)));
    }
  for (int i = 0; i < MANY; i++)
    {
      free (blocks[i]);
      blocks[i] = NULL;
    }
}

/* ---- Measuring.  */

QUIET static double
best_of (void (*way) ())
{
  double best = 1e9;
  for (int run = 0; run < runs; run++)
    {
      double start = now ();
      way ();
      double time = (now () - start) / PAIRS;
      if (time < best)
	best = time;
    }
  return best;
}

static void *blocks_of_another[PAIRS];

static void *
allocate_all (void *)
{
  for (int i = 0; i < PAIRS; i++)
    blocks_of_another[i] = malloc (32);
  return NULL;
}

static void *
free_all (void *time)
{
  double start = now ();
  for (int i = 0; i < PAIRS; i++)
    free (blocks_of_another[i]);
  *(double *) time = now () - start;
  return NULL;
}

QUIET static void
run_thread (void *body (void *), void *argument)
{
  pthread_t thread;
  pthread_create (&thread, NULL, body, argument);
  pthread_join (thread, NULL);
}

/* What another thread frees: the time of the frees.  */
QUIET static double
by_another ()
{
  double best = 1e9, time;
  for (int run = 0; run < (runs + 3) / 4; run++)
    {
      run_thread (allocate_all, NULL);
      run_thread (free_all, &time);
      if (time / PAIRS < best)
	best = time / PAIRS;
    }
  return best;
}

QUIET static void *
work (void *time)
{
  *(double *) time = best_of (many);
  return NULL;
}

/* Several threads at once: the mean of their times.  */
QUIET static double
in_threads ()
{
  pthread_t threads[THREADS];
  double times[THREADS], sum = 0;
  for (int i = 0; i < THREADS; i++)
    pthread_create (&threads[i], NULL, work, &times[i]);
  for (int i = 0; i < THREADS; i++)
    pthread_join (threads[i], NULL), sum += times[i];
  return sum / THREADS;
}

QUIET int
main (int argc, char **argv)
{
  if (argc > 1)
    runs = atoi (argv[1]);
  printf ("malloc-free %.1f\n", best_of (at_once));
  printf ("calloc-free %.1f\n", best_of (cleared));
  printf ("aligned_alloc-free %.1f\n", best_of (aligned));
  printf ("new-delete %.1f\n", best_of (objects));
  printf ("realloc %.1f\n", best_of (resized));
  printf ("many-live %.1f\n", best_of (many));
  printf ("free-by-another %.1f\n", by_another ());
  printf ("%d-threads %.1f\n", THREADS, in_threads ());
  /* The ways of PAIRS each, realloc's first block, another's.  */
  printf ("count %ld\n", runs * (PAIRS * (5l + THREADS) + 1)
			 + (runs + 3) / 4 * (long) PAIRS);
  return 0;
}
