/* upc-lex.c - UPC's lexical step on text, for tests.

   SPDX-License-Identifier: Apache-2.0

     upc-lex < PREPROCESSED > RESULT

   Lines stay where they are; columns do not.  Problems are printed as
   "problem LINE: TEXT".  The status is 0 whatever the input is.  */

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "upc-lex.h"

static char *text;
static size_t size;

static struct place
{
  size_t start, length;
  unsigned line;
} *places;
static size_t count;
static unsigned line = 1;

static void
read_all (void)
{
  size_t got;
  do
    {
      text = realloc (text, size + 65537);
      if (!text)
	abort ();
      size += got = fread (text + size, 1, 65536, stdin);
    }
  while (got);
  text[size] = 0;
}

static void
add (struct upc_unit *unit, enum upc_kind kind, size_t start, size_t length)
{
  if (!(count & (count - 1)))
    places = realloc (places, (count ? 2 * count : 1) * sizeof *places);
  if (!places)
    abort ();
  places[count++] = (struct place) { start, length, line };
  upc_add (unit, kind, text + start, length, false);
}

static size_t
literal_end (size_t i)
{
  char quote = text[i++];
  while (i < size && text[i] != quote && text[i] != '\n')
    i += text[i] == '\\' && i + 1 < size ? 2 : 1;
  return i < size && text[i] == quote ? i + 1 : i;
}

static size_t
word_end (size_t i)
{
  bool number = isdigit ((unsigned char) text[i]);
  while (i < size
	 && (isalnum ((unsigned char) text[i]) || text[i] == '_'
	     || (number && (text[i] == '.'
			    || (strchr ("+-", text[i])
				&& strchr ("eEpP", text[i - 1]))))))
    i++;
  return i;
}

static size_t
punctuator_length (size_t i)
{
  static const char *const long_ones[] = {
    "...", "<<=", ">>=", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=",
    "&&", "||", "*=", "/=", "%=", "+=", "-=", "&=", "^=", "|="
  };
  for (size_t k = 0; k < sizeof long_ones / sizeof *long_ones; k++)
    if (!strncmp (text + i, long_ones[k], strlen (long_ones[k])))
      return strlen (long_ones[k]);
  return 1;
}

static size_t add_token (struct upc_unit *unit, size_t i);

/* A line that begins with "#" is either a pragma or of no interest.  */
static size_t
add_line (struct upc_unit *unit, size_t i)
{
  size_t end = i + strcspn (text + i, "\n");
  if (strncmp (text + i, "#pragma", 7))
    return end;
  bool is_mode = !strncmp (text + i, "#pragma upc ", 12);
  add (unit, is_mode ? UPC_LINE_MODE : UPC_LINE, i, is_mode ? 11 : 7);
  for (i += is_mode ? 11 : 7; i < end; )
    i = add_token (unit, i);
  add (unit, UPC_LINE_END, i, 0);
  return i;
}

/* Add the token at I, if there is one.  Returns where to go on.  */
static size_t
add_token (struct upc_unit *unit, size_t i)
{
  unsigned char c = text[i];
  size_t end = i + 1;
  if (c == '\n')
    line++;
  if (isspace (c) || !c)
    return end;
  if (c == '"' || c == '\'')
    add (unit, UPC_LITERAL, i, (end = literal_end (i)) - i);
  else if (isalnum (c) || c == '_')
    add (unit, isdigit (c) ? UPC_LITERAL : UPC_NAME, i,
	 (end = word_end (i)) - i);
  else
    add (unit, UPC_PUNCTUATOR, i, (end = i + punctuator_length (i)) - i);
  return end;
}

static unsigned written = 1;

static void
go_to (unsigned to)
{
  for (; written < to; written++)
    putchar ('\n');
}

static void
copy (void *data, size_t n)
{
  (void) data;
  go_to (places[n].line);
  printf ("%.*s ", (int) places[n].length, text + places[n].start);
}

static void
make (void *data, enum upc_kind kind, const char *word, size_t length,
      size_t at)
{
  (void) data;
  go_to (places[at].line);
  if (kind == UPC_LINE_MODE || kind == UPC_LINE_END)
    printf (kind == UPC_LINE_MODE ? "<#pragma upc " : "> ");
  else
    printf ("%.*s ", (int) length, word);
}

static void
complain (void *data, enum upc_problem problem, size_t at)
{
  (void) data;
  printf ("problem %u: %s\n", places[at].line, upc_problem_text (problem));
}

int
main (void)
{
  struct upc_unit *unit = upc_new ();
  upc_allow_old_words (unit);
  read_all ();
  for (size_t i = 0; i < size; )
    i = text[i] == '#' && (!i || text[i - 1] == '\n')
	? add_line (unit, i) : add_token (unit, i);
  upc_lex (unit);
  upc_output (unit, &(struct upc_sink) { NULL, copy, make, complain });
  putchar ('\n');
  upc_delete (unit);
  free (places);
  free (text);
  return 0;
}
