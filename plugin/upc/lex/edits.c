/* edits.c - collect edits, and write them.

   SPDX-License-Identifier: Apache-2.0

   Edits are words separated by spaces: names, numbers, and anything else is a
   punctuator. "#pragma MODE #end" stands for the pragma "upc MODE".  */

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "unit.h"

/* Returns the edit of token I.  Number 0 belongs to no token.  */
static struct edit *
edit_of (struct upc_unit *unit, token_id i)
{
  struct token *token = &unit->tokens[i];
  while (!token->edit)
    {
      unit->edits = grow (unit->edits, unit->edit_count, sizeof *unit->edits);
      memset (&unit->edits[unit->edit_count], 0, sizeof *unit->edits);
      token->edit = unit->edit_count++;
    }
  return &unit->edits[token->edit];
}

/* Puts after TEXT, and a space, what FORMAT makes of ARGS.  */
static void
append (struct text *text, const char *format, va_list args)
{
  char word[256];
  int length = vsnprintf (word, sizeof word, format, args);
  size_t needed = text->length + length + 2;
  if (length < 0 || (size_t) length >= sizeof word)
    abort ();
  if (needed > text->size)
    {
      text->size = 2 * needed;
      text->start = realloc (text->start, text->size);
      if (!text->start)
	abort ();
    }
  memcpy (text->start + text->length, word, length);
  text->length += length;
  strcpy (text->start + text->length++, " ");
}

#define APPEND(text, format)						\
  do									\
    {									\
      va_list args;							\
      va_start (args, format);						\
      append (text, format, args);					\
      va_end (args);							\
    }									\
  while (0)

void
write_before (struct upc_unit *unit, token_id i, const char *format, ...)
{
  APPEND (&edit_of (unit, i)->before, format);
}

void
write_after (struct upc_unit *unit, token_id i, const char *format, ...)
{
  APPEND (&edit_of (unit, i)->after, format);
}

/* Replaces token I by what FORMAT gives; the last replacement wins.  */
void
write_instead (struct upc_unit *unit, token_id i, const char *format, ...)
{
  struct text *text = &edit_of (unit, i)->instead;
  text->length = 0;
  APPEND (text, format);
}

void
erase (struct upc_unit *unit, token_id i)
{
  write_instead (unit, i, "%s", "");
}

void
complain (struct upc_unit *unit, enum upc_problem problem, token_id at)
{
  size_t n = unit->problem_count++;
  unit->problems = grow (unit->problems, n, sizeof *unit->problems);
  unit->problems[n] = (struct problem) { problem, at };
}

static enum upc_kind
kind_of (const char *text)
{
  unsigned char c = *text;
  return isalpha (c) || c == '_' ? UPC_NAME
	 : isdigit (c) ? UPC_LITERAL : UPC_PUNCTUATOR;
}

static void
write_word (const struct upc_sink *sink, const char *text, size_t length,
	    token_id at)
{
  if (!strncmp (text, "#pragma", length))
    sink->make (sink->data, UPC_LINE_MODE, "", 0, at);
  else if (!strncmp (text, "#end", length))
    sink->make (sink->data, UPC_LINE_END, "", 0, at);
  else
    sink->make (sink->data, kind_of (text), text, length, at);
}

static void
write_words (const struct upc_sink *sink, const struct text *words,
	     token_id at)
{
  const char *text = words->start;
  while (text && *text)
    {
      size_t length = strcspn (text, " ");
      if (length)
	write_word (sink, text, length, at);
      text += length + (text[length] == ' ');
    }
}

void
upc_output (const struct upc_unit *unit, const struct upc_sink *sink)
{
  for (size_t i = 0; i < unit->problem_count; i++)
    sink->complain (sink->data, unit->problems[i].problem,
		    unit->problems[i].at);
  for (token_id i = 0; i < unit->count; i++)
    {
      const struct edit *edit = &unit->edits[unit->tokens[i].edit];
      write_words (sink, &edit->before, i);
      if (edit->instead.start)
	write_words (sink, &edit->instead, i);
      else
	sink->copy (sink->data, i);
      write_words (sink, &edit->after, i);
    }
}
