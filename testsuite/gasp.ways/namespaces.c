/* Namespaces of its own: users, which only a process of one thread may have, and
   times that begin anew.

   SPDX-License-Identifier: Apache-2.0  */

#include <sched.h>
#include <sys/wait.h>
#include "ways.h"

#ifndef CLONE_NEWTIME
# define CLONE_NEWTIME 0x80
#endif

int
main (void)
{
  FILE *offsets;
  int status;

  work (10);
  if (unshare (CLONE_NEWUSER | CLONE_NEWPID) || unshare (CLONE_NEWTIME))
    UNSUPPORTED ("not allowed");
  offsets = fopen ("/proc/self/timens_offsets", "w");
  if (offsets)
    {
      fputs ("monotonic 86400 0\nboottime 86400 0\n", offsets);
      fclose (offsets);
    }
  if (fork () == 0)
    {
      printf ("%d %d\n", getpid (), work (100));
      exit (3);
    }
  wait (&status);
  printf ("%d\n", WEXITSTATUS (status));
  return 0;
}
