/* pupc_control on several threads, each with its own context.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-pthread" } */

#include <pthread.h>
#include <pupc.h>
#include <stdint.h>
#include "test.h"

KEEP void *
body (void *argument)
{
  (void) argument;
  pupc_control (1);
  return (void *) (intptr_t) (pupc_control (1) != 1);
}

int
main (void)
{
  pthread_t thread[4];
  int i, bad = 0;

  for (i = 0; i < 4; i++)
    pthread_create (&thread[i], 0, body, 0);
  for (i = 0; i < 4; i++)
    {
      void *result;

      pthread_join (thread[i], &result);
      bad += result != 0;
    }
  return bad;
}
