/* mkevents.c - make what is made from the event table: run when building.

   SPDX-License-Identifier: Apache-2.0

     mkevents header < gasp_upc.h.in > gasp_upc.h
     mkevents man    < gasp-events.7.in > gasp-events.7

   copies its input, with the line @EVENTS@ replaced by the table.  */

#include <stdio.h>
#include <string.h>

struct row
{
  unsigned number;
  const char *name, *types, *start, *end, *section, *label, *text;
};

static const struct row rows[] = {
#define GASP_EVENT(n, name, types, start, end, section, label, text) \
  { n, #name, #types, start, end, section, label, text },
#include "gasp-events.def"
};
#define ROWS (sizeof rows / sizeof *rows)

static const char letters[] = {
#define GASP_ARGUMENT(letter, passed, type, text) letter,
#include "gasp-events.def"
  '\0'
};

/* ---- What the table promises to those who include it.  */

static int
complain (const struct row *row, const char *what)
{
  fprintf (stderr, "gasp-events.def: %s: %s\n", row->name, what);
  return 1;
}

static int
check (const struct row *row)
{
  int wrong = 0;
  if (strspn (row->start, letters) != strlen (row->start)
      || strspn (row->end, letters) != strlen (row->end))
    wrong |= complain (row, "a letter that is not in the table of arguments");
  if (strlen (row->start) > GASP_ARGUMENTS
      || strlen (row->end) > GASP_ARGUMENTS)
    wrong |= complain (row, "more than GASP_ARGUMENTS arguments");
  if (strcmp (row->types, "PAIR") && *row->end)
    wrong |= complain (row, "ATOMIC, and has arguments of an END");
  for (const struct row *other = rows; other < row; other++)
    if (other->number == row->number || !strcmp (other->name, row->name))
      wrong |= complain (row, "its number or name is taken");
  return wrong;
}

/* ---- What is made of it.  */

static const char *
types_in_words (const struct row *row)
{
  return strcmp (row->types, "PAIR") ? "ATOMIC" : "START, END";
}

static void
header (const struct row *row)
{
  printf ("/* %s: %s (%s).\n   %s  */\n#define %s %u\n\n",
	  row->label, types_in_words (row), row->section, row->text,
	  row->name, row->number);
}

static void
man (const struct row *row)
{
  printf (".TP\n.B %s\n%s (section %s), number %u.\nArguments: %s.\n",
	  row->name, types_in_words (row), row->section, row->number,
	  row->text);
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
  int wrong = 0;
  for (size_t i = 0; i < ROWS; i++)
    wrong |= check (&rows[i]);
  if (wrong)
    return 1;
  char line[4096];
  while (fgets (line, sizeof line, stdin))
    if (strcmp (line, "@EVENTS@\n"))
      fputs (line, stdout);
    else
      for (size_t i = 0; i < ROWS; i++)
	print (&rows[i]);
  return ferror (stdout) || fflush (stdout) ? 1 : 0;
}
