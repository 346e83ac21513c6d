/* fork in a handler of exit; both go on with exit.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-status 9 } */

#include <sys/wait.h>
#include "ways.h"

static pid_t child = -1;

KEEP static void
first (void)
{
  if (child == 0)
    puts ("child");
  else
    printf ("parent, work %d\n", work (10));
  fflush (stdout);
}

KEEP static void
second (void)
{
  int status = 0;

  fflush (stdout);
  child = fork ();
  if (child > 0)
    {
      waitpid (child, &status, 0);
      printf ("child ended %d\n", WEXITSTATUS (status));
    }
}

int
main (void)
{
  atexit (first);
  atexit (second);
  work (10);
  exit (9);
}
