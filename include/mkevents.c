/* mkevents.c - make what is made from the event table: run when building.

   SPDX-License-Identifier: Apache-2.0

     mkevents header MODEL < header.in > gasp_MODEL.h
     mkevents man < gasp-events.7.in > gasp-events.7

   copies its input, with the line @EVENTS@ replaced by MODEL's events, or by
   all models'.  */

#include <stdio.h>
#include <string.h>

struct model
{
  const char *name, *text;
  unsigned language, first, last;
};

static const struct model models[] = {
#define GASP_MODEL(model, language, first, last, rank, text) \
  { #model, text, language, first, last },
#include "gasp-events.def"
};
#define MODELS (sizeof models / sizeof *models)

/* A role that is not in the table does not compile.  */
enum role
{
#define GASP_ROLE(role, text) ROLE_##role,
#include "gasp-events.def"
};

struct row
{
  unsigned number;
  const char *name;
  enum role role;
  const char *types, *start, *end, *section, *label, *text;
};

static const struct row rows[] = {
#define GASP_EVENT(n, name, role, types, start, end, section, label, text) \
  { n, #name, ROLE_##role, #types, start, end, section, label, text },
#include "gasp-events.def"
};
#define ROWS (sizeof rows / sizeof *rows)

enum { COPY, FETCH_EACH, PUT_PERMUTED, PUT_ELEMENT, FETCH_ELEMENT };
#define NONE -1

static const struct moves
{
  const char *name;
  int pattern, target, source, size;
} moves[] = {
#define GASP_MOVES(name, pattern, target, source, size) \
  { #name, pattern, target, source, size },
#include "gasp-events.def"
  { NULL, 0, 0, 0, 0 }
};

static const char letters[] = {
#define GASP_ARGUMENT(letter, passed, type, text) letter,
#include "gasp-events.def"
  '\0'
};

/* ---- What the table promises to those who include it.  */

static int
complain (const char *name, const char *what)
{
  fprintf (stderr, "gasp-events.def: %s: %s\n", name, what);
  return 1;
}

static int
is_of (const struct row *row, const struct model *model)
{
  return row->number >= model->first && row->number <= model->last;
}

static int
check_model (const struct model *model)
{
  int wrong = 0;
  if (model->first < 1 || model->last < model->first)
    wrong |= complain (model->name, "its range has no events");
  for (const struct model *other = models; other < model; other++)
    {
      if (!strcmp (other->name, model->name))
	wrong |= complain (model->name, "there is such a model already");
      if (other->first <= model->last && model->first <= other->last)
	wrong |= complain (model->name, "its range is another model's, too");
      if (other->language == model->language)
	wrong |= complain (model->name, "its language is another model's, too");
    }
  return wrong;
}

static int
check (const struct row *row)
{
  int wrong = 0, models_of_it = 0;
  for (size_t i = 0; i < MODELS; i++)
    models_of_it += is_of (row, &models[i]);
  if (!models_of_it)
    wrong |= complain (row->name, "its number is in no model's range");
  if (strspn (row->start, letters) != strlen (row->start)
      || strspn (row->end, letters) != strlen (row->end))
    wrong |= complain (row->name,
		       "a letter that is not in the table of arguments");
  if (strlen (row->start) > GASP_ARGUMENTS
      || strlen (row->end) > GASP_ARGUMENTS)
    wrong |= complain (row->name, "more than GASP_ARGUMENTS arguments");
  if (strcmp (row->types, "PAIR") && *row->end)
    wrong |= complain (row->name, "ATOMIC, and has arguments of an END");
  for (const struct row *other = rows; other < row; other++)
    if (other->number == row->number || !strcmp (other->name, row->name))
      wrong |= complain (row->name, "its number or name is taken");
  return wrong;
}

/* Checks that ROW has the arguments that its role promises: those who know
   roles take them by their places.  */
static int
check_role (const struct row *row)
{
  static const struct { enum role role; const char *shape; int of_end; }
  promises[] = {
    { ROLE_BARRIER_WITHIN, "nl", 0 }, { ROLE_GATHERING, "nl", 0 },
    { ROLE_MEETING_IN_ORDER, "nrzzl", 0 },
    { ROLE_MEETING_IF_HELD, "nrzzl", 0 }, { ROLE_PROBE, "nrii", 1 },
    { ROLE_SEND, "nrzihi", 0 },
    { ROLE_MEETING, "nrzzl", 0 }, { ROLE_ROOT_GIVES, "nrzzl", 0 },
    { ROLE_ROOT_GETS, "nrzzl", 0 },
    { ROLE_RECEIVE, "nrzihi", 1 }, { ROLE_SIGNAL, "ri", 0 },
    { ROLE_SIGNALLED, "rii", 0 }
  };
  int is_atomic = strcmp (row->types, "PAIR");
  for (size_t i = 0; i < sizeof promises / sizeof *promises; i++)
    {
      const char *shape
	= promises[i].shape + (is_atomic && *promises[i].shape == 'n');
      const char *has
	= promises[i].of_end && !is_atomic ? row->end : row->start;
      if (promises[i].role == row->role && strncmp (has, shape, strlen (shape)))
	return complain (row->name, "it has not the arguments of its role");
    }
  return 0;
}

/* Returns whether argument NUMBER of SHAPE, or NONE, has one of LETTERS.  */
static int
is_one_of (const char *shape, int number, const char *these)
{
  return (number == NONE
	  || (number >= 0 && (size_t) number < strlen (shape)
	      && strchr (these, shape[number])));
}

static int
check_moves (const struct moves *m)
{
  const struct row *row = rows;
  while (row < rows + ROWS && strcmp (row->name, m->name))
    row++;
  if (row == rows + ROWS)
    return complain (m->name, "it moves data, and is no event");
  const char *size
    = m->pattern == PUT_ELEMENT || m->pattern == FETCH_ELEMENT ? "R" : "z";
  if (!is_one_of (row->start, m->target, "Pr")
      || !is_one_of (row->start, m->source, "Pr")
      || m->size == NONE || !is_one_of (row->start, m->size, size))
    return complain (m->name, "it moves arguments that cannot be moved");
  return 0;
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

static void
print_events (void (*print) (const struct row *), const struct model *model)
{
  for (size_t i = 0; i < ROWS; i++)
    if (is_of (&rows[i], model))
      print (&rows[i]);
}

static void
headers (const struct model *model)
{
  if (model)
    print_events (header, model);
}

static void
manual (const struct model *model)
{
  (void) model;
  for (size_t i = 0; i < MODELS; i++)
    {
      printf (".SS Events of %s\nModel %s: gasp_init gets %u as the "
	      "language.\n",
	      models[i].text, models[i].name, models[i].language);
      print_events (man, &models[i]);
    }
}

/* Returns the one whose name in lower case, as in names of files, is NAME.  */
static const struct model *
model_of (const char *name)
{
  for (size_t i = 0; name && i < MODELS; i++)
    {
      const char *a = models[i].name, *b = name;
      while (*a && (*a | 0x20) == (*b | 0x20))
	a++, b++;
      if (!*a && !*b)
	return &models[i];
    }
  return NULL;
}

static int
check_all (void)
{
  int wrong = 0;
  for (size_t i = 0; i < MODELS; i++)
    wrong |= check_model (&models[i]);
  for (size_t i = 0; i < ROWS; i++)
    wrong |= check (&rows[i]) | check_role (&rows[i]);
  for (const struct moves *m = moves; m->name; m++)
    wrong |= check_moves (m);
  return wrong;
}

int
main (int argc, char **argv)
{
  const struct model *model = argc == 3 ? model_of (argv[2]) : NULL;
  void (*print) (const struct model *)
    = model && !strcmp (argv[1], "header") ? headers
      : argc == 2 && !strcmp (argv[1], "man") ? manual : NULL;
  if (!print)
    {
      fprintf (stderr, "usage: mkevents header MODEL|man < TEMPLATE\n");
      return 2;
    }
  if (check_all ())
    return 1;
  char line[4096];
  while (fgets (line, sizeof line, stdin))
    if (strcmp (line, "@EVENTS@\n"))
      fputs (line, stdout);
    else
      print (model);
  return ferror (stdout) || fflush (stdout) ? 1 : 0;
}
