/* A thread that was made past the C library, and that shares its creator's
   thread-local storage, errno with it.  Both call functions and allocate at the
   same time; neither may notice.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-not-emulated "processes share no memory there" } */

#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include "test.h"

#ifndef TURNS
# define TURNS 30000
#endif
#define STACK 262144

static volatile int stop, begun;
static long totals[2];

KEEP long
leaf (long n)
{
  MORE;
  return n * 3 + 1;
}

KEEP long
node (long n)
{
  return leaf (n) + leaf (n + 1);
}

KEEP long
deep (int n)
{
  return n ? deep (n - 1) + leaf (n) : 0;
}

KEEP long
work (long n)
{
  return node (n) + (n % 100 == 0 ? deep (40) : 0);
}

KEEP int
thread (void *argument)
{
  long i;

  prctl (PR_SET_PDEATHSIG, SIGKILL);
  begun = 1;
  for (i = 0; i < TURNS || !stop; i++)
    if (i < TURNS)
      totals[1] += work (i);
    else
      work (i);
  return argument != 0;
}

int
main (void)
{
  char *stack = mmap (0, STACK, PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  pid_t pid = clone (thread, stack + STACK, CLONE_VM | SIGCHLD, 0);
  int status, state, bad = 0;
  long i;

  if (pid < 0)
    return 2;
  while (!begun)
    ;
  for (i = 0; i < TURNS; i++)
    {
      errno = i;
      totals[0] += work (i);
      bad += errno != i;
      free (malloc (i % 64));
    }
  pthread_setcancelstate (PTHREAD_CANCEL_ENABLE, &state);
  bad += state != PTHREAD_CANCEL_ENABLE;
  stop = 1;
  waitpid (pid, &status, 0);
  return bad || status || totals[0] != totals[1] || !totals[0];
}

/* { dg-check no } */
