/* counting.h - counters and sampling.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stdbool.h>
#include <stdint.h>
#include "gasp_gcc.h"

#pragma GCC visibility push (hidden)

extern void gasp_tool_counters_init (void);
/* Describes the counters, after the record has been created.  */
extern void gasp_tool_counters_describe (void);
extern void gasp_tool_counters_begin (gasp_context_t context);
extern void gasp_tool_counters_end (gasp_context_t context);
/* Forgets counters that cannot be read in the child of a fork.  */
extern void gasp_tool_counters_fork (void);
extern void gasp_tool_counters_read (gasp_context_t context);
extern uint64_t gasp_tool_papi_real (void);
extern uint64_t gasp_tool_papi_virtual (void);
/* Returns "PAPI 7.0.0", "without PAPI".  */
extern const char *gasp_tool_papi_version (void);
/* Returns whether there is one, after it has been loaded.  */
extern bool gasp_tool_papi_load (const char *setting);

#pragma GCC visibility pop
