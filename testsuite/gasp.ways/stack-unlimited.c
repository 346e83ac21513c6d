/* No limit of the stack, which changes where everything is mapped; and addresses
   that are not random.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-pthread" } */

#include <pthread.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include "ways.h"

KEEP static int
down (int n)
{
  char place[256];
  int result = n ? down (n - 1) : 1;

  memset (place, result, sizeof place);
  return result + place[n & 255];
}

KEEP static void *
body (void *argument)
{
  *(int *) argument = down (100);
  return argument;
}

int
main (int argc, char **argv)
{
  char *nothing[] = { NULL };
  struct rlimit limit = { RLIM_INFINITY, RLIM_INFINITY };
  pthread_t thread;
  int n;

  if (argc == 1)
    {
      if (setrlimit (RLIMIT_STACK, &limit))
	UNSUPPORTED ("there is a limit");
      personality (ADDR_NO_RANDOMIZE);
      again_in (nothing);
    }
  pthread_create (&thread, NULL, body, &n);
  pthread_join (thread, NULL);
  printf ("%d %d %d\n", n, down (60000), argv[2] != NULL);
  return 0;
}
