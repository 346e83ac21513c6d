/* recorder.h - what function and allocation events go to.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "base/state.h"

#pragma GCC visibility push (hidden)

/* Makes the recorder that calls gasp_event_notify the tool's, unless it has
   one, before the first event.  */
extern void gasp_recorder_prepare (void);
/* Drops all events from now on.  */
extern void gasp_silence (void);

#pragma GCC visibility pop
