/* Arguments of user events are evaluated once, in instrumented code.

   SPDX-License-Identifier: Apache-2.0  */

#include <pupc.h>

int
main (void)
{
  unsigned int event = pupc_create_event ("event", "%d");
  int n = 0;

  pupc_event_start (event, ++n);
  pupc_event_end (event, ++n);
  pupc_event_atomic (event, ++n);
  return n - 3;
}
