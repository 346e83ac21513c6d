/* strict.h - a program in the strictest sandbox there is.

   SPDX-License-Identifier: Apache-2.0

   Who includes it defines CONFINE: go there; not 0 if that is not possible.  */

#include <linux/seccomp.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include "ways.h"

int
main (void)
{
  static char text[100];
  static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
  static sem_t semaphore;
  int i, sum = 0;

  free (malloc (10));
  if (CONFINE)
    UNSUPPORTED ("no seccomp");
  for (i = 0; i < 1000; i++)
    sum += deep (20, leaf);
  sum += deep (20000, leaf);
  free (malloc (100));
  /* Nobody waits for these.  */
  pthread_cond_signal (&condition);
  sem_post (&semaphore);
  i = snprintf (text, sizeof text, "%d\n", sum);
  /* exit_group, which exit calls, is forbidden.  */
  syscall (SYS_exit, write (1, text, i) == i ? 4 : 5);
  return 6;
}
