/* What a program sees of itself: descriptors, threads, signals, the break.

   SPDX-License-Identifier: Apache-2.0  */

#include <dirent.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include "ways.h"

KEEP static int
entries (const char *name)
{
  DIR *directory = opendir (name);
  int n = 0;

  while (directory && readdir (directory))
    n++;
  if (directory)
    closedir (directory);
  return n;
}

int
main (void)
{
  struct sigaction action;
  sigset_t set;
  char *first;
  int i, n = 0;

  work (100);
  printf ("files %d, threads %d\n", entries ("/proc/self/fd"),
	  entries ("/proc/self/task"));
  for (i = 1; i < 65; i++)
    n += sigaction (i, NULL, &action) == 0 && action.sa_handler != SIG_DFL;
  sigprocmask (SIG_BLOCK, NULL, &set);
  for (i = 1; i < 65; i++)
    n += sigismember (&set, i) == 1;
  printf ("signals %d\n", n);
  sbrk (0);
  first = sbrk (4096);
  work (1000);
  printf ("break moved %ld\n", (long) ((char *) sbrk (4096) - first));
  printf ("children %d\n", wait (NULL));
  printf ("no threads: %d\n", geteuid () ? 0 : leaf (-1));
  return 0;
}
