/* pthread_exit.c - a thread that ends itself, which is not reported.

   SPDX-License-Identifier: Apache-2.0

   See longjmp.c.  */

#include "entry/raise.h"
#include "process/defer.h"

static void
exit_thread (void *result, int unused)
{
  (void) unused;
  pthread_exit (result);
}

void
__gasp_pthread_exit (void *result)
{
  gasp_defer_jump (exit_thread, result, 0, ~0ul);
  pthread_exit (result);
}
