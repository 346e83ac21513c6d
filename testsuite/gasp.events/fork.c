/* fork: the child goes on inside what its parent had begun.

   SPDX-License-Identifier: Apache-2.0  */

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include "test.h"

KEEP int
in_child (void)
{
  MORE;
  return 3;
}

KEEP int
split (void)
{
  int status;
  pid_t pid = fork ();

  if (pid == 0)
    exit (in_child ());
  waitpid (pid, &status, 0);
  return WEXITSTATUS (status);
}

int
main (void)
{
  return split () - 3;
}

/* EVENTS:
     0 + main
     0 + split
     1.0 + in_child
     1.0 - in_child
     1.0 - split
     1.0 - main
     1.0 + collective_exit 3
     1.0 - collective_exit 3
     0 - split
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
