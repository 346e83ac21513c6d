/* words.c - lists of arguments.

   SPDX-License-Identifier: Apache-2.0  */

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "gaspcc.h"

const char *program = "gaspcc";

void
fail (const char *format, ...)
{
  va_list args;
  va_start (args, format);
  fprintf (stderr, "%s: ", program);
  vfprintf (stderr, format, args);
  fputc ('\n', stderr);
  va_end (args);
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
  list->word = need (realloc (list->word,
			      (list->count + 2) * sizeof *list->word));
  list->word[list->count++] = (char *) word;
  list->word[list->count] = NULL;
}

void
add_words (struct words *list, const struct words *more)
{
  for (size_t i = 0; i < more->count; i++)
    add_word (list, more->word[i]);
}

/* Copy the word at *TEXT, without its quotes, and step over it.  */
static char *
next_word (const char **text)
{
  char *word = need (malloc (strlen (*text) + 1)), *end = word;
  char quote = 0;
  for (; **text && (quote || !isspace ((unsigned char) **text)); ++*text)
    {
      char c = **text;
      if (c == '\\' && (*text)[1])
	*end++ = *++*text;
      else if (quote ? c == quote : c == '"' || c == '\'')
	quote = quote ? 0 : c;
      else
	*end++ = c;
    }
  *end = 0;
  return word;
}

void
split_words (struct words *list, const char *text)
{
  for (;;)
    {
      while (isspace ((unsigned char) *text))
	text++;
      if (!*text)
	return;
      add_word (list, next_word (&text));
    }
}

/* On standard error, for a shell to read.  */
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
