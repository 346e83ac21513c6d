/* The first function that a thread enters is entered by its child of vfork.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-pthread" } */

#include <pthread.h>
#include <sys/wait.h>
#include "ways.h"

__attribute__ ((no_instrument_function)) static void *
body (void *sum)
{
  for (int i = 0; i < 20; i++)
    {
      int status;
      pid_t pid = vfork ();
      if (pid == 0)
	{
	  path (6, i);
	  _exit (leaf (i));
	}
      waitpid (pid, &status, 0);
      *(int *) sum += WEXITSTATUS (status);
      /* From now on, functions are entered by the thread itself.  */
      if (i > 9)
	path (6, i);
    }
  return sum;
}

int
main (void)
{
  int sum = 0;

  for (int i = 0; i < 10; i++)
    {
      pthread_t thread;
      path (5, i);
      pthread_create (&thread, NULL, body, &sum);
      pthread_join (thread, NULL);
    }
  printf ("%d\n", sum);
  return 0;
}
