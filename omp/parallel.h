/* parallel.h - parallel regions.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef GASP_OMP_PARALLEL_H
#define GASP_OMP_PARALLEL_H

#include "state.h"

#pragma GCC visibility push (hidden)

/* Whether constructs may be cancelled in this process.  */
extern bool gasp_omp_cancellable (void);

#pragma GCC visibility pop

#endif /* GASP_OMP_PARALLEL_H */
