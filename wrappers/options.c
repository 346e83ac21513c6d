/* options.c - what GASP says a compiler takes, in GCC's words.

   SPDX-License-Identifier: Apache-2.0  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "clean.h"
#include "gaspcc.h"

enum kind
{
  FLAG,				/* stands for GCC */
  WITH_FILE,			/* so too, and a FILE follows, or =FILE */
  TOOL
};

#define FUNCTIONS "-finstrument-gasp-functions=source"

/* GCC: what the option stands for, words separated by spaces, the FILE last.
   LEAD is put in front of all options, so that any of them overrides it.  */
static const struct option
{
  const char *name;
  enum kind kind;
  const char *lead, *gcc;
  const char *argument, *help;
} options[] = {
  { "--profile", FLAG, "", FUNCTIONS, "",
    "instrument functions and calls" },
  { "--profile-local", FLAG, "", FUNCTIONS " -finstrument-gasp-local", "",
    "as --profile, and accesses to the thread's own shared memory" },
  { "--profile-only", WITH_FILE, FUNCTIONS, "-finstrument-gasp-only=", " FILE",
    "instrument for the events named in FILE, one a line" },
  { "--inst", FLAG, "", "-finstrument-gasp", "",
    "instrument calls: allocation, exit, user events" },
  { "--inst-local", FLAG, "", "-finstrument-gasp -finstrument-gasp-local", "",
    "as --inst, and accesses to the thread's own shared memory" },
  { "--inst-functions", FLAG, "", FUNCTIONS, "",
    "as --profile" },
  { "--inst-only", WITH_FILE, FUNCTIONS, "-finstrument-gasp-only=", " FILE",
    "as --profile-only" },
  { "--tool", TOOL, "", "", "=papi",
    "link the sample tool: the program records by itself" },
  { "--tool", TOOL, "", "", "=FILE",
    "link a tool: an object file, archive or shared library" },
};

/* Options of GCC's whose argument is the next word, whatever it looks like.  */
static const char *const separate[] = {
  "-A", "-B", "-D", "-I", "-L", "-MF", "-MQ", "-MT", "-T", "-U", "-Xassembler",
  "-Xlinker", "-Xpreprocessor", "-aux-info", "-dumpbase", "-dumpbase-ext",
  "-dumpdir", "-e", "-h", "-idirafter", "-imacros", "-imultilib", "-include",
  "-iprefix", "-iquote", "-isysroot", "-isystem", "-iwithprefix",
  "-iwithprefixbefore", "-l", "-o", "-u", "-wrapper", "-x", "-z", "--param"
};

static bool
takes_next (const char *word)
{
  for (size_t i = 0; i < sizeof separate / sizeof *separate; i++)
    if (!strcmp (word, separate[i]))
      return true;
  return false;
}

/* Returns the option that WORD is, and at *VALUE what follows its "=", or
   null.  */
static const struct option *
find_option (const char *word, const char **value)
{
  for (size_t i = 0; i < sizeof options / sizeof *options; i++)
    {
      size_t length = strlen (options[i].name);
      if (strncmp (word, options[i].name, length))
	continue;
      *value = word[length] == '=' ? word + length + 1 : NULL;
      if (!word[length] || (*value && options[i].kind != FLAG))
	return &options[i];
    }
  return NULL;
}

static bool
is_ours (const char *word)
{
  const char *unused;
  return find_option (word, &unused) || is_upc_option (word);
}

/* Returns whether LIST has an option for static programs, with one dash or, as
   GCC takes them, too, with two.  */
static bool
wants_static (const struct words *list)
{
  for (size_t i = 0; i < list->count; i++)
    {
      const char *word = list->word[i];
      word += !strncmp (word, "--", 2);
      if (!strcmp (word, "-static") || !strcmp (word, "-static-pie"))
	return true;
    }
  return false;
}

/* Adds what OPTION stands for.  */
static void
apply (struct words *to, struct words *lead, const struct option *option,
       const char *value)
{
  split_words (lead, option->lead);
  if (option->kind == WITH_FILE)
    add_word (to, join ("%s%s", option->gcc, value));
  else
    split_words (to, option->gcc);
}

void
translate (struct words *to, const struct words *from, const char *prefix)
{
  struct words all = { 0 }, rest = { 0 };
  for (size_t i = 0; i < from->count; i++)
    expand_word (&all, from->word[i], is_ours);
  bool is_static = wants_static (&all), over = false;
  for (size_t i = 0; i < all.count; i++)
    {
      const char *word = all.word[i], *value;
      if (!over && translate_upc (&rest, &all, &i))
	continue;
      const struct option *option = over ? NULL : find_option (word, &value);
      if (option && option->kind != FLAG && !value && !(value = all.word[++i]))
	fail (GASP_SHOWN " needs an argument", word);
      if (option && option->kind == TOOL)
	add_tool (&rest, value, is_static, prefix);
      else if (option)
	apply (&rest, to, option, value);
      else
	add_word (&rest, word);
      over |= !strcmp (word, "--");
      if (!option && takes_next (word) && i + 1 < all.count)
	add_word (&rest, all.word[++i]);
    }
  add_upc (to);
  add_words (to, &rest);
}

/* The other options, in print_help's words.  */
static const struct note
{
  const char *name, *text;
} variables[] = {
  { "GASPCC_FLAGS", "further options, in front of all others" },
  { "GASPCC_VERBOSE", "print each command before it is run, if not 0" },
};

void
print_help (void)
{
  printf ("Usage: %s [OPTION | OPTION OF GCC]... FILE...\n\n"
	  "Compile and link with GCC for use with GASP tools.\n\n", program);
  for (size_t i = 0; i < sizeof options / sizeof *options; i++)
    printf ("  %-22s %s\n", join ("%s%s", options[i].name,
				  options[i].argument), options[i].help);
  print_upc_help ("  %-22s %s\n");
  printf ("  %-22s print this\n\nIn the environment:\n", "--gasp-help");
  for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
    printf ("  %-22s %s\n", variables[i].name, variables[i].text);
  printf ("\nThe arguments of the plugin below may also be given as "
	  "-finstrument-gasp-NAME\n(and instrument as -finstrument-gasp).\n\n");
  fflush (stdout);
}

/* Prints them for gaspcc(1).  */
void
print_manual (void)
{
  for (size_t i = 0; i < sizeof options / sizeof *options; i++)
    printf (".TP\n.BI %s \"%s\"\n%s.\n", options[i].name,
	    options[i].argument, options[i].help);
  print_upc_help (".TP\n.B %s\n%s.\n");
  printf (".SH ENVIRONMENT\n");
  for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
    printf (".TP\n.B %s\n%s.\n", variables[i].name, variables[i].text);
}
