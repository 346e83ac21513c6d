/* The only thread there has ever been has cancelled itself: that takes effect
   where the program comes to a cancellation point, not in a tool's callback.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-pthread" } */

#include <pthread.h>
#include <stdlib.h>
#include "test.h"

static int done;

KEEP void
handler (void *argument)
{
  (void) argument;
  exit (done == 100 ? 0 : 1);
}

KEEP void
work (void)
{
  done++;
}

int
main (void)
{
  pthread_cleanup_push (handler, NULL);
  pthread_cancel (pthread_self ());
  for (int i = 0; i < 100; i++)
    {
      work ();
      free (malloc (10));
    }
  pthread_testcancel ();
  pthread_cleanup_pop (0);
  return 2;
}
