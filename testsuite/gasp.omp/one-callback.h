/* one-callback.h - a tool for OMPT that wants one callback or two.

   SPDX-License-Identifier: Apache-2.0

   Its user has defined EVENT, and CALLBACK as a function; and EVENT_2 and
   CALLBACK_2, if it wants another.  */

static int
begin (ompt_function_lookup_t lookup, int device, ompt_data_t *data)
{
  ompt_set_callback_t set = (ompt_set_callback_t) lookup ("ompt_set_callback");
  (void) device, (void) data;
  set (EVENT, (ompt_callback_t) CALLBACK);
#ifdef EVENT_2
  set (EVENT_2, (ompt_callback_t) CALLBACK_2);
#endif
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
