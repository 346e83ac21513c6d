/* parallel.h - parallel regions.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "state.h"

#pragma GCC visibility push (hidden)

/* 1 if cancellation is enabled, which does not change while the process runs;
   else 0; -1: not known yet.  */
extern signed char gasp_omp_cancellation;
extern bool gasp_omp_ask_cancellation (void);

static inline bool
gasp_omp_cancellable (void)
{
  signed char cancellation = gasp_omp_cancellation;
  return likely (cancellation >= 0) ? cancellation
				    : gasp_omp_ask_cancellation ();
}

#pragma GCC visibility pop
