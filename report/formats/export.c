/* export.c - call paths in the formats of other programs.  See tables.h.

   SPDX-License-Identifier: Apache-2.0

     folded      "main;f;g 1234" a line: flamegraph.pl, inferno, speedscope
     callgrind   callgrind_annotate, KCachegrind
     speedscope  JSON, one profile for each thread

   Times are nanoseconds.  pprof has a file of its own.  */

#include "base/json.h"
#include "tables/tables.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Returns TIME as it is written; it may be negative by rounding.  */
static unsigned long long
whole_of (double time)
{
  return time > 0 && time < 1e18 ? (unsigned long long) rint (time) : 0;
}

/* Writes a name where C may not occur, nor the ends of lines.  */
static void
write_name (FILE *out, const char *name, char c)
{
  for (; *name; name++)
    putc (*name == c || (unsigned char) *name < 0x20 ? '_' : *name, out);
}

static const char *
label_at (const struct report *report, const struct tree *tree, uint32_t node)
{
  return label_of (&report->profile.places[tree->nodes[node].place]);
}

/* ---- Folded stacks.  */

/* Puts the nodes from the root's children to NODE into PATH; returns how
   many.  */
static size_t
path_to (const struct tree *tree, uint32_t node, uint32_t *path)
{
  size_t depth = tree->nodes[node].depth;
  for (size_t i = depth; i-- > 0; node = tree->nodes[node].parent)
    path[i] = node;
  return depth;
}

static uint32_t
greatest_depth (const struct tree *tree)
{
  uint32_t greatest = 0;
  for (uint32_t i = 0; i < tree->count; i++)
    if (tree->nodes[i].depth > greatest)
      greatest = tree->nodes[i].depth;
  return greatest;
}

/* Writes what is outside of functions, TIME in all: what threads of teams do
   between regions, apart.  */
static void
write_outside (const struct report *report, const struct output *output,
	       double time)
{
  double parts[] = { report->idle, fmax (0, time - report->idle) };
  const char *labels[] = { idle_label, label_at (report, &report->tree, 0) };
  for (size_t i = 0; i < COUNT_OF (parts); i++)
    if (whole_of (parts[i]))
      {
	write_name (output->out, labels[i], ';');
	fprintf (output->out, " %llu\n",
		 (unsigned long long) whole_of (parts[i]));
      }
}

void
write_folded (const struct report *report, const struct output *output)
{
  const struct tree *tree = &report->tree;
  uint32_t *path = allocate (greatest_depth (tree) + 1, sizeof *path);
  for (uint32_t i = 0; i < tree->count; i++)
    {
      uint32_t node = report->preorder[i];
      unsigned long long time = whole_of (tree->nodes[node].self);
      size_t depth = path_to (tree, node, path);
      if (!depth)
	write_outside (report, output, tree->nodes[node].self);
      if (!time || !depth)
	continue;
      for (size_t j = 0; j < depth; j++)
	{
	  if (j)
	    putc (';', output->out);
	  write_name (output->out, label_at (report, tree, path[j]), ';');
	}
      fprintf (output->out, " %llu\n", time);
    }
  free (path);
}

/* ---- Callgrind.  A function has its own cost at its line, and that of each
   call; the line of the call itself is not known, so it is the caller's.  */

static void
write_position (FILE *out, const char *prefix, const struct place *place)
{
  fprintf (out, "%sfl=", prefix);
  write_name (out, place->file ? place->file : "???", '\n');
  fprintf (out, "\n%sfn=", prefix);
  write_name (out, label_of (place), '\n');
  putc ('\n', out);
}

/* Calls of the functions and events that the one in row ROW made, and their
   costs.  */
static void
write_calls (const struct report *report, const struct row *row, FILE *out)
{
  const struct place *caller = &report->profile.places[row->place];
  for (size_t i = 0; i < report->edge_count; i++)
    {
      const struct edge *edge = &report->edges[i];
      const struct place *callee = &report->profile.places[edge->callee];
      if (edge->caller != row->place)
	continue;
      fputs ("cfi=", out);
      write_name (out, callee->file ? callee->file : "???", '\n');
      fputs ("\ncfn=", out);
      write_name (out, label_of (callee), '\n');
      fprintf (out, "\ncalls=%llu %u\n%u %llu\n",
	       (unsigned long long) edge->calls, callee->line, caller->line,
	       whole_of (edge->of_caller));
    }
}

void
write_callgrind (const struct report *report, const struct output *output)
{
  FILE *out = output->out;
  const struct process *p = first_process (report);
  fputs ("# callgrind format\nversion: 1\ncreator: ", out);
  write_name (out, p->tool, '\n');
  fputs ("\ncmd: ", out);
  write_name (out, *p->arguments ? p->arguments : p->program, '\n');
  fputs ("\npositions: line\nevent: ns : Time in nanoseconds\n"
	 "event: bytes : Bytes of memory and other events\nevents: ns "
	 "bytes\n\n",
	 out);
  for (size_t i = 0; i < report->flat.count; i++)
    {
      const struct row *row = &report->flat.rows[i];
      const struct place *place = &report->profile.places[row->place];
      write_position (out, "", place);
      fprintf (out, "%u %llu\n", place->line, whole_of (row->self));
      write_calls (report, row, out);
      putc ('\n', out);
    }
  fprintf (out, "totals: %llu\n", whole_of (report->whole));
}

/* ---- Speedscope.  */

static void
write_frames (const struct report *report, struct json *json)
{
  json_object (json, "shared");
  json_array (json, "frames");
  for (size_t i = 0; i < report->profile.place_count; i++)
    {
      const struct place *place = &report->profile.places[i];
      json_line (json);
      json_object (json, NULL);
      json_string (json, "name",
		   place->kind == PLACE_LINE ? "" : label_of (place));
      if (place->file && place->kind != PLACE_LINE)
	{
	  json_string (json, "file", place->file);
	  json_count (json, "line", place->line);
	}
      json_close (json);
    }
  json_close (json);
  json_close (json);
}

/* Writes the stacks of TREE that have time of their own.  */
static void
write_stacks (const struct tree *tree, const uint32_t *order, struct json *json)
{
  uint32_t *path = allocate (greatest_depth (tree) + 1, sizeof *path);
  json_array (json, "samples");
  for (uint32_t i = 0; i < tree->count; i++)
    {
      if (!whole_of (tree->nodes[order[i]].self))
	continue;
      size_t depth = path_to (tree, order[i], path);
      json_array (json, NULL);
      for (size_t j = 0; j < depth; j++)
	json_count (json, NULL, tree->nodes[path[j]].place);
      if (!depth)
	json_count (json, NULL, tree->nodes[order[i]].place);
      json_close (json);
    }
  json_close (json);
  free (path);
}

/* Writes the time of each of these stacks.  */
static void
write_weights (const struct tree *tree, const uint32_t *order,
	       struct json *json)
{
  json_array (json, "weights");
  for (uint32_t i = 0; i < tree->count; i++)
    {
      unsigned long long time = whole_of (tree->nodes[order[i]].self);
      if (time)
	json_count (json, NULL, time);
    }
  json_close (json);
}

static void
write_speedscope_thread (const struct report *report, size_t i,
			 struct json *json)
{
  const struct thread *thread = report->threads[i];
  const struct tree *tree = &report->thread_trees[i];
  char *name = print_string ("process %d, thread %u%s%s", thread->process->pid,
			     thread->number, *thread->name ? " " : "",
			     thread->name);
  unsigned long long sum = 0;
  for (uint32_t j = 0; j < tree->count; j++)
    sum += whole_of (tree->nodes[j].self);
  json_line (json);
  json_object (json, NULL);
  json_string (json, "type", "sampled");
  json_string (json, "name", name);
  json_string (json, "unit", "nanoseconds");
  json_count (json, "startValue", 0);
  json_count (json, "endValue", sum);
  json_line (json);
  write_stacks (tree, report->thread_preorders[i], json);
  json_line (json);
  write_weights (tree, report->thread_preorders[i], json);
  json_close (json);
  free (name);
}

void
write_speedscope (const struct report *report, const struct output *output)
{
  struct json json = json_begin (output->out, true);
  const struct process *p = first_process (report);
  json_object (&json, NULL);
  json_string (&json, "$schema",
	       "https://www.speedscope.app/file-format-schema.json");
  json_string (&json, "exporter", "gasp");
  json_string (&json, "name", *p->arguments ? p->arguments : p->program);
  json_line (&json);
  write_frames (report, &json);
  json_line (&json);
  json_array (&json, "profiles");
  for (size_t i = 0; i < report->thread_count; i++)
    write_speedscope_thread (report, i, &json);
  json_close (&json);
  json_close (&json);
  json_end (&json);
}
