/* All memory locked, now and later, with a limit to that.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-pthread" } */

#include <pthread.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include "ways.h"

KEEP static void *
body (void *argument)
{
  free (malloc (work (100)));
  return argument;
}

int
main (void)
{
  struct rlimit limit = { 256 << 20, 256 << 20 };
  pthread_attr_t attributes;
  pthread_t thread;

  work (10);
  setrlimit (RLIMIT_MEMLOCK, &limit);
  printf ("locked %d\n", mlockall (MCL_CURRENT | MCL_FUTURE));
  pthread_attr_init (&attributes);
  pthread_attr_setstacksize (&attributes, 65536);
  printf ("thread %d\n", pthread_create (&thread, &attributes, body, NULL));
  pthread_join (thread, NULL);
  printf ("%d\n", work (1000));
  return 0;
}
