/* paths.c - what the recorder does for a path; see paths.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "stack/paths.h"

/* The distance between two paths in a log is counted in these.  */
_Static_assert (sizeof (struct gasp_gcc_path)
		% (1 << GASP_GCC_LOG_DISTANCE_SHIFT) == 0, "gasp_gcc_path");

void
gasp_decide (void *path, void *context)
{
  if (gasp_recorder.decide)
    gasp_recorder.decide (context, path);
}

void
gasp_visit (void *path, void *context)
{
  if (gasp_recorder.visit)
    gasp_recorder.visit (context, path);
}

void
gasp_is_due (void *path, void *context)
{
  if (gasp_recorder.due)
    gasp_recorder.due (context, path);
}

void
gasp_log_started (void *path, void *context)
{
  gasp_recorder.log (context, path, GASP_START);
}

void
gasp_log_ended (void *path, void *context)
{
  gasp_recorder.log (context, path, GASP_END);
}

void
gasp_pop (struct gasp_thread *thread)
{
  pop_any (thread);
}
