/* upc.c - what gaspupc knows and the other wrappers do not.

   SPDX-License-Identifier: Apache-2.0

   The specs file knows -fupc, -fupc-threads=N and -fupc-conduit=NAME; here
   are the other ways to say so.  Of several numbers of threads the last one
   counts.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "clean.h"
#include "gasp-upc-layout.h"
#include "gaspcc.h"

bool is_upc;

static const char *threads, *conduit;

static const char *const conduits[] = { "smp", "loopback", "mpi", "any" };

/* Each is followed by its value, in the same word or the next one.  */
static const struct option
{
  const char *name;
  const char *separators;	/* of the value in the same word, "" none */
  const char **value;
  const char *shown, *help;
} options[] = {
  { "--threads", "=", &threads, "--threads=N",
    "fix THREADS at N when compiling" },
  { "-fupc-threads", "=-", &threads, "-fupc-threads-N", "the same" },
  { "-T", "", &threads, "-T N", "the same" },
  { "--conduit", "=", &conduit, "--conduit=mpi",
    "for threads on several machines too, where MPI starts the program (=any "
    "is the "
    "same); or =loopback, which accesses all shared memory as if it were "
    "another "
    "machine's" },
};

static bool
is_number (const char *text)
{
  return *text && !text[strspn (text, "0123456789")];
}

/* Returns the value of OPTION in WORD; "" if it is the next word; null if
   WORD is another option.  */
static const char *
value_of (const struct option *option, const char *word)
{
  size_t length = strlen (option->name);
  const char *value = word + length;
  if (strncmp (word, option->name, length))
    return NULL;
  if (!*value)
    return value;
  if (option->value == &threads && *value == '=' && is_number (value + 1))
    return value + 1;
  if (!*option->separators)
    return is_number (value) ? value : NULL;
  if (!strchr (option->separators, *value))
    return NULL;
  if (!value[1])
    fail ("%s needs an argument", word);
  return value + 1;
}

static const struct option *
find_option (const char *word, const char **value)
{
  for (size_t i = 0; is_upc && i < sizeof options / sizeof *options; i++)
    if ((*value = value_of (&options[i], word)))
      return &options[i];
  return NULL;
}

bool
is_upc_option (const char *word)
{
  const char *unused;
  return find_option (word, &unused);
}

static void
check_threads (const char *option, const char *value)
{
  if (!is_number (value) || strlen (value) > 7 || atoi (value) < 1
      || atoi (value) > __UPC_MANY_MAX_THREADS)
    fail ("%s " GASP_SHOWN
	  ": the number of threads must be from 1 to %d, or to %d "
	  "with -fupc-many-threads",
	  option, value, __UPC_USUAL_MAX_THREADS, __UPC_MANY_MAX_THREADS);
}

static void
check_conduit (const char *option, const char *value)
{
  for (size_t i = 0; i < sizeof conduits / sizeof *conduits; i++)
    if (!strcmp (value, conduits[i]))
      return;
  fail ("%s " GASP_SHOWN ": the conduit must be %s, %s, %s or %s", option,
	value, conduits[0], conduits[1], conduits[2], conduits[3]);
}

/* ---- What upcc of Berkeley UPC has  */

/* Options that are nothing here, alone or with "=VALUE": heaps are as large as
   memory, and UPC threads are processes.  */
static const char *const needless[] = {
  "-norc", "-nopthreads", "-pthreads", "-shared-heap", "-shared-heap-max"
};

static bool
is_needless (const char *word)
{
  size_t length = strcspn (word, "=");
  for (size_t i = 0; i < sizeof needless / sizeof *needless; i++)
    if (strlen (needless[i]) == length && !memcmp (needless[i], word, length))
      return true;
  return false;
}

/* Returns the network that WORD names, or null.  */
static const char *
network_of (const char *word)
{
  static const char name[] = "-network=";
  word += !strncmp (word, "--", 2);
  return strncmp (word, name, sizeof name - 1) ? NULL : word + sizeof name - 1;
}

/* Adds the options in LIST, between commas.  */
static void
add_list (struct words *to, const char *list)
{
  while (*list)
    {
      size_t length = strcspn (list, ",");
      if (length)
	add_word (to, join ("%.*s", (int) length, list));
      list += length + (list[length] == ',');
    }
}

/* Writes what WORD means for GCC, if it is one of upcc's options.  Networks are
   MPI's.  (For GCC, -opt is -o pt.)  */
static bool
translate_berkeley (struct words *to, const char *word)
{
  const char *network = network_of (word);
  if (network)
    conduit = strcmp (network, "smp") ? "mpi" : "smp";
  else if (!strncmp (word, "-Wc,", 4))
    add_list (to, word + 4);
  else if (!strcmp (word, "-opt"))
    add_word (to, "-O2");
  else
    return is_needless (word);
  return true;
}

/* ---- All options  */

/* Replaces "-x upc" in FROM by C's option, as that is UPC anyway.  Returns
   whether it stands at *AT.  */
static bool
translate_language (struct words *to, const struct words *from, size_t *at)
{
  const char *word = from->word[*at], *next = from->word[*at + 1];
  bool is_next = !strcmp (word, "-x") && next && !strcmp (next, "upc");
  if (!is_next && strcmp (word, "-xupc"))
    return false;
  add_word (to, "-xc");
  *at += is_next;
  return true;
}

bool
translate_upc (struct words *to, const struct words *from, size_t *at)
{
  const char *word = from->word[*at], *value;
  const struct option *option = find_option (word, &value);
  if (!option)
    return is_upc && (translate_language (to, from, at)
		      || translate_berkeley (to, word));
  bool is_next = !*value;
  if (is_next && !(value = from->word[*at + 1]))
    fail (GASP_SHOWN " needs an argument", word);
  if (!*option->separators && !is_number (value))
    return false;
  if (option->value == &threads)
    check_threads (option->name, value);
  else
    check_conduit (option->name, value);
  /* A program for mpi finds out when it starts whether MPI has started it.  */
  if (option->value == &conduit && !strcmp (value, "any"))
    value = "mpi";
  *option->value = value;
  *at += is_next;
  return true;
}

void
add_upc (struct words *to)
{
  if (!is_upc)
    return;
  add_word (to, "-fupc");
  if (threads)
    add_word (to, join ("-fupc-threads=%d", atoi (threads)));
  if (conduit)
    add_word (to, join ("-fupc-conduit=%s", conduit));
  /* So that functions have the same addresses in all processes.  */
  if (conduit && !strcmp (conduit, "mpi"))
    add_word (to, "-no-pie");
}

void
print_upc_help (const char *format)
{
  for (size_t i = 0; is_upc && i < sizeof options / sizeof *options; i++)
    printf (format, options[i].shown, options[i].help);
}
