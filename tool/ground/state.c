/* state.c - what all of the recorder knows of the process.

   SPDX-License-Identifier: Apache-2.0  */

#include "ground/state.h"

char *gasp_tool_base;
bool gasp_tool_direct, gasp_tool_observes, gasp_tool_traces;
bool gasp_tool_is_refused;
bool gasp_tool_sandboxed, gasp_tool_may_be_sandboxed, gasp_tool_without_clock;
struct _gasp_context_S *gasp_tool_contexts;
unsigned int gasp_tool_unloads;
__thread const char *gasp_tool_in_allocation;
__thread size_t *gasp_tool_until_sample;
uint64_t (*gasp_tool_clock_read) (void);
double gasp_tool_budget;
bool gasp_tool_is_limited, gasp_tool_samples_alone;
