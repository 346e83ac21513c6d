/* attach.h - begin and end to measure while the program runs.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stdbool.h>

#pragma GCC visibility push (hidden)

/* Enables gasp attach from now on.  */
extern void gasp_attach_prepare (void);
extern void gasp_attach_fork_child (void);

/* Goes from STATE to NEXT; returns false if the attachment is not in STATE.  */
extern bool gasp_attach_go_on (int next, int state);

/* Makes all sites active, or dormant; returns GASP_ATTACH_DONE or _NO_CODE.  */
extern int gasp_attach_switch (bool on);
extern void gasp_attach_make_dormant (void);

/* Gives up if the tool was being loaded.  */
extern void gasp_attach_abandon (void);

#pragma GCC visibility pop
