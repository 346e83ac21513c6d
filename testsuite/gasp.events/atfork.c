/* Instrumented handlers of fork.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-pthread" } */

#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include "test.h"

KEEP void
before (void)
{
  free (malloc (10));
}

KEEP void
in_parent (void)
{
  MORE;
}

KEEP void
in_child (void)
{
  free (malloc (20));
}

int
main (void)
{
  int status;

  pthread_atfork (before, in_parent, in_child);
  if (fork () == 0)
    exit (3);
  wait (&status);
  return WEXITSTATUS (status) - 3;
}

/* { dg-check no } */
/* EVENTS:
     0 + main
     0 + before
     0 + malloc 10
     0 - malloc 10 *
     0 + free *
     0 - free *
     0 - before
     0 + in_parent
     0 - in_parent
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
     1.0 + in_child
     1.0 + malloc 20
     1.0 - malloc 20 *
     1.0 + free *
     1.0 - free *
     1.0 - in_child
     1.0 - main
     1.0 + collective_exit 3
     1.0 - collective_exit 3
   END  */
