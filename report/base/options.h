/* options.h - commands and their options, as tables.

   SPDX-License-Identifier: Apache-2.0

   The output of --help, the manual page and the parser all come from the same
   rows.  */

#pragma once

#include "base/util.h"

enum option_kind {
  OPTION_FLAG,			/* bool: set */
  OPTION_TEXT,			/* const char *: the argument */
  OPTION_LIST,			/* struct text_list: one more */
  OPTION_NUMBER,		/* unsigned long */
  OPTION_FRACTION,		/* double, not negative */
  OPTION_DURATION,		/* double: nanoseconds of "3", "1.2s" or
				   "50ms" */
  OPTION_CHOICE,		/* const char *: one of ARGUMENT's, as "a|b" */
  OPTION_VARIABLE		/* an environment variable, named by TARGET,
				   set to the argument, or to 1 */
};

struct text_list {
  const char **items;
  size_t count, room;
};

struct option_row {
  const char *name;		/* without "--" */
  char letter;			/* for "-x", or 0 */
  const char *argument;		/* what help calls it; null if it has none; in
				   brackets if it may be left out */
  const char *help;
  enum option_kind kind;
  void *target;
};

struct command {
  const char *name;
  const char *arguments;	/* as help shows them after the name */
  const char *summary;		/* one line, no capital, no stop */
  const char *text;		/* paragraphs for help, or null */
  const struct option_row *options;
  size_t option_count;
  bool stops;			/* options end at the first argument */
  int (*run) (const struct command *command, int argc, char **argv);
  const char *example;		/* command lines, each after two blanks; or
				   null */
};

/* Takes the options out of ARGV; the remaining words are ARGV[1] to ARGV[the
   result - 1].  Exits after --help, or upon an error.  */
extern int parse_options (const struct command *command, int argc,
			  char **argv);

/* Returns the format, of CHOICES as "text|json", that is GIVEN; or, if that
   is null, that in whose name OUTPUT, which may be null, ends: "out.json"; or
   OTHERWISE.  */
extern const char *format_for (const char *given, const char *output,
			       const char *choices, const char *otherwise);

extern void print_help (const struct command *command);
/* Prints that for the manual page, in roff with the man macros.  */
extern void print_manual (const struct command *command);
