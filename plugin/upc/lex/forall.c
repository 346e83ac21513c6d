/* forall.c - UPC's statements: upc_forall, upc_barrier and its family.

   SPDX-License-Identifier: Apache-2.0  */

#include "unit.h"

/* ---- upc_forall

   What is written is in upc-words.h.  Everything stays where it is; the
   third semicolon ends the parentheses of the "for".  */

token_id
begin_forall (struct upc_unit *unit, token_id i)
{
  write_instead (unit, i, "for");
  if (group_end (unit, i + 1, P_OPEN) == NONE)
    return i + 1;
  struct frame *frame = push (unit, F_PAREN, i + 1);
  frame->is_forall = true;
  frame->forall = ++unit->foralls;
  return i + 2;
}

/* Returns whether nothing or "continue" is between the semicolon I and
   END.  */
static bool
is_for_all_threads (const struct upc_unit *unit, token_id i, token_id end)
{
  return i + 1 == end
	 || (i + 2 == end && code_at (unit, i + 1) == W_CONTINUE);
}

static void
write_begin (struct upc_unit *unit, const struct frame *frame)
{
  write_instead (unit, frame->open - 1,
		 "{ struct " UPC_WORD_FORALL " " UPC_WORD_FORALL "_%u "
		 "__attribute__ ( ( __cleanup__ ( " UPC_WORD_FORALL_LEAVE
		 " ) ) ) = " UPC_WORD_FORALL_ENTER " ( %d ) ; for",
		 frame->forall, frame->filters);
}

void
forall_semicolon (struct upc_unit *unit, token_id i)
{
  struct frame *frame = top (unit);
  token_id end = unit->tokens[frame->open].partner;
  if (++frame->semicolons != 3)
    return;
  frame->then = F_FORALL;
  frame->filters = !is_for_all_threads (unit, i, end);
  write_begin (unit, frame);
  erase (unit, i);
  if (frame->filters)
    write_before (unit, i + 1, ") if ( " UPC_WORD_FORALL_MINE " ( "
		  UPC_WORD_FORALL "_%u . " UPC_WORD_FORALL_CONTROLS " , (",
		  frame->forall);
  else if (i + 2 == end)
    {
      erase (unit, i + 1);
      unit->tokens[i + 1].done = true;
    }
}

void
forall_close (struct upc_unit *unit, token_id i)
{
  struct frame *frame = top (unit);
  if (frame->semicolons == 2)
    complain (unit, UPC_FORALL_FEW_PARTS, i);
  if (frame->filters)
    {
      write_before (unit, i, ") )");
      write_after (unit, i, "{");
    }
  if (frame->semicolons < 3)
    frame->then = F_ELSE;
}

/* Closes a upc_forall, whose body ends with token I.  */
void
forall_end (struct upc_unit *unit, token_id i)
{
  write_after (unit, i, top (unit)->filters ? "} }" : "}");
}

/* ---- upc_notify, upc_wait, upc_barrier, upc_fence */

static const char *
function_of (enum code code)
{
  return code == W_NOTIFY ? UPC_WORD_NOTIFY
	 : code == W_WAIT ? UPC_WORD_WAIT : UPC_WORD_BARRIER;
}

/* Returns where the statement goes on after the word at I: after parentheses
   that it has as if it were a function.  */
static token_id
behind_parentheses (struct upc_unit *unit, token_id i)
{
  if (code_at (unit, i + 1) != P_OPEN || unit->tokens[i + 1].partner != i + 2)
    return i + 1;
  complain (unit, UPC_EMPTY_PARENTHESES, i + 1);
  erase (unit, i + 1);
  erase (unit, i + 2);
  return i + 3;
}

/* Returns whether no expression goes on with token I.  */
static bool
ends_expression (const struct upc_unit *unit, token_id i)
{
  enum code code = code_at (unit, i);
  return (code == P_SEMICOLON || code == P_CLOSE_BRACE
	  || (code >= W_IF && code <= W_GOTO)
	  || (code >= W_FORALL && code <= W_FENCE)
	  || (is_name (unit, i) && unit->tokens[i - 1].kind == UPC_LITERAL));
}

/* Returns the ";" that ends the expression at I, or what stands in its place;
   NONE if there is nothing more.  */
static token_id
end_of_expression (const struct upc_unit *unit, token_id i)
{
  while (i < unit->count && !ends_expression (unit, i))
    i = (unit->tokens[i].partner != NONE && unit->tokens[i].partner > i
	 ? unit->tokens[i].partner : i) + 1;
  return i < unit->count ? i : NONE;
}

/* Begins the synchronisation statement that the word at I starts; its item is
   on top.  Where its ";" is missing, the compiler says so.  */
token_id
begin_sync (struct upc_unit *unit, token_id i)
{
  enum code code = code_at (unit, i);
  token_id next = behind_parentheses (unit, i);
  if (code == W_FENCE)
    write_instead (unit, i, UPC_WORD_FENCE " ( )");
  else if (end_of_expression (unit, next) == next)
    write_instead (unit, i, "%s ( 0 , 0 )", function_of (code));
  else
    {
      token_id end = end_of_expression (unit, next);
      write_instead (unit, i, "%s ( 1 , (", function_of (code));
      top (unit)->is_sync = end == NONE || code_at (unit, end) == P_SEMICOLON;
      if (!top (unit)->is_sync)
	write_after (unit, end - 1, ") )");
    }
  return next;
}

/* Ends the item on top before token I, if it is a synchronisation
   statement.  */
void
end_sync (struct upc_unit *unit, token_id i)
{
  if (top (unit)->is_sync)
    write_before (unit, i, ") )");
}
