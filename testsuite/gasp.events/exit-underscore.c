/* _exit: a noncollective exit; nothing follows it.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-status 6 } */

#include <stdlib.h>
#include <unistd.h>
#include "test.h"

KEEP void
leave (void)
{
  _exit (6);
}

int
main (void)
{
  leave ();
  return 0;
}

/* EVENTS:
     0 + main
     0 + leave
     0 . noncollective_exit 6 @14:3
   END  */
