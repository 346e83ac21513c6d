/* tr.h - tools for the report of 2015.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef GASP_OMP_TR_H
#define GASP_OMP_TR_H

#include <omp-tools.h>

#pragma GCC visibility push (hidden)

/* Asks such a tool, by its function ompt_tool, whether it wants to be
   started: null if not; else it is a tool for 5.2 from now on, for the first
   consumer.  */
extern ompt_start_tool_result_t *gasp_omp_tr_start (void *ompt_tool);

#pragma GCC visibility pop

#endif /* GASP_OMP_TR_H */
