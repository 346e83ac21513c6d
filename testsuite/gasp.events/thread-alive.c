/* Threads that are busy while the process exits.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-pthread" } */

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include "test.h"

static volatile int running;

KEEP int
leaf (int n)
{
  MORE;
  return n + 1;
}

KEEP void *
body (void *argument)
{
  for (;;)
    {
      free (malloc (leaf (10)));
      running = 1;
    }
  return argument;
}

__attribute__ ((destructor)) static void
last (void)
{
  puts ("last");
}

int
main (void)
{
  pthread_t thread;
  int i;

  for (i = 0; i < 3; i++)
    if (pthread_create (&thread, 0, body, 0))
      return 2;
  while (!running)
    leaf (1);
  return 0;
}

/* { dg-output "last" } */
