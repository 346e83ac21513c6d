/* brackets.c - pair brackets of all three kinds.

   SPDX-License-Identifier: Apache-2.0

   A closing bracket belongs to the last open one if that is of its kind.
   All others remain without a partner, and are nothing to the rest: the
   compiler will complain about them.  */

#include <stdlib.h>
#include "unit.h"

static enum code
closing (enum code open)
{
  switch (open)
    {
    case P_OPEN: return P_CLOSE;
    case P_OPEN_SQUARE: return P_CLOSE_SQUARE;
    case P_OPEN_BRACE: return P_CLOSE_BRACE;
    default: return OTHER;
    }
}

/* Pairs the closing bracket at I with the last of OPEN, a chain through the
   partners of the open ones, if they match.  Returns the rest of the
   chain.  */
static token_id
close_bracket (struct upc_unit *unit, token_id open, token_id i)
{
  struct token *tokens = unit->tokens;
  if (open == NONE || tokens[i].kind != UPC_PUNCTUATOR
      || closing (tokens[open].code) != tokens[i].code)
    return open;
  token_id outer = tokens[open].partner;
  tokens[open].partner = i;
  tokens[i].partner = open;
  return outer;
}

/* Pragmas are lines of their own.  */
static token_id
skip_line (const struct upc_unit *unit, token_id i)
{
  while (i < unit->count && unit->tokens[i].kind != UPC_LINE_END)
    i++;
  return i;
}

void
pair_brackets (struct upc_unit *unit)
{
  token_id open = NONE;
  for (token_id i = 0; i < unit->count; i++)
    {
      if (unit->tokens[i].kind >= UPC_LINE)
	i = skip_line (unit, i);
      else if (closing (unit->tokens[i].code))
	{
	  unit->tokens[i].partner = open;
	  open = i;
	}
      else
	open = close_bracket (unit, open, i);
    }
  while (open != NONE)
    {
      token_id outer = unit->tokens[open].partner;
      unit->tokens[open].partner = NONE;
      open = outer;
    }
}
