/* pipes.c - who has the other end of what a process waited to read or write.

   SPDX-License-Identifier: Apache-2.0

   Records have the pipes that processes read and wrote, and those that they
   began with (hash.h).  Before this, load-teams.c; then team-locks.c.  */

#include "base/order.h"
#include "hash.h"
#include "record.h"
#include "sums/figures.h"

#include <stdlib.h>

ORDER (by_pipe, struct pipe_end, RISING (pipe))

/* Adds the ends of pipes that PROCESS has.  */
static void
list_ends_of (struct team_details *d, const struct process *process,
	      const struct thread *first)
{
  for (size_t i = 0; i < COUNT_OF (process->pipes); i++)
    if (process->pipes[i] && first)
      ONE_MORE (d->ends, d->end_count, d->end_room) = (struct pipe_end) {
	process->pipes[i], process, first->number, NO_NODE, 0
      };
  for (size_t i = 0; i < process->tally_count; i++)
    {
      const struct tally *tally = &process->tallys[i];
      if (tally->what == GASP_RECORD_WOKEN && tally->object & GASP_PIPE)
	ONE_MORE (d->ends, d->end_count, d->end_room) = (struct pipe_end) {
	  tally->object, process, tally->thread, tally->place, tally->count
	};
    }
}

void
list_pipe_ends (struct report *report)
{
  const struct profile *profile = &report->profile;
  struct team_details *d = &report->team_details;
  d->end_count = 0;
  for (size_t i = 0; i < profile->process_count; i++)
    {
      const struct process *process = &profile->processes[i];
      list_ends_of (d, process, process->thread_count
		    ? profile->threads[process->first_thread] : NULL);
    }
  SORT (d->ends, d->end_count, by_pipe);
}

const struct pipe_end *
other_pipe_end (const struct report *report, const struct process *process,
		uint64_t pipe)
{
  const struct team_details *d = &report->team_details;
  uint64_t wanted = pipe ^ GASP_PIPE_WRITTEN;
  const struct pipe_end *most = NULL;
  size_t low = 0, high = d->end_count;
  bool are_many = false;
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      if (d->ends[middle].pipe < wanted)
	low = middle + 1;
      else
	high = middle;
    }
  for (; low < d->end_count && d->ends[low].pipe == wanted; low++)
    {
      const struct pipe_end *end = &d->ends[low];
      if (end->process == process)
	continue;
      are_many |= most && most->process != end->process;
      if (!most || end->count > most->count)
	most = end;
    }
  return most && (most->count || !are_many) ? most : NULL;
}
