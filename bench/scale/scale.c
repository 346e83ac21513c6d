/* scale.c - many threads, many call paths, many calls: what an event costs.

   SPDX-License-Identifier: Apache-2.0

   usage: scale threads N     nanoseconds of processor time a call, in each of
			      N threads at once
	  scale creation N    microseconds to create and end a thread, of N
	  scale paths DEPTH   nodes, nanoseconds a call when each call path is
			      new, and when it is known
	  scale length N      nanoseconds a call, of a million calls, in the
			      beginning and after N millions  */

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define QUIET __attribute__ ((no_instrument_function))
#define CALLS 100000
#define RUNS 20
#define MILLION 1000000

__attribute__ ((noipa)) static void
empty (void)
{
}

QUIET static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}

/* Returns the nanoseconds a call, of so many.  */
QUIET static double
time_calls (int calls)
{
  double start = now ();
  for (int i = 0; i < calls; i++)
    empty ();
  return (now () - start) / calls;
}

QUIET static double
best_time (void)
{
  double best = 1e9;
  for (int run = 0; run < RUNS; run++)
    {
      double time = time_calls (CALLS);
      if (time < best)
	best = time;
    }
  return best;
}

static pthread_barrier_t barrier;

QUIET static void *
call (void *time)
{
  pthread_barrier_wait (&barrier);
  *(double *) time = best_time ();
  return NULL;
}

/* Prints the mean of the threads' best times.  */
QUIET static void
measure_threads (int count)
{
  pthread_t *threads = calloc (count, sizeof *threads);
  double *times = calloc (count, sizeof *times), sum = 0;
  pthread_barrier_init (&barrier, NULL, count);
  for (int i = 0; i < count; i++)
    pthread_create (&threads[i], NULL, call, &times[i]);
  for (int i = 0; i < count; i++)
    {
      pthread_join (threads[i], NULL);
      sum += times[i];
    }
  printf ("%.2f\n", sum / count);
}

QUIET static void *
call_once (void *nothing)
{
  empty ();
  return nothing;
}

QUIET static double
process_now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

QUIET static void
measure_creation (int count)
{
  double start = process_now ();
  for (int i = 0; i < count; i++)
    {
      pthread_t thread;
      pthread_create (&thread, NULL, call_once, NULL);
      pthread_join (thread, NULL);
    }
  printf ("%.1f\n", (process_now () - start) / count);
}

/* Each call has a call path of its own.  */

static void right (int depth);

__attribute__ ((noipa)) static void
left (int depth)
{
  if (depth == 0)
    return;
  left (depth - 1);
  right (depth - 1);
  /* Keeps the last call from being a jump.  */
  __asm__ volatile ("");
}

__attribute__ ((noipa)) static void
right (int depth)
{
  if (depth == 0)
    return;
  left (depth - 1);
  right (depth - 1);
  /* Keeps the last call from being a jump.  */
  __asm__ volatile ("");
}

QUIET static double
time_tree (int depth)
{
  double start = now ();
  left (depth);
  return (now () - start) / ((2l << depth) - 1);
}

QUIET static void
measure_paths (int depth)
{
  double first = time_tree (depth), best = 1e9;
  for (int run = 0; run < RUNS / 4; run++)
    {
      double time = time_tree (depth);
      if (time < best)
	best = time;
    }
  printf ("%ld %.1f %.1f\n", (2l << depth) - 1, first, best);
}

QUIET static double
best_million (void)
{
  double best = 1e9;
  for (int i = 0; i < 5; i++)
    {
      double time = time_calls (MILLION);
      if (time < best)
	best = time;
    }
  return best;
}

QUIET static void
measure_length (int millions)
{
  double first = best_million ();
  for (int i = 0; i < millions; i++)
    time_calls (MILLION);
  printf ("%.2f %.2f\n", first, best_million ());
}

QUIET int
main (int argc, char **argv)
{
  int n = argc == 3 ? atoi (argv[2]) : 0;
  if (n > 0 && strcmp (argv[1], "threads") == 0)
    measure_threads (n);
  else if (n > 0 && strcmp (argv[1], "creation") == 0)
    measure_creation (n);
  else if (n > 0 && strcmp (argv[1], "paths") == 0)
    measure_paths (n);
  else if (n > 0 && strcmp (argv[1], "length") == 0)
    measure_length (n);
  else
    return 2;
  return 0;
}
