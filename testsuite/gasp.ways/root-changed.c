/* chroot into an empty directory, then another user for good.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-pthread" } */

#include <pthread.h>
#include <grp.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
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
  pthread_t thread;
  int i, status, sum = 0;

  if (geteuid ())
    UNSUPPORTED ("not root");
  work (10);
  /* It stays in the tests' own directory.  */
  mkdir ("empty", 0700);
  if (chroot ("empty") || chdir ("/"))
    return 2;
  /* All threads have to follow.  */
  pthread_create (&thread, NULL, body, NULL);
  if (setgroups (0, NULL) || setresgid (65534, 65534, 65534)
      || setresuid (65534, 65534, 65534))
    return 3;
  pthread_join (thread, NULL);
  prctl (PR_SET_DUMPABLE, 0);
  sum = all_paths (13);
  if (fork () == 0)
    _exit (work (3));
  wait (&status);
  printf ("%d %d %d\n", sum, WEXITSTATUS (status), geteuid ());
  return 0;
}
