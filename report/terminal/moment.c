/* moment.c - read the figures of a running program.  See moment.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "terminal/moment.h"
#include "base/arena.h"
#include "tables/tables.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* A row of a table while it is read.  */
struct source
{
  struct column *columns;
  size_t count;
  union cell cells[MOST_CELLS];
};

static double
amount_of (const struct source *source, const char *field)
{
  size_t i = find_field (source->columns, source->count, field);
  return i == source->count ? 0
	 : source->columns[i].type == CELL_TIME ? source->cells[i].real
	 : (double) source->cells[i].count;
}

/* Returns the text of FIELD, allocated; "" where there is nothing.  */
static char *
text_in (const struct source *source, const char *field)
{
  size_t i = find_field (source->columns, source->count, field);
  const union cell *cell = &source->cells[i];
  if (i == source->count)
    return copy_string ("");
  return source->columns[i].type == CELL_NUMBER
	 ? print_string ("%lld", (long long) cell->value)
	 : copy_string (cell->text ? cell->text : "");
}

/* Sets the name of ROW, of KIND, and where it is.  */
static void
name_row (const struct report *report, const struct table_kind *kind,
	  const struct source *source, struct live *row)
{
  if (!kind->called)
    {
      uint32_t node = (uint32_t) amount_of (source, "id");
      const struct tree *tree = &report->tree;
      const struct place *p = &report->profile.places[tree->nodes[node].place];
      row->name = path_text (report, tree, node);
      row->where = copy_string (p->location ? p->location : "");
      return;
    }
  row->name = text_in (source, kind->called);
  row->where = text_in (source, kind->where);
  if (kind->within)
    {
      OWNED char *event = row->name, *function = text_in (source, kind->within);
      row->name = print_string ("%s in %s", event, function);
    }
}

static void
collect (const struct report *report, const struct table_kind *kind,
	 struct moment *moment)
{
  static struct source source;
  const struct table *table = find_table (kind->table);
  struct showing showing = { .sort = kind->running, .limit = kind->most,
			     .nonzero = kind->most ? "calls" : NULL };
  source.columns = table_columns (report, table, &source.count);
  size_t all, *order = table_order (report, table, &showing, &moment->count,
				    &all);
  moment->rows = allocate (moment->count, sizeof *moment->rows);
  for (size_t i = 0; i < moment->count; i++)
    {
      table->fill (report, order[i], source.cells);
      moment->rows[i].all = (struct amounts) {
	amount_of (&source, kind->self), amount_of (&source, kind->total),
	amount_of (&source, kind->running), amount_of (&source, "calls"),
	amount_of (&source, kind->bytes)
      };
      name_row (report, kind, &source, &moment->rows[i]);
    }
}

/* ---- From the child to its parent  */

static void
send_text (FILE *out, const char *text)
{
  size_t length = strlen (text);
  fwrite (&length, sizeof length, 1, out);
  fwrite (text, 1, length, out);
}

/* Returns the next text from IN, allocated, or null at the end of the
   data.  */
static char *
receive_text (FILE *in)
{
  size_t length;
  if (fread (&length, sizeof length, 1, in) != 1)
    return NULL;
  char *text = allocate (length + 1, 1);
  if (fread (text, 1, length, in) == length)
    return text;
  free (text);
  return NULL;
}

static void
describe (const struct report *report, struct moment *moment)
{
  const struct process *first = first_process (report);
  moment->whole = report->whole;
  moment->cost = recording_cost (report);
  moment->processes = report->process_count;
  moment->threads = report->thread_count;
  moment->program = copy_string (*first->arguments ? first->arguments
				 : first->program);
  for (size_t i = 0; i < report->process_count; i++)
    {
      const struct process *p = report->processes[i];
      if (p->duration > moment->when)
	moment->when = p->duration;
      moment->running += !strcmp (p->state, "running");
      moment->live_bytes += p->live_bytes;
      moment->peak_bytes += p->peak_bytes;
    }
  moment->state = moment->running && moment->processes > 1
		  ? print_string ("%zu of %zu processes running",
				  (size_t) moment->running,
				  (size_t) moment->processes)
		  : copy_string (first->state);
}

static void
send_moment (FILE *out, const char *directory, const struct table_kind *kind,
	     const struct selection *selection)
{
  struct report *report = arena_allocate (1, sizeof *report);
  report->selection = *selection;
  struct moment moment = { 0 };
  if (!load_report (report, directory))
    return;
  describe (report, &moment);
  collect (report, kind, &moment);
  fwrite (&moment, sizeof moment, 1, out);
  send_text (out, moment.program);
  send_text (out, moment.state);
  for (size_t i = 0; i < moment.count; i++)
    {
      fwrite (&moment.rows[i].all, sizeof moment.rows[i].all, 1, out);
      send_text (out, moment.rows[i].name);
      send_text (out, moment.rows[i].where);
    }
}

/* Reads MOMENT from IN.  Returns false if the child could not read the
   record.  */
static bool
receive_moment (FILE *in, struct moment *moment)
{
  if (fread (moment, sizeof *moment, 1, in) != 1)
    return false;
  moment->program = receive_text (in);
  moment->state = receive_text (in);
  moment->rows = allocate (moment->count, sizeof *moment->rows);
  for (size_t i = 0; i < moment->count; i++)
    {
      struct live *row = &moment->rows[i];
      if (fread (&row->all, sizeof row->all, 1, in) != 1)
	return false;
      row->name = receive_text (in);
      row->where = receive_text (in);
      if (!row->name || !row->where)
	return false;
    }
  return true;
}

void
free_moment (struct moment *moment)
{
  for (size_t i = 0; i < moment->count; i++)
    {
      free (moment->rows[i].name);
      free (moment->rows[i].where);
    }
  free (moment->rows);
  free (moment->program);
  free (moment->state);
  *moment = (struct moment) { 0 };
}

bool
read_moment (const char *directory, const struct table_kind *kind,
	     const struct selection *selection, bool quietly,
	     struct moment *moment)
{
  int ends[2], status;
  if (pipe (ends))
    fail (EXIT_TROUBLE, "top: %s", strerror (errno));
  pid_t child = fork ();
  if (child < 0)
    fail (EXIT_TROUBLE, "top: %s", strerror (errno));
  if (!child)
    {
      int null = quietly ? open ("/dev/null", O_WRONLY) : -1;
      if (null >= 0)
	dup2 (null, STDERR_FILENO);
      FILE *out = fdopen (ends[1], "w");
      send_moment (out, directory, kind, selection);
      fclose (out);
      _exit (0);
    }
  close (ends[1]);
  FILE *in = fdopen (ends[0], "r");
  bool good = receive_moment (in, moment);
  fclose (in);
  waitpid (child, &status, 0);
  return good;
}

/* ---- What is new since the last time  */

int
by_names (const void *a, const void *b)
{
  const struct live *x = a, *y = b;
  int order = strcmp (x->name, y->name);
  return order ? order : strcmp (x->where, y->where);
}

void
subtract_moment (struct moment *moment, const struct moment *before)
{
  for (size_t i = 0; i < moment->count; i++)
    {
      struct live *row = &moment->rows[i];
      const struct live *old
	= before->count ? bsearch (row, before->rows, before->count,
				   sizeof *row, by_names) : NULL;
      row->now = row->all;
      if (!old)
	continue;
      row->now.self -= old->all.self;
      row->now.calls -= old->all.calls;
      row->now.bytes -= old->all.bytes;
      if (row->now.self < 0)	/* an estimate that is better now */
	row->now.self = 0;
    }
}
