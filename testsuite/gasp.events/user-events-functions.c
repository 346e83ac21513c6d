/* Each function of pupc.h can be called by its real name, and has an address.

   SPDX-License-Identifier: Apache-2.0  */

/* Here pupc_event_atomic might be a macro: parentheses keep it from that.  */
#include <pupc.h>

int
main (void)
{
  unsigned int (*create) (const char *, const char *) = pupc_create_event;
  unsigned int event = create ("pointed", 0);

  return event == 0;
}
