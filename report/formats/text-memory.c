/* text-memory.c - the processes' memory, for a terminal.  See text.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "base/arena.h"
#include "base/order.h"
#include "formats/text.h"

#include <math.h>
#include <stdlib.h>

/* Writes what is not quite as it ought to be with the figures of P's
   memory.  */
static void
write_memory_limits (FILE *out, const struct process *p)
{
  if (p->memory_is_sampled && p->sampled_since > 0)
    fprintf (out, "  estimated from samples after the first %s; exact until "
	     "then\n", time_text (p->sampled_since));
  else if (p->memory_is_sampled)
    fputs ("  estimated from samples\n", out);
  if (p->allocations_until > 0)
    fprintf (out, "  known only of what was allocated in the first %s%s: the "
	     "budget allowed no more\n", time_text (p->allocations_until),
	     p->sees_all ? "" : ", and freed in them");
  if (p->untracked_blocks)
    fprintf (out, "  %s more blocks were not tracked: the record was full\n",
	     count_text ((double) p->untracked_blocks));
  if (p->unknown_frees)
    fprintf (out, "  %s block%s freed whose allocation was not seen\n",
	     count_text ((double) p->unknown_frees),
	     p->unknown_frees == 1 ? " was" : "s were");
}

/* Writes so many BYTES and BLOCKS, marked by SIGN, with the ERROR of the bytes
   unless that is 0.  */
static void
write_blocks (FILE *out, const char *sign, uint64_t bytes, uint64_t blocks,
	      double error)
{
  fprintf (out, "%s%s", sign, bytes_text ((double) bytes));
  if (error > 0)
    fprintf (out, " %s %s", error_sign (), bytes_text (error));
  fprintf (out, " in %s%s block%s", *sign == *ESTIMATE_SIGN ? sign : "",
	   count_text ((double) blocks), plural_of ((size_t) blocks));
}

/* Writes what the allocation events of process P come to.  */
static void
write_memory (FILE *out, const struct process *p)
{
  fputs ("peak ", out);
  write_blocks (out, p->allocations_until > 0 ? least_sign ()
		     : p->peak_variance > 0 ? ESTIMATE_SIGN : "",
		p->peak_bytes, p->peak_blocks, error_of (p->peak_variance));
  if (p->peak_time > 0)
    fprintf (out, " after %s", time_text (p->peak_time));
  fputs ("; ", out);
  write_blocks (out, p->memory_is_sampled ? ESTIMATE_SIGN : "", p->live_bytes,
		p->live_blocks, error_of (p->live_variance));
  fprintf (out, " %s%s\n", p->is_over ? "not freed at the end" : "live",
	   p->resident ? arena_print ("; %s resident at most",
				      bytes_text ((double) p->resident)) : "");
  uint64_t by_others = (uint64_t) fmin (round (p->library_blocks),
					(double) p->live_blocks);
  if (by_others)
    {
      fputs ("  ", out);
      write_blocks (out, p->memory_is_sampled ? ESTIMATE_SIGN : "",
		    (uint64_t) fmin (p->library_bytes, (double) p->live_bytes),
		    by_others, 0);
      fprintf (out, " of that %s allocated by code that is not instrumented\n",
	       by_others == 1 ? "was" : "were");
    }
  write_memory_limits (out, p);
}

static void
write_memory_of (FILE *out, const struct process *p)
{
  fprintf (out, "process %d: ", p->pid);
  write_memory (out, p);
}

/* Adds up what COUNT processes ALL have of memory.  */
static struct process
memory_of_all (const struct process *const *all, size_t count)
{
  struct process sum = { .is_over = true, .sees_all = true };
  for (size_t i = 0; i < count; i++)
    {
      const struct process *p = all[i];
      sum.peak_bytes += p->peak_bytes;
      sum.resident += p->resident;
      sum.peak_blocks += p->peak_blocks;
      sum.peak_variance += p->peak_variance;
      sum.live_bytes += p->live_bytes;
      sum.live_blocks += p->live_blocks;
      sum.live_variance += p->live_variance;
      sum.library_bytes += p->library_bytes;
      sum.library_blocks += p->library_blocks;
      sum.untracked_blocks += p->untracked_blocks;
      sum.unknown_frees += p->unknown_frees;
      sum.is_over &= p->is_over;
      sum.sees_all &= p->sees_all;
      sum.memory_is_sampled |= p->memory_is_sampled;
      sum.allocations_until
	= fmax (sum.allocations_until, p->allocations_until);
    }
  return sum;
}

ORDER_POINTERS (by_falling_peak, struct process, FALLING (peak_bytes)
		THEN (x < y ? -1 : x > y))

/* Returns the processes that have something of memory, *COUNT of them;
   allocated.  */
static const struct process **
list_memory (const struct report *report, size_t *count)
{
  const struct process **all = allocate (report->process_count, sizeof *all);
  *count = 0;
  for (size_t i = 0; i < report->process_count; i++)
    {
      const struct process *p = report->processes[i];
      if (p->peak_bytes || p->unknown_frees || p->untracked_blocks
	  || p->allocations_until > 0)
	all[(*count)++] = p;
    }
  return all;
}

/* If there are more processes, the sum of all is printed, and the largest.  */
enum { MOST_MEMORY = 16, LARGEST_MEMORY = 5 };

void
write_memory_summary (const struct report *report, const struct output *output)
{
  size_t count, most = output->limited ? output->showing.limit : MOST_MEMORY;
  OWNED const struct process **all = list_memory (report, &count);
  size_t shown = most && count > most
		 ? output->limited ? most : LARGEST_MEMORY : count;
  if (count)
    write_title (output->out, "Memory", shown, count);
  if (shown < count)
    {
      struct process sum = memory_of_all (all, count);
      fprintf (output->out, "%zu processes, added up: ", count);
      write_memory (output->out, &sum);
      SORT (all, count, by_falling_peak);
    }
  for (size_t i = 0; i < shown; i++)
    if (report->process_count > 1)
      write_memory_of (output->out, all[i]);
    else
      write_memory (output->out, all[i]);
}
