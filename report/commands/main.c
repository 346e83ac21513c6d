/* main.c - the gasp command: choose the subcommand.

   SPDX-License-Identifier: Apache-2.0

   Each subcommand is in the file of its name; options.c reads the options of
   all of them.  */

#include "commands/commands.h"
#include "commands/completion.h"
#include "base/install.h"

#include <errno.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#ifdef __SANITIZE_ADDRESS__
/* The data of a report are kept until the command ends.  */
extern const char *__asan_default_options (void);

const char *
__asan_default_options (void)
{
  return "detect_leaks=0";
}
#endif

static int
print_compiler_path (const struct command *command, int argc, char **argv)
{
  if (parse_options (command, argc, argv) > 1)
    fail (EXIT_USAGE, "compiler-path: no arguments are taken: '%s'", argv[1]);
  puts (installed (GASP_PRIVATE "/gasp-compilers"));
  return EXIT_FINE;
}

const struct command compiler_path_command = {
  "compiler-path", "", "print the directory of instrumenting compilers",
  "Prints a directory with compiler commands of the usual names (gcc, g++, "
  "cc, ...) that know GASP's options.  With it first in PATH, an unmodified "
  "build uses them:\n\n"
  "  PATH=\"$(gasp compiler-path):$PATH\" make CFLAGS=\"-O2 "
  "-finstrument-gasp-functions=emitted\"",
  NULL, 0, false, print_compiler_path, NULL
};

struct entry { const char *name; const struct command *command; };

static const struct entry commands[] = {
  { "run", &run_command },
  { "attach", &attach_command },
  { "detach", &detach_command },
  { "report", &report_command },
  { "browse", &browse_command },
  { "top", &top_command },
  { "diff", &diff_command },
  { "trace", &trace_command },
  { "join", &join_command },
  { "list", &list_command },
  { "doctor", &doctor_command },
  { "compiler-path", &compiler_path_command },
};

static void
print_usage (FILE *out)
{
  fputs ("Usage: gasp COMMAND [OPTION]... [ARGUMENT]...\n\n"
	 "Measures programs that GASP for GCC has instrumented, and shows "
	 "what was measured.\n\n", out);
  for (size_t i = 0; i < COUNT_OF (commands); i++)
    fprintf (out, "  gasp %-16s  %s\n", commands[i].name,
	     commands[i].command->summary);
  fputs ("\n  gasp COMMAND --help    what it takes\n"
	 "  gasp --version         the version\n\n"
	 "For example:\n\n"
	 "  gaspcc --profile -O2 -g prog.c -o prog\n"
	 "  gasp run ./prog\n"
	 "  gasp report\n", out);
}

/* Prints the options of all commands, for the manual page.  */
static void
print_all_manuals (void)
{
  for (size_t i = 0; i < COUNT_OF (commands); i++)
    print_manual (commands[i].command);
}

static const struct command *
next_command (size_t i)
{
  return i < COUNT_OF (commands) ? commands[i].command : NULL;
}

static void
print_version (void)
{
  printf ("gasp (GASP for GCC) %s\nBuilt for %s, version %s.\n",
	  GASP_PACKAGE_VERSION, GASP_BUILD_CC, GASP_BUILD_GCC_VERSION);
}

static const struct command *
find_command (const char *name)
{
  for (size_t i = 0; i < COUNT_OF (commands); i++)
    if (!strcmp (commands[i].name, name))
      return commands[i].command;
  const char *alike = most_alike (name, commands, COUNT_OF (commands),
				  sizeof *commands);
  const char *kind = *name == '-' ? "option" : "command";
  if (alike)
    fail (EXIT_USAGE, "unknown %s '%s'; did you mean '%s'?  ('gasp --help' "
	  "lists the commands)", kind, name, alike);
  fail (EXIT_USAGE, "unknown %s '%s'; 'gasp --help' lists those there are",
	kind, name);
}

/* Returns STATUS; or, with a message, another one if the output could not be
   written.  */
static int
flushed (int status)
{
  if (!fflush (stdout) && !ferror (stdout))
    return status;
  if (errno != EPIPE)
    complain ("cannot write the output: %s", strerror (errno));
  return status ? status : EXIT_TROUBLE;
}

int
main (int argc, char **argv)
{
  setlocale (LC_CTYPE, "");
  prepare_run_command ();
  prepare_attach_command ();
  if (argc < 2)
    {
      print_usage (stderr);
      return EXIT_USAGE;
    }
  const char *name = argv[1];
  if (!strcmp (name, "help") && argc > 2)
    {
      print_help (find_command (argv[2]));
      return flushed (EXIT_FINE);
    }
  if (!strcmp (name, "--help") || !strcmp (name, "-h")
      || !strcmp (name, "help"))
    print_usage (stdout);
  else if (!strcmp (name, "--version") || !strcmp (name, "-V"))
    print_version ();
  else if (!strcmp (name, "--help-man"))
    print_all_manuals ();
  else if (!strncmp (name, "--completion=", strlen ("--completion=")))
    print_completion (name + strlen ("--completion="), next_command);
  else
    {
      const struct command *command = find_command (name);
      return flushed (command->run (command, argc - 1, argv + 1));
    }
  return flushed (EXIT_FINE);
}
