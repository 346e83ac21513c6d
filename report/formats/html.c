/* html.c - the report as one file for a browser.  See tables.h.

   SPDX-License-Identifier: Apache-2.0

   The page is html/, with the data as JSON in it, which the scripts there show.
   Strings of the data reach the page through base/json.c only, which leaves
   nothing that could end a script.  */

#include "base/arena.h"
#include "base/json.h"
#include "formats/assets.h"
#include "formats/html.h"
#include "tables/compare.h"
#include "sums/source.h"
#include "model/trace.h"

#include <stdlib.h>
#include <string.h>

static void
write_pair (struct json *json, const char *name, const char *text)
{
  json_line (json);
  json_array (json, NULL);
  json_string (json, NULL, name);
  json_string (json, NULL, text);
  json_close (json);
}

/* Returns how long recording took, and its part of the time of all threads.  */
static char *
recording_text (const struct report *report)
{
  double cost = recording_cost (report);
  return arena_print ("%s more (%s %%)", time_text (cost),
		      percent_text (cost, report->whole + cost));
}

static void
write_compared_facts (const struct report *report, struct json *json)
{
  const struct comparison *c = report->comparison;
  write_pair (json, "Old", side_text (c->old_name, c->old));
  write_pair (json, "New", side_text (c->new_name, report));
  if (is_guessed (c))
    write_pair (json, "Noise", GUESSED_NOISE);
  if (!count_beyond (c))
    write_pair (json, "Result", NOTHING_BEYOND);
}

static void
write_facts (const struct report *report, const struct process *p,
	     struct json *json)
{
  write_pair (json, "Started", start_text (p));
  const char *programs = programs_text (report);
  if (*programs)
    write_pair (json, "Programs", programs);
  write_pair (json, "Ran for", time_text (whole_span (report)));
  write_pair (json, "Ended", end_text (report));
  write_pair (json, "Processes",
	      arena_print ("%zu%s", report->process_count,
			   is_sequence (report)
			   ? ", some after others had ended" : ""));
  write_pair (json, "Threads", arena_print ("%zu", report->thread_count));
  write_pair (json, "Thread time", time_text (report->whole));
  if (*parts_of_time (report))
    write_pair (json, "Of that", parts_of_time (report));
  if (*processors_text (report))
    write_pair (json, "Processors", processors_text (report));
  if (*time_left_out (report))
    write_pair (json, "Left out", time_left_out (report));
  if (*disturbance_text (report))
    write_pair (json, "Machine", disturbance_text (report));
  if (recording_cost (report) > 0)
    write_pair (json, "Spent in recording", recording_text (report));
  if (p->peak_bytes)
    write_pair (json, "Allocated at most",
		arena_print ("%s%s", p->peak_variance > 0 ? ESTIMATE_SIGN : "",
			     bytes_text ((double) p->peak_bytes)));
  if (p->resident)
    write_pair (json, "Memory in use at most",
		bytes_text ((double) p->resident));
  write_pair (json, "Clock", p->clock);
  if (report->profile.counter_count)
    write_pair (json, "Counters", counter_names (&report->profile));
  write_pair (json, "Host", hosts_text (report));
  if (*report->root)
    write_pair (json, "Sources", report->root);
}

static void
write_messages (const struct report *report, size_t left_out, struct json *json)
{
  json_line (json);
  json_array (json, "messages");
  for (size_t i = 0; i < report->messages.count; i++)
    {
      OWNED char *text = new_message (report, i);
      if (text)
	json_string (json, NULL, text);
    }
  for (size_t i = 0; i < report->remark_count; i++)
    json_string (json, NULL, report->remarks[i]);
  if (left_out)
    json_string (json, NULL,
		 arena_print ("The flame graph leaves out the %zu smallest "
			      "call paths: their figures are in those of their "
			      "callers.", left_out));
  json_close (json);
}

static void
write_places (const struct report *report, struct json *json)
{
  const struct profile *profile = &report->profile;
  static const char *const kinds[] = {
    [PLACE_THREAD] = "outside", [PLACE_FUNCTION] = "function",
    [PLACE_EVENT] = "event", [PLACE_OTHER] = "other"
  };
  json_line (json);
  json_array (json, "places");
  for (size_t i = 0; i < profile->place_count; i++)
    {
      const struct place *p = &profile->places[i];
      json_line (json);
      json_array (json, NULL);
      /* Lines are only in tables.  */
      if (p->kind == PLACE_LINE)
	json_string (json, NULL, "");
      else
	{
	  json_string (json, NULL, p->label);
	  json_string (json, NULL,
		       p->file ? shown_file (report, p->file) : NULL);
	  json_count (json, NULL, p->line);
	  json_string (json, NULL, kinds[p->kind]);
	  json_string (json, NULL, p->name);
	}
      json_close (json);
    }
  json_close (json);
}

static const char *
type_name (enum cell_type type)
{
  static const char *const names[] = {
    [CELL_TEXT] = "text", [CELL_QUANTITY] = "quantity",
    [CELL_TIME] = "time", [CELL_BYTES] = "bytes",
    [CELL_COUNT] = "count", [CELL_NUMBER] = "number", [CELL_RANK] = "rank",
    [CELL_VALUE] = "value",
    [CELL_PERCENT] = "percent", [CELL_ADDRESS] = "address",
    [CELL_FLAG] = "flag"
  };
  return names[type];
}

/* Writes the heading of COLUMNS[I], of COUNT.  */
static void
write_column (const struct table *table, const struct column *columns,
	      size_t count, size_t i, struct json *json)
{
  const struct column *column = &columns[i];
  /* Functions have a table for each counter; and what a thread's root has
     by itself says little.  */
  bool is_counter = i >= table->column_count && !strcmp (table->name, "threads")
		    && strncmp (column->field, "self:", 5);
  json_line (json);
  json_object (json, NULL);
  json_string (json, "field", column->field);
  json_string (json, "heading", is_counter ? column->field : column->heading);
  json_string (json, "type", type_name (column->type));
  json_string (json, "help", column->help);
  if (column->estimate < count)
    json_count (json, "estimate", column->estimate);
  if (column->least < count)
    json_count (json, "least", column->least);
  if (column->known < count)
    json_count (json, "known", column->known);
  if (column->error < count)
    json_count (json, "error", column->error);
  if (column->is_sum)
    json_count (json, "sum", 1);
  json_close (json);
}

static void
write_table (const struct report *report, const struct table *table,
	     const struct showing *showing, struct json *json)
{
  size_t count;
  OWNED char *title = title_of (report, table);
  OWNED struct column *columns = table_columns (report, table, &count);
  json_line (json);
  json_object (json, NULL);
  json_string (json, "name", table->name);
  json_string (json, "view", table->view);
  json_string (json, "title", title);
  json_flag (json, "inFlame",
	     !in_list ("samples,hot-lines,source,instructions", table->name));
  json_array (json, "columns");
  for (size_t i = 0; i < count; i++)
    write_column (table, columns, count, i, json);
  json_close (json);
  json_array (json, "rows");
  write_json_table (report, table, showing, false, json);
  json_close (json);
  json_close (json);
}

/* Writes all tables but the trees, which the flame graph shows.  */
static void
write_tables (const struct report *report, const struct output *output,
	      struct json *json)
{
  json_line (json);
  json_array (json, "tables");
  for (size_t i = 0; i < table_count; i++)
    {
      const struct table *table = &tables[i];
      if (strcmp (table->view, "tree")
	  && (is_in_view (table, output->view)
	      || in_list ("lines,hot-lines", table->name)))
	write_table (report, table, &output->showing, json);
    }
  json_close (json);
}

static void
write_source (struct json *json, const char *file, const struct source *source)
{
  json_line (json);
  json_object (json, NULL);
  json_string (json, "file", file);
  json_string (json, "note", source->note);
  json_array (json, "lines");
  for (size_t i = 0; i < source->count; i++)
    {
      json_line (json);
      json_string (json, NULL, source->lines[i]);
    }
  json_close (json);
  json_close (json);
}

/* Writes each source file that the lines have figures for, where it is
   readable.  */
static void
write_sources (const struct report *report, struct json *json)
{
  size_t count;
  const char **files = list_sources (report, &count);
  json_line (json);
  json_array (json, "sources");
  for (size_t i = 0; i < count; i++)
    {
      struct source source;
      if (!read_source (report, files[i], &source))
	continue;
      write_source (json, shown_file (report, files[i]), &source);
      free_source (&source);
    }
  json_close (json);
  free (files);
}

/* Returns how long TRACE is, at most.  */
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

/* Writes what comes from the traces, if there are any.  */
static void
write_traced (const struct report *report, const struct output *output,
	      struct json *json)
{
  size_t without;
  OWNED char **paths = allocate (report->process_count, sizeof *paths);
  for (size_t i = 0; i < report->process_count; i++)
    paths[i] = (char *) report->processes[i]->path;
  struct trace trace = read_traces (paths, report->process_count, &without);
  double span = span_of (report, &trace);
  if (!(span > 0))
    return;
  if (is_in_view (find_table ("team-threads"), output->view))
    write_timeline (report, &trace, span, json);
  if (is_in_view (find_table ("flat"), output->view))
    write_ranges (report, &trace, span, json);
}

/* Returns what kind of page it is.  */
static const char *
kind_of (const struct report *report)
{
  return report->comparison ? "GASP comparison" : profile_title (report);
}

static void
write_data (const struct report *report, const struct output *output)
{
  struct json json = json_begin (output->out, true);
  const struct process *p = first_process (report);
  const char *kind = kind_of (report);
  json_object (&json, NULL);
  json_string (&json, "program", subject_text (report));
  json_line (&json);
  json_string (&json, "kind", kind);
  json_flag (&json, "showsReady", shows_ready (report));
  json_line (&json);
  json_array (&json, "facts");
  if (report->comparison)
    write_compared_facts (report, &json);
  else
    write_facts (report, p, &json);
  json_close (&json);
  if (!report->comparison)
    write_figures (report, &json);
  write_places (report, &json);
  uint32_t *kept_as;
  size_t left_out = write_trees (report, &kept_as, &json);
  write_messages (report, left_out, &json);
  write_tables (report, output, &json);
  if (!report->comparison)
    write_when (report, &output->showing, kept_as, &json);
  free (kept_as);
  write_traced (report, output, &json);
  write_sources (report, &json);
  json_close (&json);
  json_end (&json);
}

void
write_html (const struct report *report, const struct output *output)
{
  FILE *out = output->out;
  const char *kind = kind_of (report);
  begin_page (out, kind, asset_css, asset_html);
  write_data (report, output);
  const char *const scripts[] = {
    asset_flame_js, asset_functions_js, asset_tree_js, asset_matrix_js,
    asset_teams_js, asset_ranges_js, asset_when_js, asset_summary_js,
    asset_find_js, asset_changes_js, asset_state_js, asset_report_js
  };
  for (size_t i = 0; i < COUNT_OF (scripts); i++)
    fprintf (out, "</script>\n<script>\n%s", scripts[i]);
  fputs ("</script>\n</body>\n</html>\n", out);
}
