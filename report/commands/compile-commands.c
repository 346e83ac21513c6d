/* compile-commands.c - gasp compile-commands: a compilation database for tools that
   do not know our options.

   SPDX-License-Identifier: Apache-2.0

   Such a database is a JSON array of objects, one for each command.  Its text is read
   once from start to end; members that have no words of a command are printed as they
   stand.  */

#include "base/json.h"
#include "commands/commands.h"
#include "base/install.h"
#include "tables/tables.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- Reading JSON  */

static const char *database, *text, *at;

static void __attribute__ ((noreturn))
malformed (void)
{
  fail (EXIT_TROUBLE, "compile-commands: %s is no compilation database: byte %td",
	database, at - text);
}

static bool
is_next (char c)
{
  at += strspn (at, " \t\r\n");
  if (*at != c)
    return false;
  at++;
  return true;
}

static void
expect (char c)
{
  if (!is_next (c))
    malformed ();
}

static unsigned int
read_hex (void)
{
  char digits[5] = "", *end;
  strncpy (digits, at, 4);
  unsigned int value = strtoul (digits, &end, 16);
  if (end != digits + 4)
    malformed ();
  at += 4;
  return value;
}

/* Put the character after \u at TO, as UTF-8; its end.  */
static char *
read_unicode (char *to)
{
  unsigned int c = read_hex ();
  if (c >> 10 == 0xd800 >> 10 && at[0] == '\\' && at[1] == 'u')
    {
      at += 2;
      c = 0x10000 + ((c & 0x3ff) << 10) + (read_hex () & 0x3ff);
    }
  if (c < 0x80)
    *to++ = c;
  else
    {
      int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
      *to++ = (more == 1 ? 0xc0 : more == 2 ? 0xe0 : 0xf0) | c >> 6 * more;
      while (more--)
	*to++ = 0x80 | (c >> 6 * more & 0x3f);
    }
  return to;
}

static char *
read_string (void)
{
  static const char letters[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
  expect ('"');
  const char *end = at;
  while (*end && *end != '"')
    end += *end == '\\' && end[1] ? 2 : 1;
  /* No escape is shorter than what it stands for.  */
  char *result = allocate (end - at + 1, 1), *to = result;
  while (*at != '"')
    if (!*at)
      malformed ();
    else if (*at != '\\')
      *to++ = *at++;
    else if (at[1] == 'u')
      at += 2, to = read_unicode (to);
    else
      {
	const char *letter = at[1] ? strchr (letters, at[1]) : NULL;
	if (!letter)
	  malformed ();
	*to++ = meant[letter - letters];
	at += 2;
      }
  at++;
  *to = '\0';
  return result;
}

static void
skip_value (void)
{
  at += strspn (at, " \t\r\n");
  if (*at == '"')
    {
      read_string ();
      return;
    }
  unsigned int depth = 0;
  const char *start = at;
  while (*at && (depth || !strchr (",]}", *at)))
    if (*at == '"')
      read_string ();
    else
      {
	depth += *at == '[' || *at == '{';
	depth -= *at == ']' || *at == '}';
	at++;
      }
  if (at == start || depth)
    malformed ();
}

static void
add_word (struct text_list *words, const char *word)
{
  words->items = room_for_one (words->items, words->count, &words->room,
			       sizeof *words->items);
  words->items[words->count++] = word;
}

static struct text_list
read_array (void)
{
  struct text_list words = { NULL, 0, 0 };
  expect ('[');
  if (is_next (']'))
    return words;
  do
    add_word (&words, read_string ());
  while (is_next (','));
  expect (']');
  return words;
}

/* ---- A command as the shell reads and writes it  */

/* Take a word from *COMMAND, or null at its end.  */
static char *
next_word (const char **command)
{
  const char *c = *command + strspn (*command, " \t\n");
  char *word = *c ? allocate (strlen (c) + 1, 1) : NULL, *to = word, quote = 0;
  for (; *c && (quote || !strchr (" \t\n", *c)); c++)
    if (quote ? *c == quote : *c == '\'' || *c == '"')
      quote = quote ? 0 : *c;
    else
      {
	bool escapes = *c == '\\' && c[1] && quote != '\''
		       && (!quote || strchr ("\"\\$`", c[1]));
	c += escapes;
	*to++ = *c;
      }
  if (word)
    *to = '\0';
  *command = c;
  return word;
}

static struct text_list
split (const char *command)
{
  struct text_list words = { NULL, 0, 0 };
  for (char *word; (word = next_word (&command)); )
    add_word (&words, word);
  return words;
}

/* WORDS as one command.  */
static char *
join (const struct text_list *words)
{
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
			      "0123456789-_=+,./:@%^";
  size_t size = 1;
  for (size_t i = 0; i < words->count; i++)
    size += 4 * strlen (words->items[i]) + 3;
  char *result = allocate (size, 1), *to = result;
  for (size_t i = 0; i < words->count; i++)
    {
      const char *word = words->items[i];
      bool quoted = !*word || word[strspn (word, plain)];
      to += sprintf (to, "%s%s", i ? " " : "", quoted ? "'" : "");
      for (; *word; word++)
	to += sprintf (to, *word == '\'' ? "'\\''" : "%c", *word);
      to += sprintf (to, "%s", quoted ? "'" : "");
    }
  return result;
}

/* ---- What only our compilers know  */

static bool
begins (const char *word, const char *beginning)
{
  return !strncmp (word, beginning, strlen (beginning));
}

/* The compiler that COMPILER runs, if it is one of ours; else null.  */
static const char *
compiler_behind (const char *compiler)
{
  static const struct { const char *ours, *gcc; } names[] = {
    { "gaspcc", "gcc" }, { "gaspc++", "g++" }, { "gaspfort", "gfortran" }
  };
  const char *base = base_name (compiler);
  if (strstr (compiler, "/gasp-compilers/"))
    return base;
  for (size_t i = 0; i < COUNT_OF (names); i++)
    {
      const char *version = base + strlen (names[i].ours);
      if (begins (base, names[i].ours) && (!*version || *version == '-'))
	return print_string ("%s%s", names[i].gcc, version);
    }
  return NULL;
}

/* Of how many words the option is that WORD begins, if it is one of ours; else 0.  */
static unsigned int
words_of_option (const char *word)
{
  static const char *const options[] = {
    "-finstrument-gasp", "-fno-instrument-gasp", "-fplugin-arg-gasp", "--profile",
    "--inst", "--tool"
  };
  if (!strcmp (word, "--profile-only") || !strcmp (word, "--inst-only"))
    return 2;
  for (size_t i = 0; i < COUNT_OF (options); i++)
    if (begins (word, options[i]) && strchr ("=-", word[strlen (options[i])]))
      return 1;
  const char *file = base_name (strchr (word, '=') ? strchr (word, '=') + 1 : "");
  if (begins (word, "-specs=") || begins (word, "--specs="))
    return !strcmp (file, "gasp.specs") || !strcmp (file, "gaspcc.specs");
  return begins (word, "-fplugin=")
	 && (!strcmp (file, "gasp") || !strcmp (file, "gasp.so"));
}

static bool
is_upc (const struct text_list *words)
{
  if (words->count && begins (base_name (words->items[0]), "gaspupc"))
    return true;
  for (size_t i = 1; i < words->count; i++)
    {
      const char *word = words->items[i], *dot = strrchr (word, '.');
      if (begins (word, "-fupc") || (dot && !strcmp (dot, ".upc")))
	return true;
    }
  return false;
}

/* WORDS without our options, but with our headers.  */
static struct text_list
cleaned (const struct text_list *words)
{
  struct text_list result = { NULL, 0, 0 };
  bool ours = false, openmp = false;
  for (size_t i = 0; i < words->count; i++)
    {
      const char *word = words->items[i],
		 *compiler = i ? NULL : compiler_behind (word);
      unsigned int count = i ? words_of_option (word) : 0;
      ours |= compiler || count;
      openmp |= !strcmp (word, "-fopenmp");
      if (count)
	i += count - 1;
      else
	add_word (&result, compiler ? compiler : word);
    }
  if (ours)
    {
      add_word (&result, "-idirafter");
      add_word (&result, installed (GASP_INCLUDE));
    }
  if (ours && openmp)
    {
      add_word (&result, "-isystem");
      add_word (&result, installed (GASP_INCLUDE "/omp"));
    }
  return result;
}

/* ---- The database  */

static void
print_member (FILE *out, const char *name, bool *any)
{
  fputs (*any ? ",\n    " : "\n    ", out);
  write_json_string (out, name);
  fputs (": ", out);
  *any = true;
}

static void
print_words (FILE *out, const char *name, const struct text_list *words)
{
  if (!strcmp (name, "command"))
    {
      write_json_string (out, join (words));
      return;
    }
  putc ('[', out);
  for (size_t i = 0; i < words->count; i++)
    {
      fputs (i ? ", " : "", out);
      write_json_string (out, words->items[i]);
    }
  putc (']', out);
}

/* Print the object that is next to OUT; whether it is a command in UPC.  */
static bool
print_entry (FILE *out)
{
  bool any = false, upc = false;
  expect ('{');
  putc ('{', out);
  if (!is_next ('}'))
    {
      do
	{
	  char *name = read_string ();
	  expect (':');
	  print_member (out, name, &any);
	  bool as_text = !strcmp (name, "command");
	  if (as_text || !strcmp (name, "arguments"))
	    {
	      struct text_list words = as_text ? split (read_string ())
					       : read_array (),
			       rest = cleaned (&words);
	      upc |= is_upc (&words);
	      print_words (out, name, &rest);
	    }
	  else
	    {
	      at += strspn (at, " \t\r\n");
	      const char *start = at;
	      skip_value ();
	      fwrite (start, 1, at - start, out);
	    }
	}
      while (is_next (','));
      expect ('}');
    }
  fputs ("\n  }", out);
  return upc;
}

/* Print the database; of how many commands in UPC there is nothing in it.  */
static size_t
print_database (void)
{
  size_t left_out = 0;
  bool any = false;
  expect ('[');
  putchar ('[');
  if (!is_next (']'))
    {
      do
	{
	  char *entry;
	  size_t size;
	  FILE *out = open_memstream (&entry, &size);
	  if (!out)
	    fail (EXIT_TROUBLE, "out of memory");
	  bool upc = print_entry (out);
	  fclose (out);
	  left_out += upc;
	  if (!upc)
	    printf ("%s\n  %s", any ? "," : "", entry);
	  any |= !upc;
	  free (entry);
	}
      while (is_next (','));
      expect (']');
    }
  puts ("\n]");
  at += strspn (at, " \t\r\n");
  if (*at)
    malformed ();
  return left_out;
}

static void
read_database (void)
{
  FILE *file = fopen (database, "re");
  char *all = NULL;
  size_t room = 0;
  if (!file || (getdelim (&all, &room, '\0', file) < 0 && ferror (file)))
    fail (EXIT_TROUBLE, "compile-commands: %s: %s", database, strerror (errno));
  fclose (file);
  text = at = all ? all : "";
}

static int
run (const struct command *command, int argc, char **argv)
{
  int count = parse_options (command, argc, argv);
  if (count > 2)
    fail (EXIT_USAGE, "compile-commands: '%s': name one file", argv[2]);
  database = count == 2 ? argv[1] : "compile_commands.json";
  read_database ();
  size_t left_out = print_database ();
  if (left_out)
    complain ("left out %zu command%s in UPC, which clang does not know", left_out,
	      left_out == 1 ? "" : "s");
  return EXIT_FINE;
}

const struct command compile_commands_command = {
  "compile-commands", "[FILE]",
  "print a compilation database for clangd and others",
  "Prints FILE, or compile_commands.json, without the options and compilers that "
  "only GCC with GASP has, and with the directory of GASP's headers.  Commands in "
  "UPC are left out.  For example, after cmake -B build "
  "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON:\n\n"
  "  gasp compile-commands build/compile_commands.json > compile_commands.json",
  NULL, 0, false, run, NULL
};
