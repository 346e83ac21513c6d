/* tr.h - tools for the report of 2015.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <omp-tools.h>

#pragma GCC visibility push (hidden)

/* Asks such a tool, by its function ompt_tool, whether it wants to be
   started: null if not; else it is a tool for 5.2 from now on, for the first
   consumer.  */
extern ompt_start_tool_result_t *gasp_omp_tr_start (void *ompt_tool);

/* Returns the number of DATA's object, which gets one now if it has none; 0 if
   DATA is null.  */
typedef uint64_t tr_id;
extern tr_id gasp_omp_tr_id (ompt_data_t *data);
/* Returns a region's number, 0 outside of all parallel regions, and of
   teams.  */
extern tr_id gasp_omp_tr_region (ompt_data_t *data);

/* Returns the inquiry function NAME, or null (tr-inquire.c).  */
extern ompt_interface_fn_t gasp_omp_tr_inquiry (const char *name);

#pragma GCC visibility pop
