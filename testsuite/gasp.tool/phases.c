/* phases.c - functions that have a processor one after the other, in one thread,
   another one, and a child; it prints when each had done, in us since 1970.

   SPDX-License-Identifier: Apache-2.0  */

#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#define OUT __attribute__ ((noipa))
static long
us (clockid_t clock)
{
  struct timespec now;
  clock_gettime (clock, &now);
  return now.tv_sec * 1000000 + now.tv_nsec / 1000;
}
static void
work (long ms)
{
  long end = us (CLOCK_THREAD_CPUTIME_ID) + ms * 1000;
  while (us (CLOCK_THREAD_CPUTIME_ID) < end)
    for (volatile int i = 0; i < 20000; i++)
      ; /* works */
}
OUT static void first (void) { work (150); }
OUT static void second (void) { work (150); }
OUT static void *other (void *p) { work (100); return p; }
OUT static void child (void) { work (100); }
static void
done (void)
{
  printf ("%ld\n", us (CLOCK_REALTIME));
  fflush (stdout);
}
int
main (void)
{
  pthread_t thread;
  first ();
  done ();
  second ();
  done ();
  pthread_create (&thread, 0, other, 0);
  pthread_join (thread, 0);
  done ();
  if (!fork ())
    {
      child ();
      return 0;
    }
  wait (0);
  return 0;
}
