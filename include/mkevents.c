/* mkevents.c - make what is made from the event table: run when building.

   SPDX-License-Identifier: Apache-2.0

     mkevents header < gasp_upc.h.in > gasp_upc.h
     mkevents man    < gasp-events.7.in > gasp-events.7

   copies its input, with the line @EVENTS@ replaced by the table.  */

#include <stdio.h>
#include <string.h>

struct row
{
  const char *state;
  unsigned number;
  const char *name, *types, *section, *label, *text;
};

#define ROW(state, number, name, types, section, label, text) \
  { state, number, #name, #types, section, label, text },
static const struct row rows[] = {
#define GASP_EVENT(n, name, types, s, e, section, label, text) \
  ROW ("raised", n, name, types, section, label, text)
#define GASP_EVENT_NAMED(n, name, types, s, e, section, label, text) \
  ROW ("named", n, name, types, section, label, text)
#include "gasp-events.def"
};

static const char *
types_in_words (const struct row *row)
{
  return strcmp (row->types, "PAIR") ? "ATOMIC" : "START, END";
}

static void
header (const struct row *row)
{
  printf ("/* %s: %s (%s).%s\n   %s  */\n#define %s %u\n\n",
	  row->label, types_in_words (row), row->section,
	  strcmp (row->state, "named") ? "" : "  Not raised yet.",
	  row->text, row->name, row->number);
}

static void
man (const struct row *row)
{
  printf (".TP\n.B %s\n%s (section %s), number %u.\nArguments: %s.\n%s",
	  row->name, types_in_words (row), row->section, row->number,
	  row->text,
	  strcmp (row->state, "named") ? ""
	  : "Defined for tools that name it; not raised yet.\n");
}

int
main (int argc, char **argv)
{
  void (*print) (const struct row *)
    = argc == 2 && !strcmp (argv[1], "header") ? header
      : argc == 2 && !strcmp (argv[1], "man") ? man : NULL;
  if (!print)
    {
      fprintf (stderr, "usage: mkevents header|man < TEMPLATE\n");
      return 2;
    }
  char line[4096];
  while (fgets (line, sizeof line, stdin))
    if (strcmp (line, "@EVENTS@\n"))
      fputs (line, stdout);
    else
      for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
	print (&rows[i]);
  return ferror (stdout) || fflush (stdout) ? 1 : 0;
}
