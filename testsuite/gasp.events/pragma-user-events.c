/* #pragma pupc off does not touch user events or control.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-exit-event no } */

#include <pupc.h>

#pragma pupc off

int
main (void)
{
  unsigned int event;

#pragma pupc off
  event = pupc_create_event ("event", 0);
  pupc_event_start (event);
  pupc_control (0);
  pupc_event_end (event);
  return 0;
}

/* EVENTS:
     0 = gasp_create_event
     0 + event
     0 = gasp_control 0
     0 - event
   END  */
/* EVENTS:
     0 = gasp_create_event
     0 + event
     0 = gasp_control 0
     0 - event
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
