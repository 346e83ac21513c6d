/* inlined.c - which recorded function is inlined where a sample was taken.  See
   load.h.

   SPDX-License-Identifier: Apache-2.0

   addresses.c -> inlined.c -> load-samples.c.

   Functions compiled in source mode are recorded where they are inlined, too,
   but the table of symbols has only the one that they are inlined into.  Debug
   information says which line each begins at, as records do.  */

#include "model/addresses.h"
#include "model/loading/load.h"

#include <stdlib.h>
#include <string.h>

bool
has_inlined (const struct loading *loading)
{
  for (uint64_t i = 0; i < loading->place_count; i++)
    if (loading->is_source[i])
      return true;
  return false;
}

/* Returns the place of the recorded FUNCTION, or NO_NODE.  */
static uint32_t
recorded (const struct loading *loading, const struct code_function *function)
{
  for (uint64_t i = 0; i < loading->place_count; i++)
    if (loading->is_source[i]
	&& begins_at (&loading->profile->places[loading->places[i]],
		      function->file, function->line))
      return loading->places[i];
  return NO_NODE;
}

uint32_t
inlined_at (const struct loading *loading, uint64_t pc)
{
  if (!has_inlined (loading))
    return NO_NODE;
  size_t count;
  struct code_frame *frames = frames_at (loading->process, pc, &count);
  uint32_t place = NO_NODE;
  /* The last frame is of the symbol.  */
  for (size_t i = 0; i + 1 < count && place == NO_NODE; i++)
    if (frames[i].function)
      place = recorded (loading, frames[i].function);
  free (frames);
  return place;
}
