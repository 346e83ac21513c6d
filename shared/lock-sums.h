/* lock-sums.h - a thread adds up how long it waits for locks, or has them.

   SPDX-License-Identifier: Apache-2.0

   Where, the tool has said: OpenMP's layer and UPC's runtime use this in place
   of events.  */

#pragma once

#include "gasp_gcc.h"

static inline void
add_lock_time (struct gasp_gcc_lock_sums *sums, gasp_gcc_word time)
{
  sums->count++;
  sums->time += time;
  if (time > sums->longest)
    sums->longest = time;
}
