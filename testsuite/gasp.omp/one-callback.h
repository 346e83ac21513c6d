/* one-callback.h - a tool for OMPT that wants one callback.

   SPDX-License-Identifier: Apache-2.0

   Its user has defined EVENT, and CALLBACK as a function.  */

static int
begin (ompt_function_lookup_t lookup, int device, ompt_data_t *data)
{
  ompt_set_callback_t set = (ompt_set_callback_t) lookup ("ompt_set_callback");
  (void) device, (void) data;
  set (EVENT, (ompt_callback_t) CALLBACK);
  return 1;
}

static void
end (ompt_data_t *data)
{
  (void) data;
}

ompt_start_tool_result_t *
ompt_start_tool (unsigned int version, const char *runtime)
{
  static ompt_start_tool_result_t result = { begin, end, { 0 } };
  (void) version, (void) runtime;
  return &result;
}
