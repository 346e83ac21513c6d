/* messages.c - what took time, as messages of a compiler.  See tables.h.

   SPDX-License-Identifier: Apache-2.0

     lvm.c:1139:1: warning: 24.9 ms (13.8 %) here, 200001 calls [luaV_execute]
     list.c:12:9: warning: 3.2 KiB in 100 blocks not freed [malloc < add < main]
     lvm.c:1139:1: warning: running 60 ms, was 25 ms (+141.4 %) [luaV_execute]

   Editors and CI services that know GCC's messages (problem matchers, quickfix
   lists) take one there.  */

#include "tables/compare.h"
#include "base/order.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Without --min-percent, lines that took less than LEAST_PERCENT of the time
   are left out.  Lines from HOT_PERCENT on are warnings, the others notes.  */
#define LEAST_PERCENT 1.0
#define HOT_PERCENT 5.0

static void
write_position (FILE *out, const struct place *place)
{
  print_clean (out, place->file);
  fprintf (out, ":%u:%u: ", place->line, place->column ? place->column : 1);
}

/* Compares rows by their own time, the largest first.  */
ORDER_POINTERS (by_self, struct row, FALLING (self))

static void
write_line_message (const struct report *report, const struct row *row,
		    FILE *out)
{
  double percent = report->whole > 0 ? 100 * row->self / report->whole : 0;
  write_position (out, &report->profile.places[row->place]);
  fprintf (out, "%s: %s%s (%s %%) here, %s calls\n",
	   percent >= HOT_PERCENT ? "warning" : "note",
	   is_estimate (row->self, row->self_variance) ? ESTIMATE_SIGN : "",
	   time_text (row->self), percent_text (row->self, report->whole),
	   count_text ((double) row->calls));
}

static void
write_leak_message (const struct report *report, const struct leak_row *leak,
		    FILE *out)
{
  const struct place *place = leak->place == NO_NODE ? NULL
			      : &report->profile.places[leak->place];
  if (!place || !place->file)
    return;
  write_position (out, place);
  const char *sign = leak->variance > 0 ? ESTIMATE_SIGN : "";
  double blocks = round (leak->blocks);
  fprintf (out, "warning: %s%s in %s%s block%s not freed [", sign,
	   bytes_text (leak->bytes), sign, count_text (blocks),
	   blocks == 1 ? "" : "s");
  print_clean (out, leak->path);
  fputs ("]\n", out);
}

/* Writes FINDING as a message, except what later messages say of lines
   and of leaks.  */
static void
write_finding_message (const struct report *report,
		       const struct finding *finding, FILE *out)
{
  const struct place *place = finding->place == NO_NODE ? NULL
			      : &report->profile.places[finding->place];
  if (!place || !place->file || in_list ("top,leak", finding->rule))
    return;
  write_position (out, place);
  fputs ("warning: ", out);
  print_clean (out, finding->text);
  fprintf (out, " [%s]\n", finding->rule);
}

/* Writes CHANGE, beyond the noise, of a function that is still there.  */
static void
write_change_message (const struct report *report,
		      const struct change *change, FILE *out)
{
  if (!strchr (change->location, ':') || !(change->new > 0))
    return;
  double percent = change_percent (change);
  if (*change->location != '/')
    print_clean (out, report->root);
  print_clean (out, change->location);
  fprintf (out, ":1: %s: %s %s, was %s",
	   change->new > change->old ? "warning" : "note", change->figure,
	   change_text (change, change->new),
	   change_text (change, change->old));
  if (isfinite (percent))
    fprintf (out, " (%+.1f %%)", percent);
  fputs (" [", out);
  print_clean (out, change->name);
  fputs ("]\n", out);
}

/* Returns whether CHANGE is of what a function takes by itself, or of how often
   it is called, where the reason is: and not a sum of others among those of C,
   as self time is of running and waiting.  */
static bool
is_telling (const struct comparison *c, const struct change *change)
{
  if (!change->beyond || !strcmp (change->figure, "total"))
    return false;
  if (strcmp (change->figure, "self"))
    return true;
  for (size_t i = c->firsts[CHANGED_FUNCTION];
       i < c->firsts[CHANGED_FUNCTION + 1]; i++)
    if (c->changes[i].beyond
	&& in_list ("running,waiting", c->changes[i].figure)
	&& !strcmp (c->changes[i].name, change->name))
      return false;
  return true;
}

static void
write_changes (const struct report *report, FILE *out)
{
  const struct comparison *c = report->comparison;
  for (size_t i = c->firsts[CHANGED_FUNCTION];
       i < c->firsts[CHANGED_FUNCTION + 1]; i++)
    if (is_telling (c, &c->changes[i]))
      write_change_message (report, &c->changes[i], out);
}

void
write_as_messages (const struct report *report, const struct output *output)
{
  if (report->comparison)
    {
      write_changes (report, output->out);
      return;
    }
  double least = output->showing.least_percent > 0
		   ? output->showing.least_percent
		   : LEAST_PERCENT;
  size_t count = 0;
  OWNED const struct row **rows = allocate (report->lines.count, sizeof *rows);
  for (size_t i = 0; i < report->lines.count; i++)
    if (100 * report->lines.rows[i].self >= least * report->whole)
      rows[count++] = &report->lines.rows[i];
  SORT (rows, count, by_self);
  if (output->showing.limit && count > output->showing.limit)
    count = output->showing.limit;
  for (size_t i = 0; i < report->finding_count; i++)
    write_finding_message (report, &report->findings[i], output->out);
  for (size_t i = 0; i < count; i++)
    write_line_message (report, rows[i], output->out);
  for (size_t i = 0; i < report->leak_count; i++)
    write_leak_message (report, &report->leaks[i], output->out);
}
