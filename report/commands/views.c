/* views.c - what --view and --sort of gasp report name.

   SPDX-License-Identifier: Apache-2.0  */

#include "commands/commands.h"
#include "commands/report.h"
#include "tables/tables.h"

#include <stdlib.h>
#include <string.h>

/* Returns all that --view may name, allocated: views, tables, and what "peers"
   was called at first.  */
static const char **
list_views (size_t *count)
{
  const char **names = allocate (2 * table_count + 2, sizeof *names);
  *count = 0;
  names[(*count)++] = "all";
  names[(*count)++] = "upc";
  for (size_t i = 0; i < table_count; i++)
    {
      names[(*count)++] = tables[i].view;
      names[(*count)++] = tables[i].name;
    }
  return names;
}

/* Returns the views there are, each once, for a message.  */
static const char *
view_names (void)
{
  const char *text = "all";
  for (size_t i = 0; i < table_count; i++)
    if (!i || strcmp (tables[i].view, tables[i - 1].view))
      text = print_string ("%s, %s", text, tables[i].view);
  return text;
}

void
check_view (const char *names)
{
  size_t count;
  OWNED const char **known = list_views (&count);
  for (const char *name = names; name; )
    {
      size_t length = strcspn (name, ",");
      OWNED char *one = print_string ("%.*s", (int) length, name);
      size_t i = 0;
      while (i < count && strcmp (known[i], one))
	i++;
      const char *alike = most_alike (one, known, count, sizeof *known);
      if (i == count && alike)
	fail (EXIT_USAGE, "report: --view: there is no view '%s'; did you mean "
	      "'%s'?", one, alike);
      if (i == count)
	fail (EXIT_USAGE, "report: --view: there is no view '%s'; there are "
	      "%s; and single tables, see 'gasp list fields'", one,
	      view_names ());
      name = name[length] ? name + length + 1 : NULL;
    }
}

/* Returns the field of a table SHOWN that is most like NAME, or null.  */
static const char *
field_alike (const struct report *report, const char *shown, const char *name)
{
  const char **names = NULL;
  size_t all = 0, room = 0;
  for (size_t i = 0; i < table_count; i++)
    {
      size_t count;
      if (!is_in_view (&tables[i], shown))
	continue;
      OWNED struct column *columns = table_columns (report, &tables[i], &count);
      for (size_t j = 0; j < count; j++)
	ONE_MORE (names, all, room) = columns[j].field;
    }
  const char *alike = most_alike (name, names, all, sizeof *names);
  free (names);
  return alike;
}

void
check_sort (const struct report *report, const char *shown, const char *sort)
{
  for (size_t i = 0; i < table_count; i++)
    {
      size_t count;
      OWNED struct column *columns = table_columns (report, &tables[i], &count);
      bool found = false;
      for (size_t j = 0; j < count; j++)
	found |= is_in_view (&tables[i], shown)
		 && !strcmp (columns[j].field, sort);
      if (found)
	return;
    }
  const char *alike = field_alike (report, shown, sort);
  if (alike)
    fail (EXIT_USAGE, "report: --sort: no table shown has a field '%s'; did "
	  "you mean '%s'?", sort, alike);
  fail (EXIT_USAGE, "report: --sort: no table shown has a field '%s'; 'gasp "
	"list fields' lists them", sort);
}

/* Returns how many rows of REPORT the view ONE has.  The critical path is there
   for processes that deal with no others, too.  */
static size_t
rows_in (const struct report *report, const char *one)
{
  size_t rows = 0;
  bool is_of_peers = !strcmp (one, "peers") || !strcmp (one, "upc");
  if (is_of_peers && !report->peers.threads)
    return 0;
  for (size_t i = 0; i < table_count; i++)
    if (is_in_view (&tables[i], one))
      rows += tables[i].rows (report);
  return rows;
}

void
warn_about_views (const struct report *report, const char *names)
{
  for (const char *next = names; next && *next; )
    {
      size_t length = strcspn (next, ",");
      OWNED char *one = print_string ("%.*s", (int) length, next);
      if (*one && strcmp (one, "hot-lines") && !rows_in (report, one))
	complain ("report: --view=%s: nothing of that was recorded%s", one,
		  strncmp (one, "fault", strlen ("fault")) ? ""
		  : ": page faults are seen by perf events, one in 199");
      next += length + (next[length] == ',');
    }
}
