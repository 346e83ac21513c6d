/* text.c - the report for a terminal.  See tables.h.

   SPDX-License-Identifier: Apache-2.0

   All tables are laid out by the same function: numbers are as wide as they
   are, and texts share the rest of the line.  */

#include "tables/compare.h"
#include "base/arena.h"
#include "base/order.h"
#include "base/terminal.h"
#include "formats/text.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_ROWS = 20, DEFAULT_TREE_ROWS = 40, LEAST_TEXT = 10 };

/* Returns the width of the terminal, or else what COLUMNS says; 0 if neither is
   known.  */
static size_t
wanted_width (void)
{
  const char *columns = getenv ("COLUMNS");
  size_t width = terminal_width ();
  return width ? width : columns ? strtoul (columns, NULL, 10) : 0;
}

size_t
text_width (void)
{
  size_t width = wanted_width ();
  return !width ? 100 : width < 60 ? 60 : width > 240 ? 240 : width;
}

void
write_title (FILE *out, const char *title, size_t shown, size_t all)
{
  char *line = shown < all
	       ? print_string ("%s (%zu of %zu; --limit=0 shows all)", title,
			       shown, all) : copy_string (title);
  fputc ('\n', out);
  paint (out, PAINT_TITLE);
  print_clean (out, line);
  paint (out, PAINT_NONE);
  fputc ('\n', out);
  for (size_t i = clean_width (line); i; i--)
    fputc ('-', out);
  fputc ('\n', out);
  free (line);
}

bool
text_is_cut (void)
{
  return wanted_width () > 0;
}

void
print_text (FILE *out, const char *text, size_t width, bool at_end)
{
  if (text_is_cut ())
    print_fitted (out, text, width, at_end);
  else
    print_clean (out, text);
}

bool
is_empty (union cell cell, enum cell_type type)
{
  if (type == CELL_TEXT || type == CELL_QUANTITY)
    return !cell.text || !*cell.text;
  if (type == CELL_TIME || type == CELL_PERCENT)
    return cell.real == 0;
  if (type == CELL_NUMBER || type == CELL_RANK)
    return cell.value <= 0;
  return cell.count == 0;
}

/* Returns CELL as text; valid for a few more calls only, unless it is a
   text.  */
static const char *
cell_text (union cell cell, enum cell_type type)
{
  static char buffers[2][32];
  static unsigned turn;
  char *buffer = buffers[turn++ % 2];
  switch (type)
    {
    case CELL_TEXT: case CELL_QUANTITY:
      return cell.text ? cell.text : "";
    case CELL_TIME:
      return time_text (cell.real);
    case CELL_BYTES:
      return bytes_text ((double) cell.count);
    case CELL_COUNT:
      return count_text ((double) cell.count);
    case CELL_VALUE:
      return count_text ((double) cell.value);
    case CELL_PERCENT:
      return percent_text (cell.real, 100);
    case CELL_NUMBER:
      snprintf (buffer, 32, "%lld", (long long) cell.value);
      return buffer;
    case CELL_RANK:
      return rank_text (cell.value);
    case CELL_ADDRESS:
      snprintf (buffer, 32, "%#llx", (unsigned long long) cell.count);
      return buffer;
    case CELL_FLAG:
      return cell.count ? "yes" : "";
    }
  return "";
}

/* Returns whether COLUMN is of a number of calls that nothing has counted, as
   only samples have seen what ROW is of; or of a time, or a mean, of calls that
   are known in part.  */
static bool
is_uncounted (const struct column *columns, size_t count, const union cell *row,
	      size_t column)
{
  size_t calls = find_field (columns, count, "calls");
  size_t least = find_field (columns, count, "calls_at_least");
  size_t estimated = find_field (columns, count, "calls_estimated");
  bool in_part = least < count && row[least].count;
  bool is_sampled = estimated < count && row[estimated].count;
  if (column == calls)
    return in_part && !row[calls].count;
  if (column == find_field (columns, count, "per_call"))
    return in_part || is_sampled;
  return column == find_field (columns, count, "time") && is_sampled;
}

/* Returns whether ROW is of a line that only samples have seen, and COLUMN is
   not of these.  */
static bool
is_unseen (const struct column *columns, size_t count, const union cell *row,
	   size_t column)
{
  if (!is_empty (row[column], columns[column].type))
    return false;
  size_t time = find_field (columns, count, "sampled_time");
  size_t samples = find_field (columns, count, "samples");
  size_t calls = find_field (columns, count, "calls");
  size_t total = find_field (columns, count, "total");
  return time < count && samples < count && row[samples].count
	 && calls < count && !row[calls].count && total < count
	 && is_empty (row[total], CELL_TIME) && column != time
	 && column != samples;
}

const char *
row_text (const struct column *columns, size_t count, const union cell *row,
	  size_t column)
{
  static char buffers[2][40];
  static unsigned turn;
  if (is_uncounted (columns, count, row, column)
      || is_unseen (columns, count, row, column))
    return "";
  const char *text = cell_text (row[column], columns[column].type);
  size_t estimate = estimate_flag (columns, count, column);
  size_t least = least_flag (columns, count, column);
  bool is_least = least < count && row[least].count;
  if (!is_least && (estimate == count || !row[estimate].count))
    return text;
  size_t error = columns[column].type == CELL_BYTES
		 ? error_column (columns, count, column) : count;
  char *buffer = buffers[turn++ % 2];
  int length = snprintf (buffer, sizeof *buffers, "%s%s",
			 is_least ? least_sign () : ESTIMATE_SIGN, text);
  if (error < count && length >= 0)
    snprintf (buffer + length, sizeof *buffers - (size_t) length, " %s %s",
	      error_sign (), bytes_text ((double) row[error].count));
  return buffer;
}

/* A table being laid out: those columns that have something in them.  */
struct layout {
  const struct report *report;
  const struct table *table;
  struct column *columns;
  size_t count;
  size_t *order, row_count;
  size_t *shown;		/* the order of columns */
  size_t widths[MOST_CELLS];	/* 0: not shown */
};

bool
is_obvious (const struct report *report, const char *field)
{
  return (report->process_count == 1 && !strcmp (field, "process"))
	 || (report->thread_count == 1 && !strcmp (field, "thread"));
}

/* Finds how wide each column would like to be.  */
static void
measure (struct layout *layout)
{
  union cell cells[MOST_CELLS];
  bool used[MOST_CELLS] = { false };
  for (size_t i = 0; i < layout->row_count; i++)
    {
      layout->table->fill (layout->report, layout->order[i], cells);
      for (size_t j = 0; j < layout->count; j++)
	{
	  enum cell_type type = layout->columns[j].type;
	  if (!layout->columns[j].heading)
	    continue;
	  size_t width = clean_width (row_text (layout->columns,
						layout->count, cells, j));
	  used[j] |= !is_empty (cells[j], type);
	  if (width > layout->widths[j])
	    layout->widths[j] = width;
	}
    }
  for (size_t j = 0; j < layout->count; j++)
    {
      const char *heading = layout->columns[j].heading;
      if (!heading || !used[j] || is_obvious (layout->report,
					       layout->columns[j].field))
	layout->widths[j] = 0;
      else if (clean_width (heading) > layout->widths[j])
	layout->widths[j] = clean_width (heading);
    }
}

/* Makes the widest texts narrower until a line is no longer than WIDTH.  */
static void
shrink (struct layout *layout, size_t width)
{
  for (;;)
    {
      size_t sum = 0, widest = layout->count;
      for (size_t j = 0; j < layout->count; j++)
	{
	  sum += layout->widths[j] ? layout->widths[j] + 2 : 0;
	  if (layout->columns[j].type == CELL_TEXT
	      && layout->widths[j] > LEAST_TEXT
	      && (widest == layout->count
		  || layout->widths[j] >= layout->widths[widest]))
	    widest = j;
	}
      if (sum <= width + 2 || widest == layout->count)
	return;
      layout->widths[widest]--;
    }
}

/* Returns whether the first cell of CELLS is the same as in the row BEFORE,
   which may be null, and need not be repeated.  */
static bool
is_repeated (const struct layout *layout, const union cell *cells,
	     const union cell *before)
{
  return layout->table->grouped && before && cells[0].text == before[0].text;
}

/* Returns whether most cells of TABLE are 0, which would hide the others.  */
static bool
has_blanks (const struct table *table)
{
  return in_list ("source,instructions", table->view);
}

/* Returns how CELL of COLUMN is painted.  */
static enum paint
paint_of (const struct column *column, union cell cell)
{
  if (column->type == CELL_PERCENT && !strcmp (column->heading, "%"))
    return heat (cell.real);
  if (strcmp (column->field, "verdict"))
    return PAINT_NONE;
  return !*cell.text ? PAINT_NONE : !strcmp (cell.text, "more") ? PAINT_HOT
				  : PAINT_BETTER;
}

/* Writes one line, of headings or of CELLS, behind those BEFORE.  */
static void
write_line (FILE *out, const struct layout *layout, const union cell *cells,
	    const union cell *before)
{
  size_t blanks = 0;
  for (size_t k = 0; k < layout->count; k++)
    {
      size_t j = layout->shown[k];
      const struct column *column = &layout->columns[j];
      size_t width = layout->widths[j];
      if (!width)
	continue;
      const char *text = cells ? row_text (layout->columns, layout->count,
					   cells, j)
			       : column->heading;
      if (cells && ((!j && is_repeated (layout, cells, before))
		    || (has_blanks (layout->table)
			&& is_empty (cells[j], column->type))))
	text = "";
      size_t own = clean_width (text);
      bool left = column->type == CELL_TEXT;
      size_t pad = own < width ? width - own : 0;
      fprintf (out, "%*s", (int) (blanks + (left ? 0 : pad)), "");
      enum paint color = cells ? paint_of (column, cells[j]) : PAINT_HEADING;
      if (color)
	paint (out, color);
      print_text (out, text, width, !strcmp (column->field, "code"));
      if (color)
	paint (out, PAINT_NONE);
      blanks = 2 + (left ? pad : 0);
    }
  fputc ('\n', out);
}

static void
write_rows (FILE *out, struct layout *layout)
{
  union cell cells[2][MOST_CELLS];
  measure (layout);
  shrink (layout, text_width ());
  write_line (out, layout, NULL, NULL);
  for (size_t i = 0; i < layout->row_count; i++)
    {
      layout->table->fill (layout->report, layout->order[i], cells[i % 2]);
      write_line (out, layout, cells[i % 2], i ? cells[(i + 1) % 2] : NULL);
    }
}

/* Hides threads for which a line has no room.  */
static void
hide_threads (struct layout *layout)
{
  size_t first = layout->table->column_count;
  size_t room = (text_width () - 50) / 10;
  for (size_t j = first + room; j < layout->count; j++)
    layout->columns[j].heading = NULL;
}

/* Returns whether there was anything to write.  */
static bool
write_table (const struct report *report, const struct table *table,
	     const struct output *output, const struct showing *showing,
	     const char *title)
{
  struct layout layout = { .report = report, .table = table };
  size_t all;
  struct showing limited = *showing;
  if (!output->limited)
    limited.limit = DEFAULT_ROWS;
  if (has_blanks (table))
    limited.limit = 0;
  if (!strcmp (table->name, "changed"))
    limited.nonzero = NULL;
  layout.columns = table_columns (report, table, &layout.count);
  layout.shown = display_order (layout.columns, layout.count);
  if (table->by_thread)
    hide_threads (&layout);
  layout.order = table_order (report, table, &limited, &layout.row_count,
			      &all);
  if (layout.row_count)
    {
      write_title (output->out, title, layout.row_count, all);
      write_rows (output->out, &layout);
    }
  free (layout.columns);
  free (layout.order);
  free (layout.shown);
  return layout.row_count;
}

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
      if (!write_table (report, table, output, &showing, title))
	{
	  write_title (output->out, title, 0, 0);
	  fputs ("0 everywhere\n", output->out);
	}
      free (title);
    }
}

static const char *
plural (size_t count)
{
  return count == 1 ? "" : "s";
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
      char *one = print_string ("%.*s", (int) strcspn (word, " "), word);
      size_t width = clean_width (one);
      bool breaks = used && used + 1 + width > room;
      fputs (!used ? "  " : breaks ? "\n  " : " ", out);
      print_clean (out, one);
      used = !used || breaks ? width : used + 1 + width;
      word += strlen (one);
      word += *word == ' ';
      free (one);
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
		      hosts_text (report), time_text (p->duration), p->state);
}

static char *
extent_text (const struct report *report)
{
  return arena_print ("%zu process%s%s, %zu thread%s, %s of thread time",
		      report->process_count,
		      report->process_count == 1 ? "" : "es",
		      is_sequence (report) ? ", some after others had ended"
					   : "",
		      report->thread_count, plural (report->thread_count),
		      time_text (report->whole));
}

/* Writes that calls of COUNT functions are not all known.  */
static void
write_counts_note (FILE *out, size_t count)
{
  if (count)
    write_any_field (out, "calls",
		     arena_print ("with %s are lower bounds: %zu function%s cost "
				  "too much to count on; all: gasp run --exact",
				  least_sign (), count, plural (count)));
}

/* Writes how good the times are.  */
static void
write_quality (const struct report *report, FILE *out)
{
  double cost = recording_cost (report);
  if (has_estimates (report))
    write_field (out, "times", "with " ESTIMATE_SIGN " may be wrong by more than "
		 "5 %: seen at few moments");
  if (cost > 0)
    write_any_field (out, has_estimates (report) ? "" : "times",
		     arena_print ("%s more was spent in recording%s",
				  time_text (cost),
				  recording_ready_text (report)));
}

/* Writes what of P, the first process, was measured with.  */
static void
write_means (const struct report *report, const struct process *p, FILE *out)
{
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
  write_field (out, "program", *p->arguments ? p->arguments : p->program);
  write_any_field (out, "started", beginning_text (report, p));
  write_any_field (out, "measured", extent_text (report));
  write_any_field (out, "of that", parts_of_time (report));
  write_any_field (out, "machine", disturbance_text (report));
  write_means (report, p, out);
  write_any_field (out, "hottest", hottest_line_text (report));
  if (*report->root)
    write_field (out, "sources", report->root);
  write_field (out, "records", report->directory);
}

/* Writes what is not quite as it ought to be with the figures of P's
   memory.  */
static void
write_memory_limits (FILE *out, const struct process *p)
{
  if (p->memory_is_sampled && p->sampled_since > 0)
    fprintf (out, "  estimated from samples after the first %s; exact until then\n",
	     time_text (p->sampled_since));
  else if (p->memory_is_sampled)
    fprintf (out, "  estimated from samples\n");
  if (p->allocations_until > 0)
    fprintf (out, "  known only of what was allocated in the first %s%s: the budget "
	     "allowed no more\n", time_text (p->allocations_until),
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
	   count_text ((double) blocks), plural ((size_t) blocks));
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
  fprintf (out, " %s\n", p->is_over ? "not freed at the end" : "live");
  if (p->library_blocks)
    fprintf (out, "  %s%s in %s block%s of that %s allocated by libraries that are not "
	     "instrumented\n", p->memory_is_sampled ? ESTIMATE_SIGN : "", bytes_text ((double) p->library_bytes),
	     count_text (round (p->library_blocks)),
	     plural ((size_t) round (p->library_blocks)),
	     p->library_blocks == 1 ? "was" : "were");
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

/* Of more processes, some are listed behind the sum of all.  */
enum { MOST_MEMORY = 16, LARGEST_MEMORY = 5 };

static void
write_memory_summary (const struct report *report, const struct output *output)
{
  size_t count, most = output->limited ? output->showing.limit : MOST_MEMORY;
  const struct process **all = list_memory (report, &count);
  size_t shown = most && count > most
		 ? output->limited ? most : LARGEST_MEMORY : count;
  if (count)
    write_title (output->out, "Memory", shown, count);
  if (shown < count)
    {
      struct process sum = memory_of_all (all, count);
      fprintf (output->out, "%zu processes, added up: ", count);
      write_memory (output->out, &sum);
      qsort (all, count, sizeof *all, by_falling_peak);
    }
  for (size_t i = 0; i < shown; i++)
    if (report->process_count > 1)
      write_memory_of (output->out, all[i]);
    else
      write_memory (output->out, all[i]);
  free (all);
}

/* Writes what the tool had to say, which may explain the rest.  */
static void
write_messages (const struct report *report, FILE *out)
{
  size_t count = report->messages.count;
  for (size_t i = 0; i < count + report->remark_count; i++)
    {
      char *new = i < count ? new_message (report, i) : NULL;
      const char *text = i < count ? new : report->remarks[i - count];
      if (text)
	{
	  fprintf (out, "  %-10s ", i ? "" : "messages");
	  print_clean (out, text);
	  fputc ('\n', out);
	}
      free (new);
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
	    char *title = title_of (report, table);
	    write_table (report, table, output, &output->showing, title);
	    free (title);
	  }
	}
    }
}
