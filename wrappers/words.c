/* words.c - lists of arguments.

   SPDX-License-Identifier: Apache-2.0  */

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "clean.h"
#include "gaspcc.h"

const char *program = "gaspcc";

void
fail (const char *format, ...)
{
  char line[4096];
  va_list args;
  va_start (args, format);
  vsnprintf (line, sizeof line, format, args);
  va_end (args);
  gasp_clean (line, strlen (line));
  fprintf (stderr, "%s: %s\n", program, line);
  exit (1);
}

static void *
need (void *memory)
{
  if (!memory)
    fail ("out of memory");
  return memory;
}

char *
join (const char *format, ...)
{
  char *text;
  va_list args;
  va_start (args, format);
  if (vasprintf (&text, format, args) < 0)
    text = NULL;
  va_end (args);
  return need (text);
}

void
add_word (struct words *list, const char *word)
{
  /* There is room for a power of two.  */
  if (!(list->count & (list->count + 1)))
    list->word = need (realloc (list->word,
				2 * (list->count + 1) * sizeof *list->word));
  list->word[list->count++] = (char *) word;
  list->word[list->count] = NULL;
}

void
add_words (struct words *list, const struct words *more)
{
  for (size_t i = 0; i < more->count; i++)
    add_word (list, more->word[i]);
}

/* Ends the word at *TEXT, taking the quotes out of it, and steps over it.  */
static char *
next_word (char **text)
{
  char *word = *text, *end = word, *next = word;
  char quote = 0;
  for (; *next && (quote || !isspace ((unsigned char) *next)); next++)
    {
      char c = *next;
      if (c == '\\' && next[1])
	*end++ = *++next;
      else if (quote ? c == quote : c == '"' || c == '\'')
	quote = quote ? 0 : c;
      else
	*end++ = c;
    }
  *text = *next ? next + 1 : next;
  *end = 0;
  return word;
}

void
split_words (struct words *list, const char *text)
{
  char *rest = join ("%s", text);
  for (;;)
    {
      while (isspace ((unsigned char) *rest))
	rest++;
      if (!*rest)
	return;
      add_word (list, next_word (&rest));
    }
}

/* Prints LIST on standard error, for a shell to read.  */
void
print_words (const struct words *list)
{
  const char *plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    "0123456789_-+=./,:@%";
  for (size_t i = 0; i < list->count; i++)
    {
      const char *s = list->word[i];
      if (i)
	fputc (' ', stderr);
      if (*s && !s[strspn (s, plain)])
	fputs (s, stderr);
      else
	{
	  fputc ('\'', stderr);
	  for (; *s; s++)
	    if (*s == '\'')
	      fputs ("'\\''", stderr);
	    else
	      fputc (*s, stderr);
	  fputc ('\'', stderr);
	}
    }
  fputc ('\n', stderr);
}
