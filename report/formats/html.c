/* html.c - the report as one file for a browser.  See tables.h.

   SPDX-License-Identifier: Apache-2.0

   The page is html/, with the data as JSON in it, which the scripts there show.
   Strings of the data reach the page through write_json_string only, which leaves
   nothing that could end a script.  */

#include "base/json.h"
#include "formats/assets.h"
#include "formats/html.h"
#include "tables/compare.h"
#include "sums/source.h"
#include "model/trace.h"

#include <stdlib.h>
#include <string.h>

/* An array's member begins: a comma but before the first.  */
static void
separate (FILE *out, size_t index)
{
  if (index)
    fputs (",\n", out);
}

static void
write_pair (FILE *out, size_t index, const char *name, const char *text)
{
  separate (out, index);
  fputc ('[', out);
  write_json_string (out, name);
  fputc (',', out);
  write_json_string (out, text);
  fputc (']', out);
}

/* What recording took, and which part that is of the time of all threads with it.  */
static char *
recording_text (const struct report *report)
{
  double cost = recording_cost (report);
  return print_string ("%s more (%s %%)", time_text (cost),
		       percent_text (cost, report->whole + cost));
}

static void
write_compared_facts (const struct report *report, FILE *out)
{
  const struct comparison *c = report->comparison;
  write_pair (out, 0, "Old", side_text (c->old_name, c->old));
  write_pair (out, 1, "New", side_text (c->new_name, report));
  if (is_guessed (c))
    write_pair (out, 1, "Noise", GUESSED_NOISE);
  if (!count_beyond (c))
    write_pair (out, 1, "Result", NOTHING_BEYOND);
}

static void
write_facts (const struct report *report, const struct process *p, FILE *out)
{
  write_pair (out, 0, "Started", start_text (p));
  write_pair (out, 1, "Ran for", time_text (p->duration));
  write_pair (out, 1, "Ended", p->state);
  write_pair (out, 1, "Processes",
	      print_string ("%zu%s", report->process_count,
			    is_sequence (report)
			    ? ", some after others had ended" : ""));
  write_pair (out, 1, "Threads", print_string ("%zu", report->thread_count));
  write_pair (out, 1, "Thread time", time_text (report->whole));
  if (*parts_of_time (report))
    write_pair (out, 1, "Of that", parts_of_time (report));
  if (*disturbance_text (report))
    write_pair (out, 1, "Machine", disturbance_text (report));
  if (recording_cost (report) > 0)
    write_pair (out, 1, "Spent in recording", recording_text (report));
  if (p->peak_bytes)
    write_pair (out, 1, "Peak memory", bytes_text ((double) p->peak_bytes));
  write_pair (out, 1, "Clock", p->clock);
  if (report->profile.counter_count)
    write_pair (out, 1, "Counters", counter_names (&report->profile));
  write_pair (out, 1, "Host", hosts_text (report));
  if (*report->root)
    write_pair (out, 1, "Sources", report->root);
}

static void
write_messages (const struct report *report, size_t left_out, FILE *out)
{
  size_t count = 0;
  fputs ("\"messages\": [", out);
  for (size_t i = 0; i < report->messages.count; i++)
    {
      const char *text = new_message (report, i);
      if (!text)
	continue;
      separate (out, count++);
      write_json_string (out, text);
    }
  if (left_out)
    {
      char *text = print_string ("The flame graph leaves out the %zu smallest "
				 "call paths: their figures are in those of "
				 "their callers.", left_out);
      separate (out, count);
      write_json_string (out, text);
      free (text);
    }
  fputs ("],\n", out);
}

static void
write_places (const struct profile *profile, FILE *out)
{
  static const char *const kinds[] = {
    [PLACE_THREAD] = "outside", [PLACE_FUNCTION] = "function",
    [PLACE_EVENT] = "event", [PLACE_OTHER] = "other"
  };
  fputs ("\"places\": [", out);
  for (size_t i = 0; i < profile->place_count; i++)
    {
      const struct place *p = &profile->places[i];
      separate (out, i);
      /* Lines are only in tables.  */
      if (p->kind == PLACE_LINE)
	{
	  fputs ("[\"\"]", out);
	  continue;
	}
      fputc ('[', out);
      write_json_string (out, p->label);
      fputc (',', out);
      write_json_string (out, p->file);
      fprintf (out, ",%u,\"%s\",", p->line, kinds[p->kind]);
      write_json_string (out, p->name);
      fputc (']', out);
    }
  fputs ("],\n", out);
}

static const char *
type_name (enum cell_type type)
{
  static const char *const names[] = {
    [CELL_TEXT] = "text", [CELL_QUANTITY] = "quantity",
    [CELL_TIME] = "time", [CELL_BYTES] = "bytes",
    [CELL_COUNT] = "count", [CELL_NUMBER] = "number", [CELL_VALUE] = "value",
    [CELL_PERCENT] = "percent", [CELL_ADDRESS] = "address",
    [CELL_FLAG] = "flag"
  };
  return names[type];
}

static void
write_columns (const struct report *report, const struct table *table,
	       FILE *out)
{
  size_t count;
  struct column *columns = table_columns (report, table, &count);
  fputs ("\"columns\": [", out);
  for (size_t i = 0; i < count; i++)
    {
      /* Functions have a table for each counter; and what a thread's root has
	 by itself says little.  */
      bool is_counter = i >= table->column_count
			&& !strcmp (table->name, "threads")
			&& strncmp (columns[i].field, "self:", 5);
      separate (out, i);
      fputs ("{\"field\":", out);
      write_json_string (out, columns[i].field);
      fputs (",\"heading\":", out);
      write_json_string (out, is_counter ? columns[i].field
			      : columns[i].heading);
      fprintf (out, ",\"type\":\"%s\",\"help\":", type_name (columns[i].type));
      write_json_string (out, columns[i].help);
      size_t flag = estimate_flag (columns, count, i);
      if (flag < count)
	fprintf (out, ",\"%s\":%zu",
		 columns[i].type == CELL_TIME ? "estimate" : "least", flag);
      size_t error = error_column (columns, count, i);
      if (error < count)
	fprintf (out, ",\"error\":%zu", error);
      fputc ('}', out);
    }
  fputs ("],\n", out);
  free (columns);
}

/* All tables but the trees, which the flame graph shows.  */
static void
write_tables (const struct report *report, const struct output *output)
{
  FILE *out = output->out;
  size_t written = 0;
  fputs ("\"tables\": [", out);
  for (size_t i = 0; i < table_count; i++)
    {
      const struct table *table = &tables[i];
      if (!strcmp (table->view, "tree")
	  || (!is_in_view (table, output->view)
	      && strcmp (table->name, "lines")))
	continue;
      char *title = title_of (report, table);
      separate (out, written++);
      fprintf (out, "{\"name\":\"%s\",\"view\":\"%s\",\"title\":\"%s\","
	       "\"inFlame\":%s,", table->name, table->view, title,
	       strcmp (table->name, "samples") ? "true" : "false");
      free (title);
      write_columns (report, table, out);
      fputs ("\"rows\": ", out);
      write_json_table (report, table, output, true);
      fputc ('}', out);
    }
  fputs ("],\n", out);
}

static void
write_source (FILE *out, const char *file, const struct source *source)
{
  fputs ("{\"file\":", out);
  write_json_string (out, file);
  fputs (",\"note\":", out);
  write_json_string (out, source->note);
  fputs (",\"lines\":[", out);
  for (size_t i = 0; i < source->count; i++)
    {
      separate (out, i);
      write_json_string (out, source->lines[i]);
    }
  fputs ("]}", out);
}

/* Each source file that the lines have figures for, where it is readable.  */
static void
write_sources (const struct report *report, FILE *out)
{
  size_t count, written = 0;
  const char **files = list_sources (report, &count);
  fputs ("\"sources\": [", out);
  for (size_t i = 0; i < count; i++)
    {
      struct source source;
      if (!read_source (report, files[i], &source))
	continue;
      separate (out, written++);
      write_source (out, shown_file (report, files[i]), &source);
      free_source (&source);
    }
  fputs ("]\n", out);
  free (files);
}

/* From when to when TRACE is, at most.  */
static double
span_of (const struct report *report, const struct trace *trace)
{
  double span = 0;
  for (size_t i = 0; i < trace->process_count; i++)
    for (size_t j = 0; j < report->process_count; j++)
      {
	const struct trace_process *process = &trace->processes[i];
	double end = process->start + report->processes[j]->duration;
	if (!strcmp (process->record.path, report->processes[j]->path)
	    && end > span)
	  span = end;
      }
  return span;
}

/* What comes from the traces, if there are any.  */
static void
write_traced (const struct report *report, const struct output *output)
{
  size_t without;
  char **paths = allocate (report->process_count, sizeof *paths);
  for (size_t i = 0; i < report->process_count; i++)
    paths[i] = (char *) report->processes[i]->path;
  struct trace trace = read_traces (paths, report->process_count, &without);
  double span = span_of (report, &trace);
  free (paths);
  if (!(span > 0))
    return;
  if (is_in_view (find_table ("team-threads"), output->view))
    write_timeline (report, &trace, span, output->out);
  if (is_in_view (find_table ("flat"), output->view))
    write_ranges (report, &trace, span, output->out);
}

/* What the page is; allocated.  */
static char *
kind_of (const struct report *report)
{
  return report->comparison ? copy_string ("GASP comparison") : profile_title (report);
}

static void
write_data (const struct report *report, const struct output *output)
{
  FILE *out = output->out;
  const struct process *p = first_process (report);
  char *kind = kind_of (report);
  fputs ("{\"program\": ", out);
  write_json_string (out, *p->arguments ? p->arguments : p->program);
  fputs (",\n", out);
  fprintf (out, "\"kind\": \"%s\",\n\"facts\": [", kind);
  free (kind);
  if (report->comparison)
    write_compared_facts (report, out);
  else
    write_facts (report, p, out);
  fputs ("],\n", out);
  write_places (&report->profile, out);
  size_t left_out = write_trees (report, out);
  write_messages (report, left_out, out);
  write_tables (report, output);
  write_traced (report, output);
  write_sources (report, out);
  fputs ("}\n", out);
}

void
write_html (const struct report *report, const struct output *output)
{
  FILE *out = output->out;
  fputs ("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
	 "<meta charset=\"utf-8\">\n"
	 "<meta name=\"viewport\" content=\"width=device-width, "
	 "initial-scale=1\">\n"
	 "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
	 "'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
	 "<title>", out);
  char *kind = kind_of (report);
  fputs (kind, out);
  free (kind);
  fputs ("</title>\n<style>\n", out);
  fputs (asset_css, out);
  fputs ("</style>\n</head>\n<body>\n", out);
  fputs (asset_html, out);
  fputs ("<script type=\"application/json\" id=\"data\">\n", out);
  write_data (report, output);
  const char *const scripts[] = { asset_flame_js, asset_tree_js, asset_matrix_js,
				  asset_teams_js, asset_ranges_js,
				  asset_state_js, asset_report_js };
  for (size_t i = 0; i < COUNT_OF (scripts); i++)
    fprintf (out, "</script>\n<script>\n%s", scripts[i]);
  fputs ("</script>\n</body>\n</html>\n", out);
}
