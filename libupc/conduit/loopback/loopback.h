/* loopback.h - between loopback.c and loopback-net.c.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "conduit/am/am.h"

#pragma GCC visibility push (hidden)

/* Messages through memory that all processes share.  */
extern const struct upc_net upc_loopback_net;
/* Maps that memory, before the processes are made.  */
extern void upc_loopback_map (void);
/* Waits until something may be done: a packet has come for this thread, or is
   left to be sent.  Called without the claim.  */
extern void upc_loopback_wait (void);
/* Returns a thread whose process is gone, and to which this one has sent what
   it has not received; -1 if there is none.  Called with the claim.  */
extern int upc_loopback_lost (void);
/* Ends a wait of this process.  */
extern void upc_loopback_wake (void);

#pragma GCC visibility pop
