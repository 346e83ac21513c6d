/* html-when.c - when each thread had a processor, and for what.  See html.h.

   SPDX-License-Identifier: Apache-2.0

     "when": {"span": ns, "bins": N, "samples": how many, "partial": 1 if some
	      processes have no moments of samples,
	      "rows": [{"name": "1 worker", "tree": number,
			"parts": [bin, node, line, ns, ...]}, ...]}

   The run is divided into bins.  Each thread has a row, with the processor time
   that it had in a bin at a NODE of the page's first tree, on a LINE, which is
   a row of the page's hot lines, or -1.  TREE is the thread's own.  */

#include "base/arena.h"
#include "base/json.h"
#include "base/order.h"
#include "formats/html.h"

#include <math.h>
#include <stdlib.h>

/* The most bins; none is shorter than what a sample stands for at first.  */
enum { MOST_BINS = 400 };

struct part { uint32_t bin, node; int32_t line; double ns; };
struct when_row { struct part *parts; size_t count, room; uint32_t *nodes; };

struct when {
  const struct report *report;
  int64_t first;		/* when the first process began */
  double span, width;		/* WIDTH of a bin: ns */
  uint32_t bins;
  size_t samples;
  struct when_row *rows;	/* of the profile's threads */
  int32_t *lines;		/* of REPORT's hot lines, in the page */
};

ORDER (by_part, struct part, RISING (bin) RISING (node) RISING (line))

ADDER (add_part, struct part, ADD (ns))

/* Returns how long the run is, at most, which began at FIRST.  */
static double
span_of (const struct report *report, int64_t first)
{
  double span = 0;
  for (size_t i = 0; i < report->process_count; i++)
    {
      const struct process *p = report->processes[i];
      double begin = beginning_of (p, first);
      span = fmax (span, begin + p->duration);
      for (size_t j = 0; j < p->moment_count; j++)
	span = fmax (span, begin + p->moments[j].end);
    }
  return span;
}

/* Returns what a unit of samples stands for, at least.  */
static double
least_unit (const struct report *report)
{
  double least = INFINITY;
  for (size_t i = 0; i < report->process_count; i++)
    if (report->processes[i]->moment_count)
      least = fmin (least, time_of_unit (report->processes[i]));
  return least;
}

/* Returns where the page has each of REPORT's hot lines.  */
static int32_t *
lines_of_page (const struct report *report, const struct showing *showing)
{
  size_t count, all;
  int32_t *lines = allocate (report->hot_count + 1, sizeof *lines);
  OWNED size_t *order = table_order (report, find_table ("hot-lines"), showing,
				     &count, &all);
  for (size_t i = 0; i < report->hot_count; i++)
    lines[i] = -1;
  for (size_t i = 0; i < count; i++)
    lines[order[i]] = (int32_t) i;
  return lines;
}

/* Adds to ROW what passed from BEGIN to END in PART's node and line.  */
static void
add_time (const struct when *when, struct when_row *row, struct part part,
	  double begin, double end)
{
  uint32_t last = (uint32_t) fmin (end / when->width, when->bins - 1);
  part.bin = (uint32_t) fmin (fmax (begin, 0) / when->width, last);
  for (; part.bin <= last; part.bin++)
    {
      double from = fmax (begin, part.bin * when->width);
      double to = part.bin == last ? end : (part.bin + 1) * when->width;
      part.ns = fmax (0, to - from);
      if (part.ns >= 1)
	ONE_MORE (row->parts, row->count, row->room) = part;
    }
}

static void
add_moments (struct when *when, const struct process *process)
{
  const struct report *report = when->report;
  double begin = beginning_of (process, when->first);
  for (size_t i = 0; i < process->moment_count; i++)
    {
      const struct sample_moment *moment = &process->moments[i];
      const struct sample *sample = &process->samples[moment->sample];
      if (!is_of_program (&report->profile, process, moment))
	continue;
      struct when_row *rows = when->rows + process->first_thread;
      struct when_row *row = &rows[sample->thread];
      if (!row->nodes)
	continue;
      struct part part = {
	.node = row->nodes[sample->node],
	.line = sample->at == NO_NODE ? -1
		: when->lines[report->sampled[sample->at].hot]
      };
      double end = begin + moment->end;
      double took = time_of_unit (process) * moment->units;
      add_time (when, row, part, end - took, end);
      when->samples++;
    }
}

static char *
name_of_row (const struct report *report, const struct thread *thread)
{
  const struct process *p = thread->process;
  if (report->process_count == 1)
    return arena_print ("%u %s", thread->number, thread->name);
  const char *program = base_name (p->program);
  return !thread->number ? arena_print ("%d %s", p->pid, program)
	 : arena_print ("%d.%u %s", p->pid, thread->number, program);
}

static void
write_row (const struct when *when, struct when_row *row, size_t tree,
	   const struct thread *thread, struct json *json)
{
  row->count = JOIN (row->parts, row->count, by_part, add_part);
  json_line (json);
  json_object (json, NULL);
  json_string (json, "name", name_of_row (when->report, thread));
  json_count (json, "tree", tree);
  json_array (json, "parts");
  for (size_t i = 0; i < row->count; i++)
    {
      json_count (json, NULL, row->parts[i].bin);
      json_count (json, NULL, row->parts[i].node);
      json_integer (json, NULL, row->parts[i].line);
      json_real (json, NULL, row->parts[i].ns, 0);
    }
  json_close (json);
  json_close (json);
}

/* Writes the rows of threads that had a processor.  The page's trees are that
   of all threads and, if there are several, those of threads that have one.  */
static void
write_rows (struct when *when, struct json *json)
{
  const struct report *report = when->report;
  size_t tree = 0, at = 0;
  json_array (json, "rows");
  for (size_t i = 0; i < report->thread_count; i++)
    {
      while (report->profile.threads[at] != report->threads[i])
	at++;
      tree += report->thread_count > 1 && report->thread_trees[i].count;
      if (when->rows[at].count)
	write_row (when, &when->rows[at], tree, report->threads[i], json);
    }
  json_close (json);
}

/* Finds where the page's first tree, with nodes KEPT_AS these, has the nodes of
   REPORT's threads.  */
static void
find_nodes (struct when *when, const uint32_t *kept_as)
{
  const struct report *report = when->report;
  size_t at = 0;
  for (size_t i = 0; i < report->thread_count; i++)
    {
      while (report->profile.threads[at] != report->threads[i])
	at++;
      const struct tree *tree = &report->threads[i]->tree;
      uint32_t *nodes = joined_nodes (&report->tree, tree, report->wanted);
      for (uint32_t j = 0; j < tree->count; j++)
	nodes[j] = kept_as[nodes[j]];
      when->rows[at].nodes = nodes;
    }
}

/* Returns whether a process has no moments, though it had a processor for
   long.  */
static bool
is_partial (const struct report *report)
{
  const double much = 50e6;
  for (size_t i = 0; i < report->process_count; i++)
    if (!report->processes[i]->moment_count
	&& report->processes[i]->processor > much)
      return true;
  return false;
}

void
write_when (const struct report *report, const struct showing *showing,
	    const uint32_t *kept_as, struct json *json)
{
  int64_t first = first_beginning (&report->profile);
  struct when when = { .report = report, .first = first,
		       .span = span_of (report, first) };
  size_t threads = report->profile.thread_count;
  if (!has_moments (&report->profile) || !(when.span > 0))
    return;
  when.bins = (uint32_t) fmax (1, fmin (MOST_BINS,
					when.span / least_unit (report)));
  when.width = when.span / when.bins;
  when.rows = allocate (threads, sizeof *when.rows);
  when.lines = lines_of_page (report, showing);
  find_nodes (&when, kept_as);
  for (size_t i = 0; i < report->process_count; i++)
    add_moments (&when, report->processes[i]);
  json_line (json);
  json_object (json, "when");
  json_real (json, "span", when.span, 0);
  json_count (json, "bins", when.bins);
  json_count (json, "samples", when.samples);
  json_flag (json, "partial", is_partial (report));
  write_rows (&when, json);
  json_close (json);
  for (size_t i = 0; i < threads; i++)
    {
      free (when.rows[i].parts);
      free (when.rows[i].nodes);
    }
  free (when.rows);
  free (when.lines);
}
