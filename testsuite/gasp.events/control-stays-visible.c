/* Measurement control is the tool's business: it gets all events all the same.

   SPDX-License-Identifier: Apache-2.0  */

#include <pupc.h>
#include "test.h"

KEEP void
work (void)
{
  MORE;
}

int
main (void)
{
  pupc_control (0);
  work ();
  pupc_control (1);
  work ();
  return 0;
}

/* EVENTS:
     0 + main
     0 = gasp_control 0
     0 + work
     0 - work
     0 = gasp_control 1
     0 + work
     0 - work
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
