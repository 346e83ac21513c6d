/* main calls itself: the exit begins when the outermost call returns.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-status 3 } */

#include "test.h"

int
main (int argc, char **argv)
{
  if (argc < 10)
    return main (argc + 5, argv) - 1;
  MORE;
  return 5;
}

/* EVENTS:
     0 + main
     0 + main
     0 + main
     0 - main
     0 - main
     0 - main
     0 + collective_exit 3
     0 - collective_exit 3
   END  */
/* { dg-levels -O0 } */
