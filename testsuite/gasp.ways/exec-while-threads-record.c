/* A thread executes the program anew while others are in the midst of calls.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-pthread" } */
/* { dg-status 5 } */

#include <pthread.h>
#include "ways.h"

KEEP static void *
busy (void *argument)
{
  for (;;)
    free (malloc (work (100) % 100));
  return argument;
}

KEEP static void *
body (void *argument)
{
  char *again[] = { argument, "again", NULL };

  usleep (20000);
  execv (argument, again);
  return NULL;
}

int
main (int argc, char **argv)
{
  pthread_t thread[3];
  int i;

  if (argc > 1)
    return printf ("%d\n", work (1000)) ? 5 : 6;
  for (i = 0; i < 3; i++)
    pthread_create (&thread[i], NULL, i < 2 ? busy : body, argv[0]);
  pthread_join (thread[2], NULL);
  return 1;
}
