/* of-memory.c - what stands out of memory.  See findings.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "search.h"
#include "findings/findings.h"
#include "base/arena.h"
#include "record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Worth a word: so much of the time, per cent; and memory not freed of so many
   blocks with so many bytes, which are so much of the most that there was at
   one time.  */
#define ALLOCATING_PERCENT 8
#define LEAST_BLOCKS 10
#define LEAST_BYTES (100 << 10)
#define LEAK_PERCENT 5

static const struct place *
place_of_node (const struct report *report, const struct process *process,
	       uint32_t thread, uint32_t node)
{
  if (node == NO_NODE)
    return NULL;
  const struct thread *t
    = report->profile.threads[process->first_thread + thread];
  return known_place (report, t->tree.nodes[node].place);
}

bool
find_crash (const struct report *report, struct finding *finding)
{
  for (size_t i = 0; i < report->process_count; i++)
    {
      const struct process *p = report->processes[i];
      const struct note *note = crash_note (p);
      if (!note)
	continue;
      finding->text = arena_print ("The program %s %s%s: %s.",
				   strncmp (p->state, "killed", 6)
				   ? "ended with" : "was", p->state,
				   in_process (report, p), note->text);
      return true;
    }
  return false;
}

bool
find_double_free (const struct report *report, struct finding *finding)
{
  for (size_t i = 0; i < report->frees.count; i++)
    {
      const struct item *item = &report->frees.items[i];
      const struct note *note = &item->process->notes[item->index];
      const struct place *place = place_of_node (report, item->process,
						 note->thread, note->node);
      if (note->kind != GASP_RECORD_DOUBLE_FREE || !place)
	continue;
      finding->place = (uint32_t) (place - report->profile.places);
      finding->text
	= arena_print ("A block was freed a second time%s; the first time%s%s.",
		       at_place (report, finding->place),
		       at_place (report, note->earlier),
		       in_process (report, item->process));
      return true;
    }
  return false;
}

/* ---- Time  */

/* Returns the site that allocates with the most time, or BY_CALLS most often;
   or null.  */
static const struct site *
worst_site (const struct report *report, bool by_calls)
{
  const struct site *most = NULL;
  for (size_t i = 0; i < report->site_count; i++)
    {
      const struct site *site = &report->sites[i];
      if (site->own <= site->time / 2
	  && allocates (known_place (report, site->place))
	  && (!most || (by_calls ? site->calls > most->calls
				 : site->time > most->time)))
	most = site;
    }
  return most;
}

/* Returns whether only samples saw NODE, of a function of the C library that
   allocates or frees.  */
static bool
is_sampled_allocator (const struct report *report, const struct node *node)
{
  static const char *const names[] = {
    "malloc", "calloc", "realloc", "free", "cfree", "_int_malloc", "_int_free",
    "_int_realloc", "_int_memalign", "unlink_chunk", "malloc_consolidate",
    "sysmalloc", "systrim", "__libc_malloc", "__libc_calloc",
    "__libc_realloc", "__libc_free"
  };
  const struct place *place = known_place (report, node->place);
  if (place->kind != PLACE_FUNCTION || node->calls)
    return false;
  for (size_t i = 0; i < COUNT_OF (names); i++)
    if (!strcmp (place->name, names[i]))
      return true;
  return false;
}

/* Returns how long threads were ready for a processor in events of memory.  */
static double
ready_in_events (const struct report *report)
{
  double ready = 0;
  for (uint32_t i = 0; i < report->tree.count; i++)
    {
      const struct node *node = &report->tree.nodes[i];
      if (is_allocation (known_place (report, node->place)))
	ready += node->self - node->running - node->waiting;
    }
  return ready;
}

/* Returns what allocations ran that have no times of their own, as they were
   sampled, and adds to VARIANCE.  */
static double
time_of_sampled (const struct report *report, double *variance)
{
  double time = 0;
  for (uint32_t i = 0; i < report->tree.count; i++)
    {
      const struct node *node = &report->tree.nodes[i];
      if (!is_sampled_allocator (report, node))
	continue;
      time += node->running;
      *variance += node->running_variance;
    }
  return time;
}

bool
find_allocating (const struct report *report, struct finding *finding)
{
  double variance = 0, sampled = time_of_sampled (report, &variance);
  finding->of = time_but_ready (report);
  finding->gain = -ready_in_events (report);
  for (size_t i = 0; i < report->site_count; i++)
    {
      finding->gain += report->sites[i].time - report->sites[i].own;
      variance += report->sites[i].variance;
    }
  /* Then samples do not say which site it was.  */
  bool by_calls = sampled > finding->gain;
  const struct site *site = worst_site (report, by_calls);
  finding->gain += sampled;
  if (!site || !site->calls
      || finding->gain < finding->of * ALLOCATING_PERCENT / 100)
    return false;
  const struct place *place = known_place (report, site->place);
  const struct place *caller = known_place (report, site->function);
  bool is_called = caller->kind == PLACE_FUNCTION;
  finding->estimated = is_estimate (finding->gain, variance);
  finding->place = site->place;
  finding->text
    = arena_print ("%s%s of the time is allocating and freeing: most %s "
		   "%s%s%s%s, %s%s times with %s on the average.",
		   finding->estimated ? ESTIMATE_SIGN : "",
		   share_text (finding->gain, finding->of),
		   by_calls ? "often" : "in", place->label,
		   is_called ? " called by " : "",
		   is_called ? caller->label : "",
		   at_place (report, finding->place),
		   site->calls_estimated ? ESTIMATE_SIGN : "",
		   count_text ((double) site->calls),
		   bytes_text ((double) site->bytes / (double) site->calls));
  return true;
}

/* ---- What is not freed  */

/* Returns the place in the program's code at which LEAK, memory not freed by a
   process that is over, was allocated, or else the function that had a
   library do so; or null, as of what MPI has made for itself.  */
static const struct place *
leak_place (const struct report *report, const struct leak_row *leak)
{
  const uint32_t places[] = { leak->place, leak->function };
  if (leak->is_own)
    return NULL;
  for (size_t i = 0; i < COUNT_OF (places) && leak->process->is_over; i++)
    if (places[i] != NO_NODE && known_place (report, places[i])->file)
      return known_place (report, places[i]);
  return NULL;
}

static void
add_leak (struct leak *sum, const struct leak_row *leak)
{
  sum->blocks += leak->blocks;
  sum->bytes += leak->bytes;
  sum->variance += leak->variance;
}

/* Adds to SUMS, by place, the leaks of a process from BEGIN to END, or takes
   them away: AWAY.  */
static void
add_leaks (const struct report *report, size_t begin, size_t end,
	   struct leak *sums, bool away)
{
  for (size_t i = begin; i < end; i++)
    {
      const struct leak_row *leak = &report->leaks[i];
      const struct place *place = leak_place (report, leak);
      struct leak *sum = place ? &sums[place - report->profile.places] : NULL;
      if (sum && away)
	*sum = (struct leak) { 0 };
      else if (sum)
	add_leak (sum, leak);
    }
}

/* Looks through the leaks of one process, from BEGIN to END, for the place
   where most is not freed.  SUMS has the sum of each place.  If that is more
   than WORST, and large enough to report, sets WORST to the sum and *AT to the
   largest leak at the place.  */
static void
find_worst (const struct report *report, size_t begin, size_t end,
	    const struct leak *sums, const struct leak_row **at,
	    struct leak *worst)
{
  for (size_t i = begin; i < end; i++)
    {
      const struct leak_row *leak = &report->leaks[i];
      const struct place *place = leak_place (report, leak);
      const struct leak *sum
	= place ? &sums[place - report->profile.places] : NULL;
      if (!sum || sum->blocks < LEAST_BLOCKS || sum->bytes < LEAST_BYTES
	  || sum->bytes < worst->bytes
	  || (sum->bytes <= worst->bytes && *at && leak->bytes <= (*at)->bytes)
	  || sum->bytes
	       < (double) leak->process->peak_bytes * LEAK_PERCENT / 100)
	continue;
      *worst = *sum;
      *at = leak;
    }
}

/* Returns the processes that have not freed what was allocated at PLACE, which
   is then added up in SUM.  */
static struct who
add_up_processes (const struct report *report, const struct place *place,
		  struct leak *sum)
{
  const struct process *last = NULL;
  struct who processes = { 0 };
  *sum = (struct leak) { 0 };
  for (size_t i = 0; i < report->leak_count; i++)
    {
      const struct leak_row *leak = &report->leaks[i];
      if (leak_place (report, leak) != place)
	continue;
      add_leak (sum, leak);
      if (leak->process != last)
	add_who (&processes,
		 report->profile.threads[leak->process->first_thread]);
      last = leak->process;
    }
  return processes;
}

/* Returns the path of LEAK, its first few functions, and how much of ALL that
   is, if it is not all.  */
static const char *
leak_path (const struct leak_row *leak, double all)
{
  enum { MOST_SHOWN = 4 };
  const char *end = leak->path;
  for (int i = 0; i < MOST_SHOWN && end; i++)
    end = strstr (end + 1, " < ");
  const char *path = end ? arena_print ("%.*s < ...", (int) (end - leak->path),
					leak->path) : leak->path;
  return leak->bytes < all * 0.99
	   ? arena_print ("%s of that by %s", bytes_text (leak->bytes), path)
	   : path;
}

bool
find_leak (const struct report *report, struct finding *finding)
{
  const struct leak_row *leaks = report->leaks, *at = NULL;
  struct leak worst = { 0 };
  struct leak *sums = allocate (report->profile.place_count, sizeof *sums);
  for (size_t i = 0, end; i < report->leak_count; i = end)
    {
      end = END_OF_RUN (report->leak_count, i, j,
			leaks[j].process == leaks[i].process);
      add_leaks (report, i, end, sums, false);
      find_worst (report, i, end, sums, &at, &worst);
      add_leaks (report, i, end, sums, true);
    }
  free (sums);
  if (!at)
    return false;
  const struct who who
    = add_up_processes (report, leak_place (report, at), &worst);
  finding->place
    = (uint32_t) (leak_place (report, at) - report->profile.places);
  finding->estimated = worst.variance > 0;
  const char *sign = finding->estimated ? ESTIMATE_SIGN : "";
  const char *where
    = who.count > 1 ? arena_print (", in %zu processes%s", who.count,
				   who_text (report, &who))
      : in_process (report, at->process);
  finding->text
    = arena_print ("%s%s in %s%s blocks were not freed%s: %s%s.", sign,
		   bytes_text (worst.bytes), sign,
		   count_text (floor (worst.blocks + .5)), where,
		   leak_path (at, worst.bytes),
		   at_place (report, finding->place));
  return true;
}
