/* gaspcc.c - GCC, and what instrumented programs need.

   SPDX-License-Identifier: Apache-2.0

     gaspcc ARGUMENTS

   runs

     gcc -specs=PREFIX/lib/gasp.specs $GASPCC_FLAGS ARGUMENTS

   with GASP's own options put into GCC's words.  The same program is gaspc++
   and gaspfort, and in PREFIX/lib/gasp-compilers gcc, g++, cc, ..., where it
   runs the next program of that name in PATH.  */

#include <errno.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "gaspcc.h"

/* Other compilers that are called cc and c++ take no specs.  */
static bool
is_gcc (const char *compiler)
{
  char *path = realpath (compiler, NULL);
  return !path || !strstr (basename (path), "clang");
}

/* The arguments for COMPILER, which may have an own first argument if it is
   help that is asked for.  */
static void
build_command (struct words *command, const char *compiler, char **argv,
	       const char *prefix)
{
  struct words given = { 0 };
  const char *flags = getenv ("GASPCC_FLAGS");
  split_words (&given, flags ? flags : "");
  while (*++argv)
    add_word (&given, *argv);
  add_word (command, compiler);
  add_word (command, join ("-specs=%s/lib/gasp.specs", prefix));
  translate (command, &given, prefix);
}

/* The plugin knows its options best.  */
static void
build_help (struct words *command, const char *compiler, const char *prefix)
{
  add_word (command, compiler);
  add_word (command, join ("-specs=%s/lib/gasp.specs", prefix));
  split_words (command, "-fplugin-arg-gasp-help -fsyntax-only -x c /dev/null");
}

int
main (int argc, char **argv)
{
  char *prefix = find_prefix ();
  struct words command = { 0 };
  program = basename (strdup (argv[0]));
  const char *compiler = find_compiler (program, prefix);
  if (argc == 2 && !strcmp (argv[1], "--gasp-help"))
    {
      print_help ();
      build_help (&command, compiler, prefix);
    }
  else if (is_gcc (compiler))
    build_command (&command, compiler, argv, prefix);
  else
    execv (compiler, argv);
  const char *verbose = getenv ("GASPCC_VERBOSE");
  if (verbose && *verbose && strcmp (verbose, "0"))
    print_words (&command);
  /* A cache of object files must know the plugin for an input.  */
  setenv ("CCACHE_EXTRAFILES", join ("%s/lib/gasp.so", prefix), 0);
  if (command.count)
    execv (command.word[0], command.word);
  fail ("cannot run %s: %s", compiler, strerror (errno));
}
