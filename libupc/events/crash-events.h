/* crash-events.h - the event of a thread that dies.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

/* Has it raised from now on.  */
extern void upc_note_crashes (void) __attribute__ ((visibility ("hidden")));
