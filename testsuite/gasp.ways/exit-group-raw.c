/* The process ends by a system call of its own.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-pthread" } */
/* { dg-status 21 } */

#include <pthread.h>
#include <sys/syscall.h>
#include "ways.h"

KEEP static void *
busy (void *argument)
{
  for (;;)
    work (100);
  return argument;
}

KEEP static int
finish (int n)
{
  return syscall (SYS_exit_group, 21 + n);
}

int
main (void)
{
  pthread_t thread;

  pthread_create (&thread, NULL, busy, NULL);
  usleep (10000);
  return deep (10, finish);
}
