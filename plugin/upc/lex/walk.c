/* walk.c - go once through the tokens, with a stack of what is open.

   SPDX-License-Identifier: Apache-2.0

   Only brackets that have a partner are on the stack, so it is popped as it
   was pushed, however bad the input is.  */

#include <string.h>
#include "unit.h"

struct frame *
push (struct upc_unit *unit, enum frame_kind kind, token_id open)
{
  unit->frames = grow (unit->frames, unit->depth, sizeof *unit->frames);
  struct frame *frame = &unit->frames[unit->depth];
  *frame = (struct frame) { .kind = kind, .open = open, .start = open + 1 };
  frame->owner = unit->depth++;
  return frame;
}

void
pop (struct upc_unit *unit)
{
  unit->depth--;
  uncover (unit);
}

/* ---- Pragmas */

static void
set_mode (struct upc_unit *unit, token_id i)
{
  const struct token *token = &unit->tokens[i];
  if (token->kind == UPC_NAME && !strcmp (token->word->text, "strict"))
    unit->mode = UPC_MODE_STRICT;
  else if (token->kind == UPC_NAME && !strcmp (token->word->text, "relaxed"))
    unit->mode = UPC_MODE_RELAXED;
}

/* Returns whether the pragma whose word is at I says what words there are:
   then it may stand anywhere.  */
static bool
is_about_words (const struct upc_unit *unit, token_id i)
{
  const struct token *token = &unit->tokens[i];
  return token->kind == UPC_NAME
	 && (!strcmp (token->word->text, UPC_PRAGMA_C_CODE)
	     || !strcmp (token->word->text, UPC_PRAGMA_UPC_CODE));
}

/* Returns whether a mode may be set between the token at hand and the
   last.  */
static bool
may_set_mode (struct upc_unit *unit)
{
  const struct frame *frame = top (unit);
  return frame->kind == F_TOP || (frame->kind == F_BLOCK && !frame->has_items);
}

static token_id
skip_pragma (struct upc_unit *unit, token_id i)
{
  if (unit->tokens[i].kind == UPC_LINE_MODE && i + 1 < unit->count)
    {
      if (!may_set_mode (unit) && !is_about_words (unit, i + 1))
	complain (unit, UPC_PRAGMA_CONTEXT, i);
      set_mode (unit, i + 1);
    }
  while (i < unit->count && unit->tokens[i].kind != UPC_LINE_END)
    i++;
  return i + 1;
}

/* ---- Opening brackets */

/* Returns whether "(" at I goes on with a declarator, or might: "(*p)".  */
static bool
goes_on (const struct upc_unit *unit, token_id i)
{
  enum code next = code_at (unit, i + 1);
  return (next == P_STAR || next == P_OPEN || next == W_ATTRIBUTE)
	 && !(i && class_at (unit, i - 1) & (GROUP | CONTROL));
}

static void
open_paren (struct upc_unit *unit, token_id i)
{
  bool bounds = has_bounds (unit, top (unit)), is_bound = top (unit)->is_bound;
  size_t owner = top (unit)->owner;
  struct frame *frame = push (unit, F_PAREN, i);
  frame->is_bound = is_bound;
  frame->bounds = unit->tokens[i].done;
  if (goes_on (unit, i) && !frame->bounds)
    {
      frame->owner = owner;
      frame->bounds = bounds;
    }
}

static void
open_square (struct upc_unit *unit, token_id i)
{
  bool bounds = has_bounds (unit, top (unit));
  size_t owner = top (unit)->owner;
  struct frame *frame = push (unit, F_SQUARE, i);
  /* A layout's have been done.  */
  if (bounds && !unit->tokens[i].done)
    {
      frame->owner = owner;
      open_bound (unit, frame);
      top (unit)->owner = unit->depth - 1;
    }
}

/* Returns the word struct, union or enum if the brace at I begins the body of
   one, else OTHER.  */
static enum code
tag_before (const struct upc_unit *unit, token_id i)
{
  while (i--)
    if (code_at (unit, i) == P_CLOSE && unit->tokens[i].partner != NONE
	&& unit->tokens[i].partner
	&& class_at (unit, unit->tokens[i].partner - 1) & GROUP)
      i = unit->tokens[i].partner - 1;
    else if (!is_name (unit, i))
      return class_at (unit, i) & TAGGED ? code_at (unit, i) : OTHER;
  return OTHER;
}

/* Returns whether the brace at I, in the frame on top, begins a function's
   body.  */
static bool
begins_function (struct upc_unit *unit, token_id i)
{
  const struct frame *frame = top (unit);
  if (frame->kind != F_ITEM || frame->has_assign || frame->is_case)
    return false;
  if (frame[-1].kind == F_TOP)
    return true;
  token_id open = i ? group_end (unit, i - 1, P_CLOSE) : NONE;
  return open != NONE && open > frame->start + 1
	 && is_name (unit, open - 1);
}

static struct frame *
push_block (struct upc_unit *unit, token_id i, bool is_body)
{
  struct frame *frame = push (unit, F_BLOCK, i);
  frame->is_body = is_body;
  frame->mode = unit->mode;
  frame->marks = unit->mark_count;
  return frame;
}

static void
open_brace (struct upc_unit *unit, token_id i)
{
  enum code tag = tag_before (unit, i);
  if (top (unit)->kind == F_PAREN && top (unit)->open + 1 == i)
    push_block (unit, i, false);
  else if (tag)
    push (unit, tag == W_ENUM ? F_VALUES : F_MEMBERS, i);
  else if (begins_function (unit, i))
    push_block (unit, i, true);
  else
    push (unit, F_VALUES, i);
}

/* ---- Closing brackets */

/* Ends a block at token I: what it changed becomes as before.  */
static void
end_block (struct upc_unit *unit, token_id i)
{
  const struct frame *frame = top (unit);
  if (frame->mode != unit->mode)
    write_before (unit, i, "#pragma %s #end",
		  frame->mode == UPC_MODE_STRICT ? "strict" : "relaxed");
  unit->mode = frame->mode;
  drop_marks (unit, frame->marks);
  bool is_body = frame->is_body;
  pop (unit);
  if (!is_body)
    return;
  if (top (unit)->kind == F_ITEM)
    pop (unit);
  end_statement (unit, i);
}

static void
end_paren (struct upc_unit *unit, token_id i)
{
  struct frame frame = *top (unit);
  if (frame.is_forall)
    forall_close (unit, i);
  pop (unit);
  if (frame.then)
    push (unit, frame.then, frame.open)->filters = frame.filters;
}

static void
close_bracket (struct upc_unit *unit, token_id i)
{
  while (top (unit)->kind >= F_ITEM && top (unit)->kind != F_PAREN
	 && top (unit)->kind != F_SQUARE)
    {
      if (top (unit)->kind == F_ITEM)
	end_sync (unit, i);
      pop (unit);
    }
  switch (top (unit)->kind)
    {
    case F_BLOCK:
      end_block (unit, i);
      break;
    case F_PAREN:
      end_paren (unit, i);
      break;
    case F_TOP:
      break;
    default:
      pop (unit);
    }
}

/* ---- Other tokens */

static void
see_semicolon (struct upc_unit *unit, token_id i)
{
  struct frame *frame = top (unit);
  if (frame->kind == F_ITEM)
    {
      end_item (unit, i);
      return;
    }
  if (frame->is_forall)
    forall_semicolon (unit, i);
  frame->start = i + 1;
  frame->is_finished = false;
}

static void
see_comma (struct upc_unit *unit, token_id i)
{
  struct frame *frame = top (unit);
  if (frame->kind == F_ITEM)
    {
      end_declarator (unit, frame);
      frame->has_assign = false;
      return;
    }
  frame->owner = unit->depth - 1;
  frame->bounds = frame->has_shared = frame->is_finished = false;
  frame->start = i + 1;
}

/* Counts the "?:" in the E of "case E:", and ends it at its own colon.  */
static void
see_colon (struct upc_unit *unit, enum code code)
{
  struct frame *frame = top (unit);
  if (!frame->is_case)
    return;
  if (code == P_QUESTION)
    frame->questions++;
  else if (frame->questions)
    frame->questions--;
  else
    pop (unit);
}

static void
see_word (struct upc_unit *unit, token_id i)
{
  switch (code_at (unit, i))
    {
    case W_SHARED: case W_STRICT: case W_RELAXED:
      if (!unit->tokens[i].done)
	see_qualifier (unit, i);
      break;
    case W_THREADS:
      if (top (unit)->is_bound)
	write_instead (unit, i, "%dL", UPC_THREADS_MAGIC);
      else
	write_instead (unit, i, "( + " UPC_WORD_THREADS " )");
      break;
    case W_MYTHREAD:
      write_instead (unit, i, "( + " UPC_WORD_MYTHREAD " )");
      break;
    case W_BLOCKSIZEOF: case W_ELEMSIZEOF: case W_LOCALSIZEOF:
      if (!unit->tokens[i].done)
	see_size (unit, i);
      break;
    case W_FORALL: case W_NOTIFY: case W_WAIT: case W_BARRIER: case W_FENCE:
      /* No statement can begin here, and the compiler says so.  */
      write_instead (unit, i, UPC_WORD_MISPLACED "%s",
		     unit->tokens[i].word->text);
      break;
    default:
      top (unit)->classes |= class_at (unit, i);
      top (unit)->is_typedef |= code_at (unit, i) == W_TYPEDEF;
      if (is_name (unit, i))
	see_name (unit, i);
    }
}

/* Handles token I within an item.  */
static void
see_token (struct upc_unit *unit, token_id i)
{
  enum code code = code_at (unit, i);
  bool is_paired = unit->tokens[i].partner != NONE;
  switch (code)
    {
    case P_OPEN:
      if (is_paired)
	open_paren (unit, i);
      break;
    case P_OPEN_SQUARE:
      if (is_paired)
	open_square (unit, i);
      break;
    case P_OPEN_BRACE:
      if (is_paired)
	open_brace (unit, i);
      break;
    case P_CLOSE: case P_CLOSE_SQUARE: case P_CLOSE_BRACE:
      if (is_paired)
	close_bracket (unit, i);
      break;
    case P_SEMICOLON:
      see_semicolon (unit, i);
      break;
    case P_COMMA:
      see_comma (unit, i);
      break;
    case P_COLON: case P_QUESTION:
      see_colon (unit, code);
      break;
    case P_ASSIGN:
      begin_initializer (unit);
      top (unit)->has_assign = true;
      break;
    case P_STAR:
      owner (unit)->has_star = true;
      owner (unit)->shared_pointer = false;
      break;
    default:
      if (unit->tokens[i].kind == UPC_NAME)
	see_word (unit, i);
    }
}

static bool
waits_for_item (enum frame_kind kind)
{
  return kind == F_TOP || kind == F_BLOCK || kind == F_MEMBERS
	 || kind >= F_IF;
}

static token_id
step (struct upc_unit *unit, token_id i)
{
  enum upc_kind kind = (enum upc_kind) unit->tokens[i].kind;
  if (kind >= UPC_LINE)
    return skip_pragma (unit, i);
  if (waits_for_item (top (unit)->kind))
    {
      enum code code = code_at (unit, i);
      top (unit)->has_items = true;
      if (code == P_OPEN_BRACE && unit->tokens[i].partner != NONE)
	push_block (unit, i, true);
      else if (code == P_CLOSE_BRACE && unit->tokens[i].partner != NONE)
	close_bracket (unit, i);
      else
	return begin_item (unit, i);
      return i + 1;
    }
  see_token (unit, i);
  return i + 1;
}

void
walk (struct upc_unit *unit)
{
  push (unit, F_TOP, NONE);
  for (token_id i = 0; i < unit->count; )
    i = step (unit, i);
}
