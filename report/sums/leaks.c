/* leaks.c - list what processes have not freed, by call path.  See figures.h.

   SPDX-License-Identifier: Apache-2.0

   Records have it for each thread; a path that several threads of a process
   took is one row.  */

#include "sums/figures.h"
#include "base/order.h"
#include "model/roles.h"

#include <stdlib.h>
#include <string.h>

ORDER (by_path, struct leak_row, RISING (place) TEXT (path))

/* Adds ROW to SUM, which has the same path in the same process.  */
static void
add_leaks (void *sum, const void *row)
{
  struct leak_row *all = sum;
  const struct leak_row *leak = row;
  all->blocks += leak->blocks;
  all->bytes += leak->bytes;
  all->variance += leak->variance;
  if (all->thread != leak->thread)
    all->thread = SEVERAL_THREADS;
  free ((char *) leak->path);
}

bool
is_of_runtime (const struct report *report, const struct process *process,
	       const struct tree *tree, uint32_t node)
{
  const char *name = process->peers.rank_name;
  for (; name && node != NO_NODE; node = tree->nodes[node].parent)
    {
      const struct place *place
	= &report->profile.places[tree->nodes[node].place];
      const char *rank = place->kind == PLACE_EVENT ? rank_of_tag (place->tag)
			 : NULL;
      if (place->kind == PLACE_FUNCTION || (rank && !strcmp (rank, name)))
	return place->kind == PLACE_EVENT;
    }
  return false;
}

/* Returns a row of LEAK, a leak of PROCESS.  */
static struct leak_row
row_of_leak (const struct report *report, const struct process *process,
	     const struct leak *leak)
{
  struct leak_row row = {
    .process = process, .place = NO_NODE, .function = NO_NODE,
    .thread = UNKNOWN_THREAD, .blocks = leak->blocks, .bytes = leak->bytes,
    .variance = leak->variance
  };
  if (leak->thread == NO_NODE || leak->node == NO_NODE)
    {
      row.path = copy_string ("");
      return row;
    }
  const struct thread *thread
    = report->profile.threads[process->first_thread + leak->thread];
  row.thread = (int32_t) thread->number;
  row.place = thread->tree.nodes[leak->node].place;
  row.function = function_of (report, &thread->tree, leak->node);
  row.is_own
    = is_of_runtime (report, process, &thread->tree, leak->node);
  row.path = path_text (report, &thread->tree, leak->node);
  return row;
}

void
list_leaks (struct report *report, const struct process *process)
{
  size_t first = report->leak_count;
  for (size_t i = 0; i < process->leak_count; i++)
    {
      const struct leak *leak = &process->leaks[i];
      if (!is_wanted_at (report, process, leak->thread, leak->node))
	continue;
      ONE_MORE (report->leaks, report->leak_count, report->leak_room)
	= row_of_leak (report, process, leak);
    }
  report->leak_count = first + JOIN (report->leaks + first,
				     report->leak_count - first, by_path,
				     add_leaks);
}
