/* abort: a noncollective exit, then the signal.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-status SIGABRT } */

#include <stdlib.h>
#include "test.h"

KEEP void
leave (void)
{
  abort ();
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
     0 . noncollective_exit * @13:3
   END  */
