/* omp-tool.c - a tool for OMPT that asks for everything and does nothing.

   SPDX-License-Identifier: Apache-2.0  */

#include <omp-tools.h>

static void
nothing (void)
{
}

static int
initialize (ompt_function_lookup_t lookup, int device, ompt_data_t *data)
{
  ompt_set_callback_t set = (ompt_set_callback_t) lookup ("ompt_set_callback");
  (void) device, (void) data;
  for (int event = ompt_callback_thread_begin; event <= ompt_callback_error;
       event++)
    if (event != ompt_callback_control_tool)
      set (event, nothing);
  return 1;
}

static void
finalize (ompt_data_t *data)
{
  (void) data;
}

ompt_start_tool_result_t *
ompt_start_tool (unsigned int version, const char *runtime)
{
  static ompt_start_tool_result_t result = { initialize, finalize, { 0 } };
  (void) version, (void) runtime;
  return &result;
}
