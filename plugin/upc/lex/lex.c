/* lex.c - the lexical step as a whole.

   SPDX-License-Identifier: Apache-2.0  */

#include <stdlib.h>
#include <string.h>
#include "unit.h"

static const struct
{
  bool is_error;
  const char *text;
} problems[] = {
#define ERROR true
#define WARNING false
#define UPC_PROBLEM(name, severity, text) { severity, text },
#include "problems.def"
};

const char *
upc_problem_text (enum upc_problem problem)
{
  return problems[problem].text;
}

bool
upc_problem_is_error (enum upc_problem problem)
{
  return problems[problem].is_error;
}

/* Adds edit number 0, that of all tokens that have none.  */
static void
add_no_edit (struct upc_unit *unit)
{
  unit->edits = grow (NULL, 0, sizeof *unit->edits);
  memset (unit->edits, 0, sizeof *unit->edits);
  unit->edit_count = 1;
}

struct upc_unit *
upc_new (void)
{
  struct upc_unit *unit = calloc (1, sizeof *unit);
  if (!unit)
    abort ();
  unit->mode = UPC_MODE_RELAXED;
  add_no_edit (unit);
  add_known_words (unit);
  return unit;
}

void
upc_next_part (struct upc_unit *unit)
{
  for (size_t i = 0; i < unit->edit_count; i++)
    {
      free (unit->edits[i].before.start);
      free (unit->edits[i].instead.start);
      free (unit->edits[i].after.start);
    }
  free (unit->edits);
  free (unit->tokens);
  free (unit->problems);
  unit->tokens = NULL;
  unit->problems = NULL;
  unit->count = unit->problem_count = unit->depth = 0;
  add_no_edit (unit);
}

void
upc_delete (struct upc_unit *unit)
{
  upc_next_part (unit);
  free (unit->edits);
  free (unit->marks);
  free (unit->hidden);
  free (unit->frames);
  free_words (unit);
  free (unit);
}

/* Returns whether the next word is a member.  After "." and "->", UPC's words
   are ordinary names: C code that is included may have such members.  */
static bool
is_member (const struct upc_unit *unit)
{
  enum code last = unit->count ? code_at (unit, unit->count - 1) : OTHER;
  return last == P_DOT || last == P_ARROW;
}

void
upc_add (struct upc_unit *unit, enum upc_kind kind, const char *text,
	 size_t length, bool plain)
{
  struct token token = { .kind = kind, .partner = NONE, .plain = plain };
  if (kind == UPC_NAME || kind == UPC_PUNCTUATOR)
    {
      token.word = intern (unit, text, length);
      if (!(token.word->class & UPC) || (!plain && !is_member (unit)))
	token.code = token.word->code;
    }
  unit->tokens = grow (unit->tokens, unit->count, sizeof *unit->tokens);
  unit->tokens[unit->count++] = token;
}

void
upc_lex (struct upc_unit *unit)
{
  pair_brackets (unit);
  walk (unit);
}
