/* text.c - the report for a terminal.  See tables.h.

   SPDX-License-Identifier: Apache-2.0

   A table is written by text-table.c, and the call tree by text-tree.c.  */

#include "tables/compare.h"
#include "base/arena.h"
#include "base/terminal.h"
#include "formats/text.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_TREE_ROWS = 40 };

/* Writes one table for each counter.  */
static void
write_counters (const struct report *report, const struct table *table,
		const struct output *output)
{
  for (size_t i = 0; i < report->profile.counter_count; i++)
    {
      const struct counter *counter = &report->profile.counters[i];
      char *title = print_string ("Counter %s%s%s%s", counter->name,
				  *counter->unit ? " (" : "", counter->unit,
				  *counter->unit ? ")" : "");
      struct showing showing = output->showing;
      showing.span = report->flat.count;
      showing.first = i * showing.span;
      showing.nonzero = "total";
      if (!write_text_table (report, table, output, &showing, title))
	{
	  write_title (output->out, title, 0, 0);
	  fputs ("0 everywhere\n", output->out);
	}
      free (title);
    }
}

static void
write_field (FILE *out, const char *name, const char *text)
{
  fprintf (out, "  %-10s ", name);
  print_text (out, text, text_width () - 13, false);
  fputc ('\n', out);
}

static void
write_side (FILE *out, const char *side, const char *name,
	    const struct report *report)
{
  write_field (out, side, side_text (name, report));
}

static void
write_comparison (const struct report *report, FILE *out)
{
  const struct comparison *c = report->comparison;
  fputs ("GASP comparison\n", out);
  write_side (out, "old", c->old_name, c->old);
  write_side (out, "new", c->new_name, report);
  if (is_guessed (c))
    write_field (out, "noise", GUESSED_NOISE);
  if (!count_beyond (c))
    write_field (out, "result", NOTHING_BEYOND);
}

/* Writes TEXT, in lines that begin with two blanks; one, if it is not for a
   terminal.  */
static void
write_paragraph (FILE *out, const char *text)
{
  size_t room = text_is_cut () ? text_width () - 2 : SIZE_MAX, used = 0;
  for (const char *word = text; *word; )
    {
      OWNED char *one = print_string ("%.*s", (int) strcspn (word, " "), word);
      size_t width = clean_width (one);
      bool breaks = used && used + 1 + width > room;
      fputs (!used ? "  " : breaks ? "\n  " : " ", out);
      print_clean (out, one);
      used = !used || breaks ? width : used + 1 + width;
      word += strlen (one);
      word += *word == ' ';
    }
  fputc ('\n', out);
}

/* Writes what stands out, each with the command that shows more of it.  */
static void
write_findings (const struct report *report, FILE *out)
{
  for (size_t i = 0; i < report->finding_count; i++)
    {
      const struct finding *finding = &report->findings[i];
      if (!i)
	fputc ('\n', out);
      write_paragraph (out, finding->text);
      fputs ("      ", out);
      print_clean (out, finding->command);
      fputs (i + 1 < report->finding_count ? "\n" : "\n\n", out);
    }
}

/* Writes field NAME with TEXT, unless that is "".  */
static void
write_any_field (FILE *out, const char *name, const char *text)
{
  if (*text)
    write_field (out, name, text);
}

static char *
beginning_text (const struct report *report, const struct process *p)
{
  return arena_print ("%s on %s, for %s: %s", start_text (p),
		      hosts_text (report), time_text (whole_span (report)),
		      end_text (report));
}

static char *
extent_text (const struct report *report)
{
  return arena_print ("%zu process%s%s, %zu thread%s, %s of thread time",
		      report->process_count,
		      report->process_count == 1 ? "" : "es",
		      is_sequence (report) ? ", some after others had ended"
					   : "",
		      report->thread_count, plural_of (report->thread_count),
		      time_text (report->whole));
}

/* Writes that calls of COUNT functions are not all known.  */
static void
write_counts_note (FILE *out, size_t count)
{
  if (count)
    write_any_field (out, "calls",
		     arena_print ("with %s are lower bounds: %zu function%s "
				  "cost too much to count on; all: gasp run "
				  "--exact",
				  least_sign (), count, plural_of (count)));
}

/* Writes how good the times are.  */
static void
write_quality (const struct report *report, FILE *out)
{
  double cost = recording_cost (report);
  if (has_estimates (report))
    write_field (out, "times",
		 "with " ESTIMATE_SIGN " may be wrong by more than "
		 "5 %: seen at few moments");
  if (cost > 0)
    write_any_field (out, has_estimates (report) ? "" : "times",
		     arena_print ("%s more was spent in recording",
				  time_text (cost)));
}

/* Writes what most of REPORT was measured with.  */
static void
write_means (const struct report *report, FILE *out)
{
  const struct process *p = busiest_process (report);
  write_any_field (out, "by", arena_print ("%s, clock %s", p->tool, p->clock));
  write_any_field (out, p->goes_by_samples ? "samples" : "recorded",
		   sampler_text (p));
  write_counts_note (out, count_switched_off (report));
  write_quality (report, out);
  write_any_field (out, "counters", counter_names (&report->profile));
  if (p->sample_event && !p->sampler)
    write_any_field (out, "samples",
		     arena_print ("%llu, one for each %llu of %s",
				  (unsigned long long) report->all_samples,
				  (unsigned long long) p->sample_threshold,
				  p->sample_event));
}

static void
write_header (const struct report *report, const char *view, FILE *out)
{
  const struct process *p = first_process (report);
  if (report->comparison)
    {
      write_comparison (report, out);
      return;
    }
  fprintf (out, "%s\n", profile_title (report));
  if (is_in_view (find_table ("findings"), view))
    write_findings (report, out);
  const char *programs = programs_text (report);
  write_any_field (out, "programs", programs);
  if (!*programs)
    write_field (out, "program", subject_text (report));
  write_any_field (out, "started", beginning_text (report, p));
  write_any_field (out, "measured", extent_text (report));
  write_any_field (out, "of that", parts_of_time (report));
  write_any_field (out, "processors", processors_text (report));
  write_any_field (out, "left out", time_left_out (report));
  write_any_field (out, "asleep", helpers_text (report));
  write_any_field (out, "machine", disturbance_text (report));
  write_means (report, out);
  write_any_field (out, "hottest", hottest_line_text (report));
  if (*report->root)
    write_field (out, "sources", report->root);
  write_field (out, "records", report->directory);
}

/* Writes what the tool had to say, which may explain the rest.  */
static void
write_messages (const struct report *report, FILE *out)
{
  size_t count = report->messages.count;
  for (size_t i = 0; i < count + report->remark_count; i++)
    {
      OWNED char *new = i < count ? new_message (report, i) : NULL;
      const char *text = i < count ? new : report->remarks[i - count];
      if (text)
	{
	  fprintf (out, "  %-10s ", i ? "" : "messages");
	  print_clean (out, text);
	  fputc ('\n', out);
	}
    }
}

void
write_text (const struct report *report, const struct output *output)
{
  write_header (report, output->view, output->out);
  if (!report->comparison)
    write_messages (report, output->out);
  for (size_t i = 0; i < table_count; i++)
    {
      const struct table *table = &tables[i];
      if (!is_in_view (table, output->view))
	continue;
      if (!strcmp (table->name, "tree"))
	write_tree (report, output, output->limited ? output->showing.limit
				    : DEFAULT_TREE_ROWS);
      else if (!strcmp (table->name, "counters"))
	write_counters (report, table, output);
      else if (strcmp (table->name, "thread-tree")
	       && strcmp (table->name, "messages")
	       && strcmp (table->name, "findings"))
	{
	  if (!strcmp (table->name, "leaks"))
	    write_memory_summary (report, output);
	  {
	    OWNED char *title = title_of (report, table);
	    write_text_table (report, table, output, &output->showing, title);
	  }
	}
    }
}
