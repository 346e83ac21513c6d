/* inlined.c - functions that are inlined where a sample was taken.  See load.h.

   SPDX-License-Identifier: Apache-2.0

   addresses.c -> inlined.c -> load-samples.c.

   Functions compiled in source mode are recorded where they are inlined, too,
   but the table of symbols has only the one that they are inlined into.  Debug
   information says which line each begins at, as records do.  In a program that
   is not instrumented, all are of interest but those of system's headers.  */

#include "model/addresses.h"
#include "model/loading/load.h"
#include "base/texts.h"

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

/* Does what name_in_profile does, for null, too, and looks once.  */
static const char *
file_as_known (struct loading *loading, const char *file)
{
  for (size_t i = loading->file_count; i-- > 0;)
    if (loading->files[i].path == file)
      return loading->files[i].known;
  const char *known = file ? name_in_profile (loading->profile, file) : NULL;
  ONE_MORE (loading->files, loading->file_count, loading->file_room)
    = (struct file_name) { file, known };
  return known;
}

uint32_t
place_of_function (struct loading *loading,
		   const struct code_function *function)
{
  return intern_place (loading->profile, &(struct place) {
    .kind = PLACE_FUNCTION, .name = shared_text (function->name),
    .file = file_as_known (loading, function->file), .line = function->line
  });
}

/* Returns the place of the function of FRAME, which is not recorded, or NO_NODE
   if that is a system header's.  Go does not say where what is inlined is
   declared: it is taken to be in the file of its lines.  */
static uint32_t
unrecorded (struct loading *loading, const struct code_frame *frame)
{
  struct code_function function = *frame->function;
  if (!function.file)
    function.file = frame->file;
  return !function.file || is_system_header (function.file) ? NO_NODE
	 : place_of_function (loading, &function);
}

uint32_t *
inlined_at (struct loading *loading, uint64_t pc,
	    const struct code_function **plain, size_t *count)
{
  *count = 0;
  if (!plain && !has_inlined (loading))
    return NULL;
  size_t levels;
  OWNED struct code_frame *frames = frames_at (loading->process, pc, &levels);
  uint32_t *places = allocate (levels, sizeof *places);
  /* The last frame is of the symbol.  */
  for (size_t i = 0; i + 1 < levels; i++)
    {
      const struct code_function *function = frames[i].function;
      places[*count] = !function ? NO_NODE
		       : plain ? unrecorded (loading, &frames[i])
		       : recorded (loading, function);
      *count += places[*count] != NO_NODE;
    }
  if (plain)
    *plain = levels ? frames[levels - 1].function : NULL;
  return places;
}
