/* options.c - read, and describe, a command's options.  See options.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "base/options.h"
#include "values.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Returns the part of OPTION that names it, "--name" or "-x", for
   messages.  */
static char *
spelling (const struct option_row *row)
{
  return print_string ("--%s", row->name);
}

static void __attribute__ ((noreturn))
bad_value (const struct command *command, const struct option_row *row,
	   const char *value, const char *wanted)
{
  fail (EXIT_USAGE, "%s: %s: '%s' is not %s", command->name, spelling (row),
	value, wanted);
}

static bool
is_choice (const char *choices, const char *value)
{
  size_t length = strlen (value);
  for (const char *choice = choices; choice; )
    {
      size_t choice_length = strcspn (choice, "|");
      if (choice_length == length && !memcmp (choice, value, length))
	return true;
      choice = choice[choice_length] ? choice + choice_length + 1 : NULL;
    }
  return false;
}

/* Returns the one of CHOICES that is most like VALUE, or null.  */
static const char *
choice_alike (const char *choices, const char *value)
{
  const char *names[32];
  size_t count = 0;
  for (const char *choice = choices; *choice && count < COUNT_OF (names); )
    {
      size_t length = strcspn (choice, "|");
      names[count++] = print_string ("%.*s", (int) length, choice);
      choice += length + (choice[length] == '|');
    }
  return most_alike (value, names, count, sizeof *names);
}

static void
check_choice (const struct command *command, const struct option_row *row,
	      const char *value)
{
  if (is_choice (row->argument, value))
    return;
  const char *alike = choice_alike (row->argument, value);
  bad_value (command, row, value,
	     alike ? print_string ("one of %s; did you mean '%s'?",
				   row->argument, alike)
		   : print_string ("one of %s", row->argument));
}

static unsigned long
number_of (const struct command *command, const struct option_row *row,
	   const char *value)
{
  char *end;
  errno = 0;
  unsigned long number = strtoul (value, &end, 10);
  if (end == value || *end || *value == '-' || errno)
    bad_value (command, row, value, "a number from 0 up");
  return number;
}

static double
fraction_of (const struct command *command, const struct option_row *row,
	     const char *value)
{
  char *end;
  double number = strtod (value, &end);
  if (end == value || *end || !(number >= 0) || isinf (number))
    bad_value (command, row, value, "a number from 0 up");
  return number;
}

static double
duration_of (const struct command *command, const struct option_row *row,
	     const char *value)
{
  static const struct { const char *name; double ns; } units[] = {
    { "", 1e9 }, { "s", 1e9 }, { "ms", 1e6 }, { "us", 1e3 }, { "min", 60e9 }
  };
  char *end;
  double number = strtod (value, &end);
  if (end != value && number >= 0 && !isinf (number))
    for (size_t i = 0; i < COUNT_OF (units); i++)
      if (!strcmp (end, units[i].name))
	return number * units[i].ns;
  bad_value (command, row, value, "a time, as 1.5s or 300ms");
  return 0;
}

static void
add_text (struct text_list *list, const char *text)
{
  ONE_MORE (list->items, list->count, list->room) = text;
}

static void
apply (const struct command *command, const struct option_row *row,
       const char *value)
{
  switch (row->kind)
    {
    case OPTION_FLAG:
      *(bool *) row->target = true;
      break;
    case OPTION_CHOICE:
      check_choice (command, row, value);
      /* Fall through.  */
    case OPTION_TEXT:
      *(const char **) row->target = value;
      break;
    case OPTION_LIST:
      add_text (row->target, value);
      break;
    case OPTION_NUMBER:
      *(unsigned long *) row->target = number_of (command, row, value);
      break;
    case OPTION_FRACTION:
      *(double *) row->target = fraction_of (command, row, value);
      break;
    case OPTION_DURATION:
      *(double *) row->target = duration_of (command, row, value);
      break;
    case OPTION_VARIABLE:
      if (value && strchr (row->argument, '|'))
	check_choice (command, row, value);
      else if (value && row->argument
	       && gasp_wrong_value (row->argument, value))
	bad_value (command, row, value,
		   gasp_wrong_value (row->argument, value));
      setenv (row->target, value ? value : "1", 1);
      break;
    }
}

/* Returns the format: the one GIVEN, or that of CHOICES which OUTPUT's name
   ends in, or OTHERWISE.  A name may say more than that it is JSON:
   "out.speedscope.json".  */
const char *
format_for (const char *given, const char *output, const char *choices,
	    const char *otherwise)
{
  const char *base = output ? base_name (output) : "";
  const char *dot = strrchr (base, '.'), *before = dot;
  if (given || !dot || dot == base)
    return given ? given : otherwise;
  if (!strcmp (dot, ".txt"))
    return "text";
  while (before > base && before[-1] != '.')
    before--;
  const char *inner = print_string ("%.*s", (int) (dot - before), before);
  if (before > base + 1 && !strcmp (dot, ".json") && is_choice (choices, inner))
    return inner;
  return is_choice (choices, dot + 1) ? dot + 1 : otherwise;
}

static void __attribute__ ((noreturn))
unknown_option (const struct command *command, const char *option)
{
  char *name = copy_string (option + strspn (option, "-"));
  name[strcspn (name, "=")] = '\0';
  const char *alike
    = option[1] != '-' ? NULL
      : most_alike (name, command->options, command->option_count,
		    sizeof *command->options);
  if (alike)
    fail (EXIT_USAGE, "%s: unknown option '%s'; did you mean '--%s'?  "
	  "('gasp %s --help' lists them all)",
	  command->name, option, alike, command->name);
  fail (EXIT_USAGE,
	"%s: unknown option '%s'; 'gasp %s --help' lists those there are",
	command->name, option, command->name);
}

static const struct option_row *
find_option (const struct command *command, const char *argument)
{
  size_t length = strcspn (argument + 2, "=");
  for (size_t i = 0; i < command->option_count; i++)
    {
      const struct option_row *row = &command->options[i];
      if (argument[1] == '-' ? strlen (row->name) == length
			       && !memcmp (row->name, argument + 2, length)
			     : row->letter && row->letter == argument[1])
	return row;
    }
  return NULL;
}

/* Returns the value of ROW, which is at ARGV[*I] in one of the forms
   --name=value, --name value, -xvalue, -x value; advances *I to its last
   word.  */
static const char *
value_of (const struct command *command, const struct option_row *row,
	  int argc, char **argv, int *i)
{
  const char *word = argv[*i];
  const char *attached = word[1] == '-' ? strchr (word, '=') : word + 2;
  if (attached && *attached == '=')
    attached++;
  else if (attached && !*attached)
    attached = NULL;
  if (!row->argument && attached)
    fail (EXIT_USAGE, "%s: '%s': %s takes no value", command->name, word,
	  spelling (row));
  if (!row->argument || attached || *row->argument == '[')
    return attached;
  if (*i + 1 >= argc)
    fail (EXIT_USAGE, "%s: '%s' needs a value, %s", command->name, word,
	  row->argument);
  return argv[++*i];
}

int
parse_options (const struct command *command, int argc, char **argv)
{
  int kept = 1;
  bool over = false;
  for (int i = 1; i < argc; i++)
    if (over || argv[i][0] != '-' || !argv[i][1])
      {
	argv[kept++] = argv[i];
	over |= command->stops;
      }
    else if (!strcmp (argv[i], "--"))
      over = true;
    else if (!strcmp (argv[i], "--help") || !strcmp (argv[i], "-h"))
      {
	print_help (command);
	exit (fflush (stdout) ? EXIT_TROUBLE : EXIT_FINE);
      }
    else
      {
	const struct option_row *row = find_option (command, argv[i]);
	if (!row)
	  unknown_option (command, argv[i]);
	apply (command, row, value_of (command, row, argc, argv, &i));
      }
  argv[kept] = NULL;
  return kept;
}

/* Prints TEXT in lines of at most 79 columns, each but the first after INDENT
   blanks; the first starts at COLUMN.  */
static void
print_wrapped (const char *text, int column, int indent)
{
  for (const char *word = text; *word; )
    {
      int length = (int) strcspn (word, " \n");
      if (column > indent && column + 1 + length > 79)
	{
	  printf ("\n%*s", indent, "");
	  column = indent;
	}
      else if (word != text && column > indent)
	{
	  putchar (' ');
	  column++;
	}
      printf ("%.*s", length, word);
      column += length;
      word += length;
      if (*word == '\n')
	{
	  printf ("\n%*s", indent, "");
	  column = indent;
	}
      word += *word != '\0';
    }
  putchar ('\n');
}

static void
print_option (const struct option_row *row)
{
  enum { HELP_COLUMN = 26 };
  int column = row->letter ? printf ("  -%c, --%s", row->letter, row->name)
			   : printf ("  --%s", row->name);
  if (row->argument)
    column += printf (*row->argument == '[' ? "[=%s" : "=%s",
		      row->argument + (*row->argument == '['));
  if (column > HELP_COLUMN - 2)
    {
      putchar ('\n');
      column = 0;
    }
  printf ("%*s", HELP_COLUMN - column, "");
  print_wrapped (row->help, HELP_COLUMN, HELP_COLUMN);
}

void
print_help (const struct command *command)
{
  printf ("Usage: gasp %s %s\n\n", command->name, command->arguments);
  if (command->text)
    {
      print_wrapped (command->text, 0, 0);
      putchar ('\n');
    }
  for (size_t i = 0; i < command->option_count; i++)
    print_option (&command->options[i]);
  print_option (&(struct option_row) { "help", 'h', NULL,
				       "print this text", OPTION_FLAG, NULL });
  if (command->example)
    printf ("\nFor example:\n\n%s\n", command->example);
}

/* Prints TEXT as roff takes it literally.  */
static void
print_roff (const char *text)
{
  if (*text == '.' || *text == '\'')
    fputs ("\\&", stdout);
  for (; *text; text++)
    if (*text == '\\')
      fputs ("\\e", stdout);
    else if (*text == '-')
      fputs ("\\-", stdout);
    else if (*text == '\n')
      fputs (text[1] == '\n' ? "\n.PP" : "\n", stdout);
    else
      putchar (*text);
}

static void
print_option_manual (const struct option_row *row)
{
  fputs (".TP\n", stdout);
  if (row->letter)
    printf ("\\fB\\-%c\\fR, ", row->letter);
  fputs ("\\fB\\-\\-", stdout);
  print_roff (row->name);
  fputs ("\\fR", stdout);
  if (row->argument)
    {
      bool optional = *row->argument == '[';
      fputs (optional ? "[=\\fI" : "=\\fI", stdout);
      print_roff (row->argument + optional);
      fputs ("\\fR", stdout);
    }
  putchar ('\n');
  print_roff (row->help);
  putchar ('\n');
}

void
print_manual (const struct command *command)
{
  printf (".SS \"gasp %s ", command->name);
  print_roff (command->arguments);
  printf ("\"\n");
  print_roff (command->text ? command->text : command->summary);
  putchar ('\n');
  for (size_t i = 0; i < command->option_count; i++)
    print_option_manual (&command->options[i]);
  if (command->example)
    {
      puts (".PP\nFor example:\n.PP");
      print_roff (command->example);
      putchar ('\n');
    }
}
