/* gaspcc.c - GCC, and what instrumented programs need.

   SPDX-License-Identifier: Apache-2.0

     gaspcc ARGUMENTS

   runs

     GASPCC_HOME=PREFIX gcc -specs=PREFIX/lib/gaspcc.specs $GASPCC_FLAGS
     ARGUMENTS

   with GASP's own options put into GCC's words, and the plugin, so that
   "#pragma pupc" is known.  The same program is gaspc++ and gaspfort, and in
   PREFIX/lib/gasp-compilers gcc, g++, cc, ..., where it runs the next program
   of that name in PATH, and leaves the plugin to the options.  As gaspupc it
   compiles UPC (upc.c).  */

#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "config.h"
#include "gaspcc.h"

/* Returns whether COMPILER is GCC: others that are called cc and c++ take no
   specs.  */
static bool
is_gcc (const char *compiler)
{
  char *path = realpath (compiler, NULL);
  return !path || !strstr (basename (path), "clang");
}

static void
start_command (struct words *command, const char *compiler,
	       const char *prefix, bool load_plugin)
{
  add_word (command, compiler);
  add_word (command, join ("-specs=%s/" GASP_PRIVATE "/gaspcc.specs", prefix));
  if (load_plugin)
    add_word (command, "-fplugin=gasp");
}

static void
add_arguments (struct words *command, char **argv, const char *prefix)
{
  struct words given = { 0 };
  const char *flags = getenv ("GASPCC_FLAGS");
  split_words (&given, flags ? flags : "");
  while (*argv && *++argv)
    add_word (&given, *argv);
  translate (command, &given, prefix);
}

/* Answers the arguments if they are a question for us alone, and returns
   whether they were.  Going on with COMMAND lets the plugin list its options.
   GCC's help begins with where ours is.  */
static bool
help (struct words *command, int argc, char **argv)
{
  if (argc == 2 && !strcmp (argv[1], "--help"))
    {
      printf ("%s --gasp-help prints what it has beyond GCC's options.\n\n",
	      program);
      fflush (stdout);
    }
  if (argc != 2 || strncmp (argv[1], "--gasp-help", 11))
    return false;
  if (!strcmp (argv[1], "--gasp-help-man"))
    {
      print_manual ();
      exit (0);
    }
  print_help ();
  split_words (command, "-fplugin-arg-gasp-help -fsyntax-only -x c /dev/null");
  return true;
}

/* Prints the version of COMPILER, run as WORDS, with ours after it, as some
   look for GCC's in the first line; and exits.  */
static void
print_version (const char *compiler, char **words)
{
  int status = 1;
  pid_t child = fork ();
  if (!child)
    execvp (compiler, words);
  if (child > 0 && waitpid (child, &status, 0) == child && !status)
    printf ("%s is of GASP for GCC %s.\n", program, GASP_PACKAGE_VERSION);
  exit (status || fflush (stdout) ? 1 : 0);
}

static bool
is_verbose (void)
{
  const char *verbose = getenv ("GASPCC_VERBOSE");
  return verbose && *verbose && strcmp (verbose, "0");
}

/* Prints COMMAND as it would be typed in a shell.  */
static void
show (const struct words *command, const char *prefix)
{
  struct words shown = { 0 };
  add_word (&shown, "env");
  add_word (&shown, join ("GASPCC_HOME=%s", prefix));
  add_words (&shown, command);
  print_words (&shown);
}

int
main (int argc, char **argv)
{
  struct words command = { 0 };
  char *prefix = find_prefix ();
  program = argv[0] && *argv[0] ? basename (strdup (argv[0])) : program;
  is_upc = !strncmp (program, "gaspupc", strlen ("gaspupc"));
  if (argc == 2 && !strcmp (argv[1], "--gasp-specs"))
    return print_specs (prefix);
  bool is_own;
  const char *compiler = find_compiler (program, prefix, &is_own);
  start_command (&command, compiler, prefix, is_own);
  if (!is_gcc (compiler))
    command = (struct words) { argv, argc };
  else if (!help (&command, argc, argv))
    add_arguments (&command, argv, prefix);
  if (is_gcc (compiler))
    add_inputs (&command);
  setenv ("GASPCC_HOME", prefix, 1);
  if (is_verbose ())
    show (&command, prefix);
  tell_cache (prefix);
  if (is_own && argc == 2 && !strcmp (argv[1], "--version"))
    print_version (compiler, command.word);
  execvp (compiler, command.word);
  fail ("cannot run %s: %m", compiler);
}
