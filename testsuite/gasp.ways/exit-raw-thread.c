/* The main thread ends by a system call of its own; another goes on.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-pthread" } */
/* { dg-status 17 } */

#include <pthread.h>
#include <sys/syscall.h>
#include "ways.h"

KEEP static void *
body (void *argument)
{
  usleep (20000);
  printf ("%d\n", work (100));
  exit (17);
  return argument;
}

KEEP static int
finish (int n)
{
  return syscall (SYS_exit, n);
}

int
main (void)
{
  pthread_t thread;

  pthread_create (&thread, NULL, body, NULL);
  return deep (10, finish);
}
