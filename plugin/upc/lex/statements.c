/* statements.c - where statements and declarations begin and end.

   SPDX-License-Identifier: Apache-2.0

   A statement that has others for its parts waits for them as a frame: "if",
   "do", "upc_forall", and anything else (F_ELSE).  An item is a declaration
   or any other statement.  */

#include "unit.h"

/* Begins a control statement at I, a word followed by parentheses and a
   statement: the frame THEN waits for that.  Returns the token to continue
   at.  */
static token_id
begin_control (struct upc_unit *unit, token_id i, enum frame_kind then)
{
  if (group_end (unit, i + 1, P_OPEN) == NONE)
    return i + 1;
  push (unit, F_PAREN, i + 1)->then = then;
  return i + 2;
}

static token_id
begin_other (struct upc_unit *unit, token_id i)
{
  struct frame *frame = push (unit, F_ITEM, i);
  frame->start = i;
  frame->is_case = code_at (unit, i) == W_CASE;
  return i;
}

static token_id
begin_name (struct upc_unit *unit, token_id i)
{
  bool is_label = is_name (unit, i) && code_at (unit, i + 1) == P_COLON
		  && top (unit)->kind != F_MEMBERS;
  return is_label ? i + 2 : begin_other (unit, i);
}

/* Returns whether the tokens after the word of UPC 1.0 at I make it a
   statement: the same word may be a variable that is assigned to, or a
   label.  */
static bool
makes_statement (const struct upc_unit *unit, token_id i)
{
  enum code code = unit->tokens[i].word->old, next = code_at (unit, i + 1);
  if (code == W_FORALL)
    return next == P_OPEN;
  if (next == P_SEMICOLON || code == W_FENCE)
    return next == P_SEMICOLON;
  return next == P_OPEN
	 || (i + 1 < unit->count
	     && (unit->tokens[i + 1].kind == UPC_NAME
		 || unit->tokens[i + 1].kind == UPC_LITERAL));
}

/* Gives a word of UPC 1.0 today's code if a statement begins with it at I.  */
static void
see_old_word (struct upc_unit *unit, token_id i)
{
  struct token *token = &unit->tokens[i];
  enum frame_kind kind = top (unit)->kind;
  if (token->kind == UPC_NAME && token->word->old && !token->plain
      && kind != F_TOP && kind != F_MEMBERS && makes_statement (unit, i))
    token->code = token->word->old;
}

/* Begins a statement or declaration at I.  Returns where to go on.  */
token_id
begin_item (struct upc_unit *unit, token_id i)
{
  see_old_word (unit, i);
  switch (code_at (unit, i))
    {
    case P_SEMICOLON:
      end_statement (unit, i);
      return i + 1;
    case W_IF:
      return begin_control (unit, i, F_IF);
    case W_FOR: case W_WHILE: case W_SWITCH:
      return begin_control (unit, i, F_ELSE);
    case W_DO:
      push (unit, F_DO, i);
      return i + 1;
    case W_ELSE: case W_DEFAULT: case P_COLON:
      return i + 1;
    case W_FORALL:
      return begin_forall (unit, i);
    case W_NOTIFY: case W_WAIT: case W_BARRIER: case W_FENCE:
      begin_other (unit, i);
      return begin_sync (unit, i);
    case P_OPEN_SQUARE:
      /* Attributes.  */
      if (unit->tokens[i].partner != NONE)
	return unit->tokens[i].partner + 1;
      return begin_other (unit, i);
    default:
      return begin_name (unit, i);
    }
}

/* Ends the item on top with the ";" at I.  */
void
end_item (struct upc_unit *unit, token_id i)
{
  end_sync (unit, i);
  end_declarator (unit, top (unit));
  pop (unit);
  end_statement (unit, i);
}

/* Ends the statement that ends with token I, and those that it is the last
   part of.  */
void
end_statement (struct upc_unit *unit, token_id i)
{
  for (;;)
    switch (top (unit)->kind)
      {
      case F_IF:
	if (code_at (unit, i + 1) == W_ELSE)
	  {
	    top (unit)->kind = F_ELSE;
	    return;
	  }
	pop (unit);
	break;
      case F_ELSE:
	pop (unit);
	break;
      case F_FORALL:
	forall_end (unit, i);
	pop (unit);
	break;
      case F_DO:
	pop (unit);
	/* The rest of it: while (E);  */
	if (code_at (unit, i + 1) == W_WHILE)
	  {
	    begin_other (unit, i + 1);
	    return;
	  }
	break;
      default:
	return;
      }
}
