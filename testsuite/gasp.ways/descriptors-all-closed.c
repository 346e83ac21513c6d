/* A program that closes all files there might be, then all again, and uses their
   numbers for its own.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-pthread" } */

#include <fcntl.h>
#include <pthread.h>
#include "ways.h"

KEEP static void *
body (void *argument)
{
  work (100);
  free (malloc (1000));
  return argument;
}

int
main (void)
{
  pthread_t thread;
  int i, fd, sum = 0;
  char name[] = "/tmp/gasp-waysXXXXXX";
  struct { int a, b; } pair = { 1, 2 }, back;

  work (10);
  for (i = 3; i < 1024; i++)
    close (i);
  fd = mkstemp (name);
  unlink (name);
  printf ("first %d\n", fd);
  for (i = 4; i < 200; i++)
    dup2 (fd, i);
  sum = all_paths (13);
  pthread_create (&thread, NULL, body, NULL);
  pthread_join (thread, NULL);
  printf ("size %ld\n", (long) lseek (fd, 0, SEEK_END));
  if (write (fd, &pair, sizeof pair) != sizeof pair
      || pread (fd, &back, sizeof back, 0) != sizeof back)
    return 2;
  closefrom (3);
  printf ("%d %d %d\n", sum, back.a, back.b);
  return 0;
}
