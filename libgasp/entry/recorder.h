/* recorder.h - what function and allocation events go to.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef GASP_RECORDER_H
#define GASP_RECORDER_H

#include "base/state.h"

#pragma GCC visibility push (hidden)

/* Before the first event: unless a tool has one, let there be the recorder that
   calls gasp_event_notify.  */
extern void gasp_recorder_prepare (void);
/* From now on events go nowhere.  */
extern void gasp_silence (void);

#pragma GCC visibility pop

#endif /* GASP_RECORDER_H */
