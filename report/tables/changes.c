/* changes.c - what changed, for a person.  See compare.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "tables/compare.h"
#include "base/arena.h"

#include <math.h>

bool
is_of_lower_bounds (const struct change *change)
{
  return change->noise > UNKNOWN_ERROR / 100;
}

size_t
count_beyond (const struct comparison *result)
{
  size_t count = 0;
  for (size_t i = result->firsts[CHANGED_FUNCTION];
       i < result->firsts[CHANGE_KINDS]; i++)
    count += result->changes[i].beyond;
  return count;
}

bool
is_guessed (const struct comparison *result)
{
  return result->old_count < 3 || result->new_count < 3;
}

const char *
side_text (const char *name, const struct report *report)
{
  const struct process *p = first_process (report);
  return arena_print ("%s: %s on %s, %zu process%s", name,
		      *p->arguments ? p->arguments : p->program,
		      hosts_text (report), report->process_count,
		      report->process_count == 1 ? "" : "es");
}

double
change_percent (const struct change *change)
{
  return change->old ? 100 * (change->new - change->old) / fabs (change->old)
	 : change->new > 0 ? INFINITY : change->new < 0 ? -INFINITY : 0;
}

const char *
change_text (const struct change *change, double value)
{
  return arena_copy (change->type == CELL_TIME ? time_text (value)
		     : change->type == CELL_BYTES ? bytes_text (value)
		     : count_text (value));
}
