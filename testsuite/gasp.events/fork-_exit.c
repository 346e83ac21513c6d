/* fork and _exit, as careful programs do it.

   SPDX-License-Identifier: Apache-2.0  */

#include <sys/wait.h>
#include <unistd.h>
#include "test.h"

KEEP int
split (void)
{
  int status;
  pid_t pid = fork ();

  if (pid == 0)
    _exit (3);
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
     1.0 . noncollective_exit 3 @16:5
     0 - split
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
