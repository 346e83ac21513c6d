/* Without -fupc-berkeley, what UPC 1.0 calls its statements is nobody's name, and
   nothing of Berkeley's is there.

   SPDX-License-Identifier: Apache-2.0

   { dg-options "-Wall -Wextra -Werror" }
   { dg-threads 1 2 4 }  */

#include <upc.h>
#include <upc_relaxed.h>
#include "check.h"

#if defined __BERKELEY_UPC_RUNTIME__ || defined BUPC_COMPLETE_HANDLE
#error Berkeley
#endif

static int barrier, fence;
static int notify (int wait) { return wait + 1; }
static void wait (int *poll) { *poll = 2; }

static int
forall (int bupc_poll, int upc_poll, int last)
{
  return bupc_poll + upc_poll + last;
}

int
main (void)
{
  int poll = 0;
  wait (&poll);
  forall (1, 2, 3);
  barrier = forall (poll, 1, 2);
  notify (barrier);
  fence = notify (barrier);
  return barrier != 5 || fence != 6;
}
