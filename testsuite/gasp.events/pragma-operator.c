/* _Pragma does what #pragma does, also in a macro.

   SPDX-License-Identifier: Apache-2.0  */

#include <stdlib.h>
#include "test.h"

#define OFF _Pragma ("pupc off")
#define QUIETLY(statement) do { OFF statement; } while (0)

void *kept;

KEEP void
work (void)
{
  QUIETLY (kept = malloc (1));
  kept = malloc (2);
  OFF
  kept = malloc (3);
  _Pragma ("pupc on")
  kept = malloc (4);
}

int
main (void)
{
  work ();
  return 0;
}

/* EVENTS:
     0 + main
     0 + work
     0 + malloc 2
     0 - malloc 2 *
     0 + malloc 4
     0 - malloc 4 *
     0 - work
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
