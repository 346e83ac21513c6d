/* User events: created, started, ended, atomic, with and without arguments.

   SPDX-License-Identifier: Apache-2.0  */

#include <pupc.h>

int
main (void)
{
  unsigned int plain = pupc_create_event ("plain", 0);
  unsigned int rich = pupc_create_event ("rich", "n=%d s=%s x=%.1f z=%lu");

  pupc_event_start (plain);
  pupc_event_atomic (rich, 42, "text", 2.5, 123456789012ul);
    pupc_event_end (plain);
  return 0;
}

/* EVENTS:
     0 + main
     0 = gasp_create_event
     0 = gasp_create_event
     0 + plain @13:3
     0 . rich "n=42 s=text x=2.5 z=123456789012" @14:3
     0 - plain @15:5
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
/* { dg-levels -O0 -O1 -Og -Os -O2 -O3 -O2,-flto } */
