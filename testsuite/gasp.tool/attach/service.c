/* service.c - a program that runs until it is told to end, and checks itself.

   SPDX-License-Identifier: Apache-2.0

   Three threads, a timer's signals, system calls that wait.  It says
   "ready" when all of that has been, and ends when the file "stop" is there.  */

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <unistd.h>

#define KEEP __attribute__ ((noipa))
#define THREADS 3

static volatile int stop;
static volatile long turns[THREADS], wrong, ticks;

KEEP static long
leaf (long x)
{
  return x + 1;
}

KEEP static long
middle (long x)
{
  long sum = 0;
  for (int i = 0; i < 50; i++)
    sum += leaf (x);
  return sum;
}

/* The thread is in the allocator most of the time.  */
KEEP static double
allocate (long n)
{
  char *block[20];
  double value = n * 0.5;
  for (int i = 0; i < 20; i++)
    block[i] = malloc (n % 5000 + 10 * i + 1);
  for (int i = 0; i < 20; i++)
    free (block[i]);
  return value * 2;
}

static void *
work (void *pointer)
{
  long id = (long) pointer;
  for (long x = 0; !stop; x++)
    {
      if (middle (x) != 50 * (x + 1) || allocate (x) != (double) x)
	wrong++;
      turns[id]++;
    }
  return NULL;
}

KEEP static void
handle (int signal)
{
  (void) signal;
  ticks++;
}

/* Whether everything has come to its work.  */
static int
is_working (void)
{
  for (int i = 0; i < THREADS; i++)
    if (!turns[i])
      return 0;
  return ticks != 0;
}

int
main (void)
{
  pthread_t threads[THREADS];
  struct itimerval often = { { 0, 2000 }, { 0, 2000 } };
  signal (SIGALRM, handle);
  setitimer (ITIMER_REAL, &often, NULL);
  for (long i = 0; i < THREADS; i++)
    pthread_create (&threads[i], NULL, work, (void *) i);
  while (!is_working ())
    usleep (1000);
  write (1, "ready\n", 6);
  while (access ("stop", F_OK) != 0)
    usleep (10000);
  stop = 1;
  for (int i = 0; i < THREADS; i++)
    pthread_join (threads[i], NULL);
  printf ("%ld wrong\n", wrong);
  return wrong != 0;
}
