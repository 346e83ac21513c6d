/* gasprun.c - run a UPC program with a number of threads.

   SPDX-License-Identifier: Apache-2.0

     gasprun -n 4 -l ./prog arguments

   A UPC program can as well be run by its name.  This sets what it reads from
   the environment, so that all arguments are its own, and becomes the program;
   only to put the thread's number before each line of output does it stay, and
   reads what the program writes (label.c).  */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "config.h"
#include "gasprun.h"

static bool label;

static bool
set_threads (const char *text)
{
  char *end;
  long n = strtol (text, &end, 10);
  if (*text < '0' || *text > '9' || *end || n < 1 || n > MAX_THREADS)
    return false;
  return setenv ("UPC_THREADS", text, 1) == 0;
}

static bool
set_heap (const char *text)
{
  size_t digits = strspn (text, "0123456789");
  const char *unit = text + digits;
  if (!digits || strspn (text, "0") == digits
      || (*unit && (!strchr ("KMGkmg", *unit) || unit[1])))
    return false;
  return setenv ("UPC_SHARED_HEAP_SIZE", text, 1) == 0;
}

static bool
set_conduit (const char *text)
{
  if (strcmp (text, "smp") && strcmp (text, "loopback"))
    return false;
  return setenv ("UPC_CONDUIT", text, 1) == 0;
}

static bool
set_label (const char *text)
{
  (void) text;
  label = true;
  return true;
}

static bool
print_version (const char *text)
{
  (void) text;
  puts ("gasprun (GASP for GCC) " GASP_PACKAGE_VERSION);
  exit (0);
}

static bool print_help (const char *text);

/* All options.  */
static const struct option
{
  char letter;
  const char *word, *value;
  bool (*set) (const char *text);
  const char *help, *right;
} options[] = {
  { 'n', "threads", "N", set_threads, "run N threads",
    "a number of threads, 1 to 1024" },
  { 'l', "label", NULL, set_label,
    "put the thread's number before each line of output", NULL },
  { 'H', "heap", "SIZE", set_heap,
    "bytes of shared heap a thread, or with K, M or G behind them",
    "a size like 1000000, 64M or 2G" },
  { 'c', "conduit", "NAME", set_conduit,
    "how data move: smp, or loopback, for tests", "smp or loopback" },
  { 'V', "version", NULL, print_version, "print the version", NULL },
  { 'h', "help", NULL, print_help, "print this", NULL },
};
#define OPTIONS (sizeof options / sizeof *options)

static bool
print_help (const char *text)
{
  (void) text;
  puts ("usage: gasprun [OPTION]... PROGRAM [ARGUMENT]...\n"
	"Run a UPC program.\n");
  for (size_t i = 0; i < OPTIONS; i++)
    {
      const struct option *o = &options[i];
      int width = printf ("  -%c%s%s, --%s%s%s", o->letter, o->value ? " " : "",
			  o->value ? o->value : "", o->word,
			  o->value ? "=" : "", o->value ? o->value : "");
      printf ("%*s%s\n", width < 30 ? 30 - width : 1, "", o->help);
    }
  puts ("\nIts status is the program's; 126 or 127 if that cannot be run, 2 "
	"for a wrong\noption.");
  exit (0);
}

void
die (int status, const char *message, const char *what)
{
  fprintf (stderr, "gasprun: ");
  fprintf (stderr, message, what);
  fputc ('\n', stderr);
  exit (status);
}

static const struct option *
find_word (const char *word, size_t length)
{
  for (size_t i = 0; i < OPTIONS; i++)
    if (strlen (options[i].word) == length
	&& !memcmp (options[i].word, word, length))
      return &options[i];
  return NULL;
}

static const struct option *
find_letter (char letter)
{
  for (size_t i = 0; i < OPTIONS; i++)
    if (options[i].letter == letter)
      return &options[i];
  return NULL;
}

static void
set (const struct option *o, const char *value)
{
  if (o->value && !value)
    fprintf (stderr, "gasprun: --%s needs a value: %s\n", o->word, o->right);
  else if (!o->value && value)
    fprintf (stderr, "gasprun: --%s takes no value, and \"%s\" was given\n",
	     o->word, value);
  else if (o->set (value))
    return;
  else
    fprintf (stderr, "gasprun: --%s: \"%s\" is not %s\n", o->word, value,
	     o->right);
  exit (2);
}

/* Take the option in ARGV[0]; how many arguments that was.  */
static int
take (char **argv)
{
  const char *arg = argv[0], *value = NULL;
  bool is_word = arg[1] == '-';
  size_t length = strcspn (arg, "=");
  const struct option *o = (is_word ? find_word (arg + 2, length - 2)
			    : find_letter (arg[1]));
  int used = 1;
  if (!o)
    die (2, "%s is not known; gasprun --help lists the options", arg);
  if (is_word ? arg[length] : arg[2])
    value = is_word ? arg + length + 1 : arg + 2;
  else if (o->value && argv[1])
    value = argv[used++];
  set (o, value);
  return used;
}

int
main (int argc, char **argv)
{
  int i = 1;
  while (i < argc && argv[i][0] == '-' && argv[i][1] && strcmp (argv[i], "--"))
    i += take (argv + i);
  if (i < argc && !strcmp (argv[i], "--"))
    i++;
  if (i >= argc)
    die (2, "no program is given; gasprun --help says more%s", "");
  setenv ("GASPRUN", "1", 1);
  if (label)
    return run_labelled (argv + i);
  execvp (argv[i], argv + i);
  int why = errno;
  fprintf (stderr, "gasprun: cannot run %s: %s\n", argv[i], strerror (why));
  return why == ENOENT ? 127 : 126;
}
