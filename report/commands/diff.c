/* diff.c - gasp diff: what changed from some runs to others.

   SPDX-License-Identifier: Apache-2.0

   report.c reads each run, compare.c compares, and the writers of gasp report
   show the tables of changes.  */

#include "commands/commands.h"
#include "tables/compare.h"
#include "commands/report.h"
#include "sums/records.h"
#include "base/arena.h"
#include "base/terminal.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

/* The exit status if a condition of --fail-if holds.  */
enum { EXIT_CHANGED = 3 };

static const char *format = "text", *wanted_format, *output_file;
static unsigned long limit = (unsigned long) -1;
static double threshold = 1;
static bool show_all;
static struct selection selection;
static struct text_list conditions;

#define DIFF_FORMATS REPORT_FORMATS "|messages"

static const struct option_row options[] = {
  { "format", 'f', DIFF_FORMATS, "what to write (default: what FILE's name "
    "ends in, as in .html, or text); messages are like a compiler's",
    OPTION_CHOICE, &wanted_format },
  { "output", 'o', "FILE", "where to write it (default: standard output)",
    OPTION_TEXT, &output_file },
  { "fail-if", 0, "CONDITION", "exit with 3 if it holds, and the change is not "
    "noise: FIGURE>P%, as total>5%, of the run as a whole; or FIGURE:GLOB>P%, "
    "as self:parse*>10%, of functions (may be given several times)",
    OPTION_LIST, &conditions },
  { "threshold", 0, "P", "what is less than P % of the whole does not matter "
    "(default: 1)", OPTION_FRACTION, &threshold },
  { "all", 'a', NULL, "show in text, too, what did not change by more than the "
    "noise", OPTION_FLAG, &show_all },
  { "limit", 'n', "N", "show N rows of each table; 0 for all (default: in "
    "text 20; else all)", OPTION_NUMBER, &limit },
  { "include", 'i', "GLOB", "as of gasp report", OPTION_LIST,
    &selection.include },
  { "exclude", 'x', "GLOB", "likewise", OPTION_LIST, &selection.exclude },
  TERMINAL_OPTIONS,
};

/* ---- Conditions.  */

struct condition { char *figure, *name; bool less; double percent; };

/* Reads TEXT; the command ends if it is not a condition.  */
static struct condition
parse_condition (const char *text)
{
  struct condition condition = { copy_string (text), NULL, false, 0 };
  char *sign = strpbrk (condition.figure, "<>"), *end;
  if (!sign || sign == condition.figure)
    fail (EXIT_USAGE, "diff: --fail-if: '%s' is not like total>5%%", text);
  condition.less = *sign == '<';
  *sign = '\0';
  condition.percent = strtod (sign + 1, &end);
  if (end == sign + 1 || strcmp (end, "%")
      || !(condition.percent >= -1e9 && condition.percent <= 1e9))
    fail (EXIT_USAGE, "diff: --fail-if: '%s' is not like total>5%%", text);
  char *colon = strchr (condition.figure, ':');
  if (colon && !strstr (condition.figure, ":::"))
    {
      *colon = '\0';
      condition.name = colon + 1;
    }
  return condition;
}

static bool
is_about (const struct condition *condition, const struct change *change)
{
  if (strcmp (change->figure, condition->figure))
    return false;
  return !condition->name ? change->kind == CHANGED_WHOLE
	 : change->kind == CHANGED_FUNCTION
	   && !fnmatch (condition->name, change->name, 0);
}

/* Ends the command if CONDITION names a figure that does not exist.  A function
   may be missing, since it may have been removed.  */
static void
check_figure (const struct comparison *c, const struct condition *condition)
{
  size_t count = c->firsts[CHANGE_KINDS];
  const char **names = allocate (count, sizeof *names);
  for (size_t i = 0; i < count; i++)
    {
      names[i] = c->changes[i].kind == CHANGED_WHOLE
		 || c->changes[i].kind == CHANGED_FUNCTION
		 ? c->changes[i].figure : "";
      if (!strcmp (names[i], condition->figure))
	{
	  free (names);
	  return;
	}
    }
  const char *alike = most_alike (condition->figure, names, count,
				  sizeof *names);
  fail (EXIT_USAGE, "diff: --fail-if: there is no figure '%s'%s%s%s",
	condition->figure, alike ? "; did you mean '" : "; there are total, "
	"duration, processor, calls, peak, allocated, live, counters; and of "
	"functions self, total, calls", alike ? alike : "", alike ? "'?" : "");
}

/* Returns whether CONDITION holds for some change, which is reported.  */
static bool
holds (const struct comparison *c, const struct condition *condition)
{
  bool held = false;
  for (size_t i = 0; i < c->firsts[CHANGE_KINDS]; i++)
    {
      const struct change *change = &c->changes[i];
      double by = change_percent (change);
      if (!is_about (condition, change) || !change->beyond
	  || (condition->less ? by >= condition->percent
			      : by <= condition->percent))
	continue;
      complain ("diff: %s%s%s: %s, was %s (%+.1f %%)", change->figure,
		condition->name ? " of " : "",
		condition->name ? change->name : "",
		change_text (change, change->new),
		change_text (change, change->old), by);
      held = true;
    }
  return held;
}

/* ---- Runs.  */

static struct report *
load_run (const char *argument)
{
  struct report *report = allocate (1, sizeof *report);
  report->selection = selection;
  if (!load_report (report, argument))
    fail (EXIT_TROUBLE, "diff: '%s' has nothing to compare", argument);
  return report;
}

/* Returns how a heading lists COUNT NAMES.  */
static const char *
names_text (char **names, size_t count)
{
  return count == 1 ? names[0]
	 : print_string ("%zu runs, %s to %s", count, names[0],
			 names[count - 1]);
}

/* Returns where the word "vs" is in ARGV; with two arguments there need be
   none.  */
static int
find_border (int argc, char **argv)
{
  for (int i = 2; i + 1 < argc; i++)
    if (!strcmp (argv[i], "vs"))
      return i;
  if (argc != 3)
    fail (EXIT_USAGE,
	  "diff: name two runs, OLD NEW; or several of each, OLD... "
	  "vs NEW...");
  return 0;
}

static void
show (const struct report *report)
{
  struct output output = {
    .view = strcmp (format, "html") ? "diff" : "all",
    .limited = limit != (unsigned long) -1,
    .showing = { .limit = limit != (unsigned long) -1 ? limit : 0,
		 .nonzero = strcmp (format, "text") || show_all ? NULL
			    : "beyond" }
  };
  write_report_to (report, format, output_file, &output);
}

static int
diff (const struct command *command, int argc, char **argv)
{
  argc = parse_options (command, argc, argv);
  format = format_for (wanted_format, output_file, DIFF_FORMATS, format);
  struct condition *wanted = arena_allocate (conditions.count, sizeof *wanted);
  for (size_t i = 0; i < conditions.count; i++)
    wanted[i] = parse_condition (conditions.items[i]);
  int border = find_border (argc, argv);
  size_t old_count = border ? (size_t) border - 1 : 1, count = 0;
  struct report **runs = arena_allocate ((size_t) argc, sizeof *runs);
  for (int i = 1; i < argc; i++)
    if (i != border)
      runs[count++] = load_run (argv[i]);
  struct comparison *c = compare_runs (runs, old_count, count, threshold);
  char **news = argv + (border ? border + 1 : 2);
  c->old_name = names_text (argv + 1, old_count);
  c->new_name = names_text (news, count - old_count);
  struct report *shown = middle_run (runs + old_count, count - old_count);
  shown->comparison = c;
  for (size_t i = 0; i < conditions.count; i++)
    check_figure (c, &wanted[i]);
  show (shown);
  bool failed = false;
  for (size_t i = 0; i < conditions.count; i++)
    failed |= holds (c, &wanted[i]);
  return failed ? EXIT_CHANGED : EXIT_FINE;
}

const struct command diff_command = {
  "diff", "[OPTION]... OLD NEW | OLD... vs NEW...",
  "show what changed from one run to another",
  "Compares the runs recorded in the directories OLD with those in NEW: by "
  "function, call path, line, allocation, counter and communication.  With "
  "three runs or more on each side, medians are compared, and a change is "
  "reported if it exceeds what the runs of one side differ by; else times are "
  "taken to differ by a fifth from run to run, and counts by a fiftieth.",
  options, COUNT_OF (options), false, diff,
  "  gasp diff old.* vs new.* --fail-if='total>5%'"
};
