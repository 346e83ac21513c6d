/* load-values.c - figures of a record, none of which is trusted.  See load.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "model/loading/load.h"

/* Returns DURATION, or 0 if it is 30 years or more: then it comes of
   damage.  */
double
plausible (double duration)
{
  return duration < 1e18 ? duration : 0;
}

uint32_t
known_place_of (const struct loading *loading, gasp_record_ref ref)
{
  uint64_t number = record_number (&loading->record, GASP_RECORD_PLACES, ref);
  return number < loading->place_count ? loading->places[number] : NO_NODE;
}

double
duration_of (const struct loading *loading, uint64_t ticks)
{
  return plausible ((double) ticks * loading->ns_per_tick);
}
