/* The strictest sandbox there is: read, write, and the end of the thread.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-not-emulated "no seccomp" } */
/* { dg-status 4 } */

#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include "ways.h"

int
main (void)
{
  static char text[100];
  int i, sum = 0;

  free (malloc (10));
  if (prctl (PR_SET_SECCOMP, SECCOMP_MODE_STRICT, 0, 0, 0))
    UNSUPPORTED ("no seccomp");
  for (i = 0; i < 1000; i++)
    sum += deep (20, leaf);
  sum += deep (20000, leaf);
  free (malloc (100));
  i = snprintf (text, sizeof text, "%d\n", sum);
  /* exit_group, which exit calls, is forbidden.  */
  syscall (SYS_exit, write (1, text, i) == i ? 4 : 5);
  return 6;
}
