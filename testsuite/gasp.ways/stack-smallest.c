/* Threads with the smallest stack there may be, and a signal stack of the usual
   size, with nothing below it.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-pthread" } */

#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include "ways.h"

static int handled;

KEEP static void
handler (int signal)
{
  handled += leaf (signal) - signal;
}

KEEP static void *
body (void *argument)
{
  *(int *) argument += work (100) + deep (5, leaf);
  free (malloc (100));
  return argument;
}

int
main (void)
{
  size_t size = (sysconf (_SC_SIGSTKSZ) + 4095) & -4096;
  char *area = mmap (NULL, 65536 + size, PROT_NONE,
		     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  stack_t stack = { .ss_sp = area + 65536, .ss_size = size };
  struct sigaction action = { .sa_handler = handler, .sa_flags = SA_ONSTACK };
  pthread_attr_t attributes;
  pthread_t thread;
  int i, sum = 0;

  pthread_attr_init (&attributes);
  if (pthread_attr_setstacksize (&attributes, PTHREAD_STACK_MIN))
    return 2;
  for (i = 0; i < 10; i++)
    {
      if (pthread_create (&thread, &attributes, body, &sum))
	return 3;
      pthread_join (thread, NULL);
    }
  mprotect (stack.ss_sp, size, PROT_READ | PROT_WRITE);
  sigaltstack (&stack, NULL);
  sigaction (SIGUSR1, &action, NULL);
  for (i = 0; i < 10; i++)
    raise (SIGUSR1);
  printf ("%d %d\n", sum, handled);
  return 0;
}
