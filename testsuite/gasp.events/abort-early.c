/* abort in a constructor.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-status SIGABRT } */

#include <stdlib.h>
#include "test.h"

KEEP void
leave (void)
{
  abort ();
}

__attribute__ ((constructor)) static void
early (void)
{
  leave ();
  MORE;
}

int
main (void)
{
  return 0;
}

/* EVENTS:
     0 + early
     0 + leave
     0 . noncollective_exit 134
   END  */
