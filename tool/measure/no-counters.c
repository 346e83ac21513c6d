/* no-counters.c - in place of papi.c and counters.c where the recorder is built
   without PAPI.

   SPDX-License-Identifier: Apache-2.0  */

#include "measure/counting.h"
#include "ground/message.h"
#include "record/place.h"
#include "values.h"
#include "measure/with-papi.h"
#ifndef WITH_PAPI

static const char reason[] = "this tool was built without PAPI";

bool
gasp_tool_papi_load (const char *setting)
{
  gasp_tool_say ("%s: %s; going on with time", setting, reason);
  return false;
}

const char *
gasp_tool_papi_version (void)
{
  return "without PAPI";
}

static bool asked;

void
gasp_tool_counters_init (void)
{
  const char *counters = gasp_tool_setting (GASP_COUNTERS_SETTING);
  const char *sample = gasp_tool_setting (GASP_SAMPLE_SETTING);
  if (gasp_is_sample_word (sample))
    sample = "";
  asked = *counters || *sample;
  if (asked)
    gasp_tool_papi_load (*counters ? "GASP_COUNTERS" : "GASP_SAMPLE");
}

void
gasp_tool_counters_describe (void)
{
  if (asked)
    gasp_tool_note ("no counters: this tool was built without PAPI");
}

void
gasp_tool_counters_begin (gasp_context_t context)
{
  (void) context;
}

void
gasp_tool_counters_end (gasp_context_t context)
{
  (void) context;
}

void
gasp_tool_counters_fork (void)
{
}

void
gasp_tool_counters_read (gasp_context_t context)
{
  (void) context;
}

uint64_t
gasp_tool_papi_real (void)
{
  return 0;
}

uint64_t
gasp_tool_papi_virtual (void)
{
  return 0;
}

#endif /* !WITH_PAPI */
