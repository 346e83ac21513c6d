/* User events in C++.

   SPDX-License-Identifier: Apache-2.0  */

#include <pupc.h>

static unsigned int event;

struct scope
{
  scope (int n) { pupc_event_start (event, n); }
  ~scope () { pupc_event_end (event, 9); }
};

int
main ()
{
  event = pupc_create_event ("scope", "%d");
  {
    scope s (5);
  }
  return 0;
}

/* EVENTS emitted -O2 -O3:
     0 + main
     0 = gasp_create_event
     0 + scope "5" @11:19
     0 - scope "9" @12:15
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
