/* UPC 1.0's names of statements, where a statement begins; elsewhere they are
   identifiers.

   SPDX-License-Identifier: Apache-2.0

   { dg-options "-Wall -fupc-berkeley" }
   { dg-threads 1 2 4 }  */

#include <sys/wait.h>
#include <unistd.h>
#include "check.h"

#define N 100
shared int a[N * THREADS];
shared int turns;

struct words { int wait, barrier; };

static int
loops (void)
{
  int i, mine = 0;
  forall (i = 0; i < N * THREADS; i++; &a[i])
    {
      a[i] = MYTHREAD;
      mine++;
    }
  forall (i = 0; i < 10; i++; continue)
    forall (int j = 0; j < 2; j++; j)
      mine++;
  return mine;
}

/* What is put in one half of a phase is seen behind the other.  */
static void
meetings (void)
{
  for (int i = 0; i < THREADS; i++)
    {
      if (i == MYTHREAD)
	turns++;
      barrier i;
      CHECK_IS (turns, i + 1);
      notify;
      wait;
      barrier_notify (i + 1);
      barrier_wait (i + 1);
      if (i)
	barrier;
      else
	barrier;
    }
  switch (MYTHREAD)
    {
    default:
      fence;
      barrier 2 * THREADS;
    }
}

static int
child (void)
{
  int status;
  pid_t process = fork ();
  if (!process)
    _exit (3);
  process = wait (&status);
  return process > 0 ? WEXITSTATUS (status) : -1;
}

static int
identifiers (struct words *w)
{
  int fence = 1, notify[2] = { 0, 0 };
  fence = 2;
  fence += 3;
  notify[1] = fence;
  w->wait = notify[1];
  w->barrier = w->wait + 1;
  goto barrier;
barrier:
  return w->barrier;
}

int
main (void)
{
  struct words w;
  CHECK_IS (loops (), N + 10 * ((MYTHREAD == 0) + (MYTHREAD == 1 % THREADS)));
  meetings ();
  CHECK_IS (child (), 3);
  CHECK_IS (identifiers (&w), 6);
  return 0;
}
