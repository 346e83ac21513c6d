/* A collector of garbage that stops all other threads by signals, wherever they
   are, and calls functions while they stand: what the tool shares between
   threads is not to be held by one of them.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-status 6 } */

#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include "jumps.h"

#define THREADS 3
#ifndef ROUNDS
# ifdef ALL
#  define ROUNDS 400
# else
#  define ROUNDS 50
# endif
#endif
#define STOP SIGUSR1
#define GO_ON SIGUSR2

static pthread_t threads[THREADS];
static sem_t stopped, gone_on;
static volatile int standing;

KEEP static void
go_on (int signal_number)
{
  (void) signal_number;
}

KEEP static void
stand (int signal_number)
{
  int error = errno, round = standing;
  sigset_t others;

  (void) signal_number;
  sigfillset (&others);
  sigdelset (&others, GO_ON);
  sem_post (&stopped);
  while (standing == round)
    sigsuspend (&others);
  sem_post (&gone_on);
  errno = error;
}

/* New paths, and blocks of memory.  */
KEEP static int
grow (int way, int n)
{
  int i, sum = 0;
  void *memory[40];

  for (i = 0; i < 40; i++)
    {
      memory[i] = malloc (20);
      sum += path (n, way + i) - __builtin_popcount (way + i);
    }
  for (i = 0; i < 40; i++)
    free (memory[i]);
  return sum;
}

static void *
work_on (void *number)
{
  unsigned int i;
  long wrong = 0;

  for (i = 0; !over; i++)
    wrong += grow (40 * (i + 7919 * (long) number) & 0x7fff, 16);
  return (void *) wrong;
}

/* To all threads: SIGNAL; until all have told DONE.  */
KEEP static void
send (int signal_number, sem_t *done)
{
  int i;

  for (i = 0; i < THREADS; i++)
    pthread_kill (threads[i], signal_number);
  for (i = 0; i < THREADS; i++)
    while (sem_wait (done) != 0)
      continue;
}

KEEP static void
handle (int signal_number, void (*handler) (int))
{
  struct sigaction action;

  memset (&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigfillset (&action.sa_mask);
  sigaction (signal_number, &action, NULL);
}

int
main (void)
{
  int i;
  long sum = 0;
  void *wrong;

  handle (STOP, stand);
  handle (GO_ON, go_on);
  sem_init (&stopped, 0, 0);
  sem_init (&gone_on, 0, 0);
  for (i = 0; i < THREADS; i++)
    pthread_create (&threads[i], NULL, i == 0 ? go_around : work_on,
		    (void *) (long) i);
  for (i = 0; i < ROUNDS; i++)
    {
      send (STOP, &stopped);
      around ();
      sum += deep (20, leaf) + path (12, 7 * i & 0xfff);
      standing++;
      send (GO_ON, &gone_on);
    }
  over = 1;
  for (i = 0; i < THREADS; i++)
    {
      pthread_join (threads[i], &wrong);
      sum += (long) wrong;
    }
  printf ("%ld\n", sum);
  return 6;
}
