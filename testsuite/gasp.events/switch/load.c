/* load.c - threads, signals, forks and dlopen while functions are switched.

   SPDX-License-Identifier: Apache-2.0

   usage: load SECONDS LIBRARY; says whether all results were right.  */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "tool.h"

#define KEEP __attribute__ ((noipa))
#define THREADS 4

static volatile int stop;
static volatile unsigned long calls[THREADS], wrong, signals, forks, loads;

/* Functions of many kinds: leaves, callers, tail callers, several returns,
   recursion, longjmp.  */
#define FUNCTIONS(n)						\
  KEEP static long leaf##n (long x) { return x + n; }		\
  KEEP static long tail##n (long x) { return leaf##n (x + 1); }	\
  KEEP static long both##n (long x)				\
  {								\
    if (x & 1)							\
      return leaf##n (x) + tail##n (x);				\
    return tail##n (x) * 2;					\
  }								\
  KEEP static long deep##n (long x, long left)			\
  { return left ? deep##n (x, left - 1) + 1 : leaf##n (x); }	\
  KEEP static void away##n (jmp_buf to) { longjmp (to, n + 1); }
#define EACH(do) do (0) do (1) do (2) do (3) do (4) do (5) do (6) do (7)
EACH (FUNCTIONS)

static const struct
{
  long (*both) (long), (*deep) (long, long);
  void (*away) (jmp_buf);
} kinds[] = {
#define ROW(n) { both##n, deep##n, away##n },
  EACH (ROW)
};

KEEP static int
jump (int i)
{
  jmp_buf to;
  int got = setjmp (to);
  if (!got)
    kinds[i].away (to);
  return got;
}

KEEP static int
right (long x)
{
  int i = x % 8;
  long both = x & 1 ? (x + i) + (x + 1 + i) : (x + 1 + i) * 2;
  return (kinds[i].both (x) == both && kinds[i].deep (x, 10) == x + i + 10
	  && jump (i) == i + 1);
}

static void *
work (void *pointer)
{
  long id = (long) pointer;
  for (long x = id; !stop; x++)
    {
      if (!right (x))
	wrong++;
      calls[id]++;
    }
  return NULL;
}

KEEP static long
in_handler (long x)
{
  return x + 1;
}

static void
handler (int signal)
{
  (void) signal;
  signals = in_handler (signals);
}

/* A child that calls what is being switched in its parent.  */
static void
try_fork (void)
{
  int status;
  pid_t child = fork ();
  if (child == 0)
    {
      alarm (60);
      for (long x = 0; x < 1000; x++)
	if (!right (x))
	  _exit (1);
      _exit (0);
    }
  if (child < 0 || waitpid (child, &status, 0) != child || status != 0)
    wrong++;
  forks++;
}

static void
try_dlopen (const char *library)
{
  void *handle = dlopen (library, RTLD_NOW);
  long (*function) (long) = handle ? dlsym (handle, "loaded") : NULL;
  for (long x = 0; function && x < 1000; x++)
    if (function (x) != 3 * x)
      wrong++;
  if (!function || dlclose (handle) != 0)
    wrong++;
  loads++;
}

int
main (int argc, char **argv)
{
  struct itimerval often = { { 0, 1000 }, { 0, 1000 } };
  pthread_t threads[THREADS];
  time_t end = time (NULL) + (argc > 1 ? atoi (argv[1]) : 1);
  for (long i = 0; i < THREADS; i++)
    pthread_create (&threads[i], NULL, work, (void *) i);
  signal (SIGALRM, handler);
  setitimer (ITIMER_REAL, &often, NULL);
  tool_toggle (1);
  while (time (NULL) < end)
    {
      try_fork ();
      try_dlopen (argv[2]);
    }
  tool_toggle (0);
  stop = 1;
  for (int i = 0; i < THREADS; i++)
    pthread_join (threads[i], NULL);
  for (int i = 0; i < THREADS; i++)
    if (!calls[i])
      wrong++;
  printf ("%lu switched, %lu calls, %lu signals, %lu forks, %lu loads, "
	  "%lu wrong\n", tool_switched,
	  calls[0] + calls[1] + calls[2] + calls[3], signals, forks, loads,
	  wrong);
  return wrong || !tool_switched || !signals;
}
