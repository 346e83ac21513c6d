/* of-memory.c - what stands out of memory.  See findings.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "findings/findings.h"
#include "record.h"

#include <stdlib.h>
#include <string.h>

/* Worth a word: so much of the time, per cent; and memory not freed of so many blocks
   with so many bytes, which are so much of the most that there was at one time.  */
#define ALLOCATING_PERCENT 8
#define LEAST_BLOCKS 10
#define LEAST_BYTES (100 << 10)
#define LEAK_PERCENT 5

static const struct place *
place_at (const struct report *report, const struct process *process, uint32_t thread,
	  uint32_t node)
{
  if (node == NO_NODE)
    return NULL;
  const struct thread *t = report->profile.threads[process->first_thread + thread];
  return &report->profile.places[t->tree.nodes[node].place];
}

bool
find_double_free (const struct report *report, struct finding *finding)
{
  for (size_t i = 0; i < report->frees.count; i++)
    {
      const struct item *item = &report->frees.items[i];
      const struct note *note = &item->process->notes[item->index];
      const struct place *place = place_at (report, item->process, note->thread,
					    note->node);
      if (note->kind != GASP_RECORD_DOUBLE_FREE || !place)
	continue;
      finding->place = (uint32_t) (place - report->profile.places);
      finding->text = print_string ("A block was freed a second time%s; the first time%s.",
				    at_place (report, finding->place),
				    at_place (report, note->earlier));
      return true;
    }
  return false;
}

/* ---- Time  */

/* Returns the site that allocates with the most time, or null.  */
static const struct site *
slowest_site (const struct report *report)
{
  const struct site *most = NULL;
  for (size_t i = 0; i < report->site_count; i++)
    if (allocates (&report->profile.places[report->sites[i].place])
	&& (!most || report->sites[i].time > most->time))
      most = &report->sites[i];
  return most;
}

bool
find_allocating (const struct report *report, struct finding *finding)
{
  const struct site *site = slowest_site (report);
  double variance = 0;
  for (size_t i = 0; i < report->site_count; i++)
    {
      finding->gain += report->sites[i].time;
      variance += report->sites[i].variance;
    }
  if (!site || !site->calls || finding->gain < report->whole * ALLOCATING_PERCENT / 100)
    return false;
  const struct place *place = &report->profile.places[site->place];
  finding->estimated = is_estimate (finding->gain, variance);
  finding->place = place->location ? site->place : site->function;
  finding->text
    = print_string ("%s%s of the time is allocating and freeing: most in %s called by "
		    "%s%s, %s times with %s on the average.",
		    finding->estimated ? ESTIMATE_SIGN : "",
		    share_text (finding->gain, report->whole), place->label,
		    report->profile.places[site->function].label,
		    at_place (report, finding->place), count_text ((double) site->calls),
		    bytes_text ((double) site->bytes / (double) site->calls));
  return true;
}

/* ---- What is not freed  */

/* All of the process that is at the place of LEAK, in the program's code.  */
static struct leak
whole_leak (const struct report *report, const struct item *of)
{
  const struct leak *leak = &of->process->leaks[of->index];
  const struct place *place = place_at (report, of->process, leak->thread, leak->node);
  struct leak sum = { leak->thread, leak->node, 0, 0 };
  for (size_t i = 0; place && place->file && i < report->leaks.count; i++)
    {
      const struct item *item = &report->leaks.items[i];
      const struct leak *other = &item->process->leaks[item->index];
      if (item->process != of->process
	  || place_at (report, item->process, other->thread, other->node) != place)
	continue;
      sum.blocks += other->blocks;
      sum.bytes += other->bytes;
    }
  return sum;
}

bool
find_leak (const struct report *report, struct finding *finding)
{
  struct leak worst = { 0 };
  const struct item *at = NULL;
  for (size_t i = 0; i < report->leaks.count; i++)
    {
      const struct item *item = &report->leaks.items[i];
      if (!item->process->is_over || item->process->leaks[item->index].bytes <= worst.bytes)
	continue;
      struct leak leak = whole_leak (report, item);
      if (leak.blocks < LEAST_BLOCKS || leak.bytes < LEAST_BYTES || leak.bytes <= worst.bytes
	  || leak.bytes < item->process->peak_bytes * LEAK_PERCENT / 100)
	continue;
      worst = leak;
      at = item;
    }
  if (!at)
    return false;
  const struct place *place = place_at (report, at->process, worst.thread, worst.node);
  finding->place = (uint32_t) (place - report->profile.places);
  finding->text = print_string ("%s in %s blocks were not freed: %s%s.",
				bytes_text ((double) worst.bytes),
				count_text ((double) worst.blocks), at->path,
				at_place (report, finding->place));
  return true;
}
