/* list.c - gasp list: events, counters, settings and fields.

   SPDX-License-Identifier: Apache-2.0  */

#include "commands/commands.h"
#include "commands/counters.h"
#include "tables/tables.h"

#include <stdlib.h>
#include <string.h>

static bool only_names;

struct event { unsigned number; const char *name, *types, *label, *text; };

static const struct event events[] = {
#define GASP_EVENT(number, name, role, types, start, end, section, label, \
		   text) \
  { number, #name, #types, label, text },
#include "gasp-events.def"
};

struct setting { const char *name, *argument, *initial, *help; };

static const struct setting settings[] = {
#define GASP_SETTING(name, argument, initial, help) \
  { #name, argument, initial, help },
#include "settings.def"
};

struct clock { const char *name, *text; };

static const struct clock clocks[] = {
#define GASP_CLOCK_ROW(name, per_thread, read, text) { name, text },
#include "clocks.def"
};

static void
list_events (void)
{
  for (size_t i = 0; i < COUNT_OF (events); i++)
    if (only_names)
      puts (events[i].name);
    else
      printf ("%4u  %-29s %-7s %s\n", events[i].number, events[i].name,
	      events[i].types, events[i].text);
}

static void
list_settings (void)
{
  for (size_t i = 0; i < COUNT_OF (settings); i++)
    if (only_names)
      puts (settings[i].name);
    else
      printf ("%s=%s\n    %s%s%s%s\n", settings[i].name,
	      settings[i].argument, settings[i].help,
	      *settings[i].initial ? " (default: " : "", settings[i].initial,
	      *settings[i].initial ? ")" : "");
}

static void
list_clocks (void)
{
  for (size_t i = 0; i < COUNT_OF (clocks); i++)
    if (only_names)
      puts (clocks[i].name);
    else
      printf ("%-16s %s\n", clocks[i].name, clocks[i].text);
}

static void
list_fields_of (const struct table *table)
{
  static const struct report no_report;
  OWNED char *title = title_of (&no_report, table);
  if (!only_names)
    printf ("%s (in view %s): %s%s\n", table->name, table->view, title,
	    table->with_counters ? "; and for each counter NAME and self:NAME"
	    : table->by_thread
	    ? "; and for each process (of UPC: thread) N, thread:N" : "");
  for (size_t i = 0; i < table->column_count; i++)
    if (only_names)
      printf ("%s.%s\n", table->name, table->columns[i].field);
    else
      printf ("  %-17s %s\n", table->columns[i].field,
	      table->columns[i].help);
}

static void
list_fields (void)
{
  for (size_t i = 0; i < table_count; i++)
    list_fields_of (&tables[i]);
}

static void
list_schema (void)
{
  write_schema (stdout);
}

/* Prints one line, whatever PAPI's text has in it.  */
static void
show (const char *name, const char *description)
{
  if (only_names)
    {
      puts (name);
      return;
    }
  printf ("  %-34s ", name);
  OWNED char *line = copy_string (description);
  line[strcspn (line, "\n")] = '\0';
  print_fitted (stdout, line, 80, true);
  putchar ('\n');
}

static void
heading (const char *text)
{
  if (!only_names)
    puts (text);
}

static void
list_component (const struct counter_component *component)
{
  if (only_names && component->disabled)
    return;
  if (!only_names)
    printf ("\nComponent %s: %s\n", component->name, component->description);
  if (component->disabled)
    printf ("  disabled: %s\n", component->disabled);
  else if (!counters_native (component->index, show))
    heading ("  (no events)");
}

static const char sde_text[] =
  "\nSoftware-defined events are counted by libraries that register them with "
  "libsde.\nThey exist inside such a program only, hence not here; name them "
  "as\n  gasp run --counters=sde:::LIBRARY::EVENT PROGRAM";

static int
list_counters (void)
{
  const char *reason = counters_open ();
  if (reason)
    {
      complain ("no counters: %s", reason);
      return EXIT_TROUBLE;
    }
  heading ("Preset events that work here:");
  if (!counters_presets (show))
    heading ("  (none: see what 'gasp doctor' says of PAPI)");
  struct counter_component component;
  for (int i = 0; counters_component (i, &component); i++)
    list_component (&component);
  heading (sde_text);
  return EXIT_FINE;
}

struct topic { const char *name; void (*list) (void); };

static const struct topic topics[] = {
  { "events", list_events },
  { "counters", NULL },
  { "clocks", list_clocks },
  { "settings", list_settings },
  { "fields", list_fields },
  { "schema", list_schema },
};

static int
list (const struct command *command, int argc, char **argv)
{
  if (parse_options (command, argc, argv) != 2)
    fail (EXIT_USAGE, "list: name one of events, counters, clocks, settings, "
	  "fields, schema");
  for (size_t i = 0; i < COUNT_OF (topics); i++)
    if (!strcmp (argv[1], topics[i].name))
      {
	if (!topics[i].list)
	  return list_counters ();
	topics[i].list ();
	return EXIT_FINE;
      }
  const char *alike = most_alike (argv[1], topics, COUNT_OF (topics),
				  sizeof *topics);
  fail (EXIT_USAGE, "list: unknown topic '%s'; %s%s", argv[1],
	alike ? "did you mean "
	      : "there are events, counters, clocks, "
		"settings, fields, schema",
	alike ? alike : "");
}

static const struct option_row options[] = {
  { "names", 'n', NULL, "print the names only, one a line", OPTION_FLAG,
    &only_names },
};

const struct command list_command = {
  "list", "events|counters|clocks|settings|fields|schema",
  "list events, counters, clocks, settings, fields or the schema",
  "Lists the events that tools receive, the counters that PAPI has here for "
  "'gasp run --counters', the clocks for 'gasp run --clock', the environment "
  "variables that instrumented programs and the sample tool read, or the "
  "tables and fields of 'gasp report' in JSON, CSV and HTML; or prints the "
  "JSON schema of the former, which share/gasp/report.schema.json has, too.",
  options, COUNT_OF (options), false, list,
  "  gasp list events --names > events\n"
  "  gaspcc --profile-only events prog.c -o prog"
};
