/* sizes.c - upc_blocksizeof, upc_elemsizeof, upc_localsizeof.

   SPDX-License-Identifier: Apache-2.0  */

#include "unit.h"

static int
kind_of (enum code code)
{
  return code == W_BLOCKSIZEOF ? UPC_SIZEOF_BLOCK
	 : code == W_ELEMSIZEOF ? UPC_SIZEOF_ELEMENT : UPC_SIZEOF_LOCAL;
}

static bool
is_size (enum code code)
{
  return code == W_BLOCKSIZEOF || code == W_ELEMSIZEOF
	 || code == W_LOCALSIZEOF;
}

static bool
is_prefix (const struct upc_unit *unit, token_id i)
{
  switch (code_at (unit, i))
    {
    case P_STAR: case P_AND: case P_AND_AND: case P_PLUS: case P_MINUS:
    case P_NOT: case P_TILDE: case P_INCREMENT: case P_DECREMENT:
    case W_EXTENSION:
      return true;
    default:
      return class_at (unit, i) & CONTROL || is_size (code_at (unit, i));
    }
}

/* Returns whether the token at I continues an expression.  */
static bool
is_postfix (const struct upc_unit *unit, token_id i)
{
  switch (code_at (unit, i))
    {
    case P_OPEN_SQUARE: case P_OPEN: case P_OPEN_BRACE:
      return unit->tokens[i].partner != NONE;
    case P_DOT: case P_ARROW: case P_INCREMENT: case P_DECREMENT:
      return true;
    default:
      return false;
    }
}

/* Returns the last token of the expression whose first, but for operators, is
   I.  */
static token_id
expression_end (const struct upc_unit *unit, token_id i)
{
  if (group_end (unit, i, P_OPEN) != NONE)
    i = unit->tokens[i].partner;
  while (is_postfix (unit, i + 1))
    {
      token_id end = unit->tokens[++i].partner;
      if (end != NONE)
	i = end;
      else if (code_at (unit, i) == P_DOT || code_at (unit, i) == P_ARROW)
	i++;
    }
  return i < unit->count ? i : unit->count - 1;
}

/* The text after the operand; the "shared" in it has its place noted, for
   messages (plugin/upc/types/layouts.c).  The last parenthesis is the token
   that GCC reads when the operand is complete: so messages are not about the
   next line.  */
#define SIZE_OF "__attribute__ ( ( " UPC_WORD_SIZEOF \
		" ( %d , sizeof ( int " UPC_WORD_SHARED " * ) ) ) ) ) )"

/* Rewrites the size operator at I, whose whole operand is in parentheses.  */
static void
write_paren (struct upc_unit *unit, token_id i)
{
  token_id open = i + 1;
  write_instead (unit, i, "( sizeof ( __typeof__");
  unit->tokens[open].done = true;
  write_after (unit, unit->tokens[open].partner, SIZE_OF,
	       kind_of (code_at (unit, i)));
}

static void
write_expression (struct upc_unit *unit, token_id i, token_id end)
{
  write_instead (unit, i, "( sizeof ( __typeof__ (");
  write_after (unit, end, ") " SIZE_OF, kind_of (code_at (unit, i)));
}

/* Rewrites the size operators in a row that begins at I.  The last one is done
   first, since what it writes after the operand is innermost.  */
void
see_size (struct upc_unit *unit, token_id i)
{
  token_id operand = i + 1;
  while (is_prefix (unit, operand))
    operand++;
  token_id end = expression_end (unit, operand);
  for (token_id k = operand; k-- > i; )
    if (is_size (code_at (unit, k)))
      {
	unit->tokens[k].done = true;
	if (k + 1 == operand && group_end (unit, operand, P_OPEN) == end)
	  write_paren (unit, k);
	else
	  write_expression (unit, k, end);
      }
}
