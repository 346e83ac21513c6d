/* bounds.c - THREADS in the bounds of arrays.

   SPDX-License-Identifier: Apache-2.0

   Where a shared array has a bound of "THREADS * CONSTANT", while THREADS is
   a variable, the type must not look variable to the front end before an
   attribute takes it in hand.  So a constant is written instead; and the
   names of types that have one are marked, since each use of them must come
   with that attribute.  */

#include "unit.h"

/* Returns whether "[" in FRAME begins a bound of a type that may be shared,
   of something with static storage.  */
bool
has_bounds (const struct upc_unit *unit, const struct frame *frame)
{
  if (frame->kind == F_PAREN)
    {
      /* "(*shared p[N])": the present state of the declaration, not the one
	 when it opened.  */
      const struct frame *declaration = &unit->frames[frame->owner];
      return frame->bounds || (declaration->kind == F_ITEM
			       && has_bounds (unit, declaration));
    }
  if (frame->kind != F_ITEM || frame->has_assign)
    return false;
  bool may_be_shared = frame->has_shared || !(frame->classes & TYPE);
  switch (frame[-1].kind)
    {
    case F_TOP:
      /* A typedef may get "shared" where it is used.  */
      return may_be_shared || frame->is_typedef;
    case F_MEMBERS:
      return frame->has_shared;
    default:
      return may_be_shared && frame->classes & STORAGE;
    }
}

/* Returns the first THREADS within the brackets at OPEN, after token I; or
   NONE.  */
static token_id
find_threads (const struct upc_unit *unit, token_id open, token_id i)
{
  while (++i < unit->tokens[open].partner)
    if (code_at (unit, i) == W_THREADS)
      return i;
  return NONE;
}

/* Returns the only one, or NONE.  */
static token_id
only_threads (const struct upc_unit *unit, token_id open)
{
  token_id found = find_threads (unit, open, open);
  bool is_only = found != NONE && find_threads (unit, open, found) == NONE;
  return is_only ? found : NONE;
}

/* Returns whether an operand ends with token I, so that what follows is a
   binary operator.  */
static bool
ends_operand (const struct upc_unit *unit, token_id i)
{
  return unit->tokens[i].kind != UPC_PUNCTUATOR
	 || code_at (unit, i) == P_CLOSE;
}

/* Returns whether the operator at I may stand between factors of a product
   with THREADS; on the RIGHT of it, nothing is divided.  '%' and others have
   no code.  */
static bool
is_factors (const struct upc_unit *unit, token_id i, bool right)
{
  switch (code_at (unit, i))
    {
    case P_STAR: return true;
    case P_SLASH: return !right;
    case P_PLUS: case P_MINUS: case P_NOT: case P_TILDE:
      return !ends_operand (unit, i - 1);
    default: return false;
    }
}

/* Returns the bracket that is open before token I.  */
static token_id
enclosure (const struct upc_unit *unit, token_id i)
{
  do
    {
      i--;
      if (code_at (unit, i) == P_CLOSE && unit->tokens[i].partner != NONE)
	i = unit->tokens[i].partner - 1;
    }
  while (unit->tokens[i].partner == NONE || unit->tokens[i].partner < i);
  return i;
}

/* Returns how often the expression of tokens FIRST to LAST is a factor in the
   brackets at OPEN; -1 if it is used in another way.  */
static int
count_factors (const struct upc_unit *unit, token_id open, token_id first,
	       token_id last)
{
  token_id close = unit->tokens[open].partner;
  unsigned before = class_at (unit, first - 1);
  bool is_left = first > open + 2 && code_at (unit, first - 1) == P_STAR;
  int n = is_left;
  if (first > open + 1 && !is_left && !(before & (QUALIFIER | STORAGE)))
    return -1;
  for (token_id i = open + 1; i < close; i++)
    {
      bool is_right = i > last;
      if (i == first)
	i = last;
      else if (group_end (unit, i, P_OPEN) != NONE)
	i = unit->tokens[i].partner;
      else if (unit->tokens[i].kind == UPC_PUNCTUATOR
	       && !is_factors (unit, i, is_right))
	return -1;
      else
	n += is_right && code_at (unit, i) == P_STAR;
    }
  return n;
}

/* Returns how often the only THREADS in the brackets at OPEN is multiplied,
   where nothing else is done to it; else -1.  Around parentheses is another
   product, as macros make them.  */
static int
count_all_factors (const struct upc_unit *unit, token_id open)
{
  token_id first = only_threads (unit, open), last = first, around;
  int innermost = -1;
  if (first == NONE)
    return -1;
  do
    {
      around = enclosure (unit, first);
      int n = count_factors (unit, around, first, last);
      if (n < 0)
	return -1;
      if (innermost < 0)
	innermost = n;
      first = around;
      last = unit->tokens[around].partner;
    }
  while (around != open);
  return innermost;
}

/* Reports that the bound in the brackets at OPEN of a shared array is not a
   multiple of THREADS, and makes it one.  */
static void
reject_bound (struct upc_unit *unit, token_id open)
{
  complain (unit, UPC_NO_MULTIPLE, find_threads (unit, open, open));
  write_after (unit, open, "__extension__ ( %dL + 0 * ( long ) sizeof (",
	       UPC_THREADS_MAGIC);
  write_before (unit, unit->tokens[open].partner, ") )");
}

/* Makes "(E) ?: N" of the bound "E": one of 0 * THREADS must not be taken for
   one without THREADS.  */
static void
guard_against_zero (struct upc_unit *unit, token_id open)
{
  token_id close = unit->tokens[open].partner;
  if (open + 2 == close)
    return;
  write_after (unit, open, "__extension__ ( (");
  write_before (unit, close, ") ? : %dL )", UPC_THREADS_ZERO);
}

/* Begins a bound, whose brackets are FRAME, which is on top.  */
void
open_bound (struct upc_unit *unit, struct frame *frame)
{
  token_id open = frame->open;
  struct frame *declaration = owner (unit);
  int factors = count_all_factors (unit, open);
  bool is_shared = declaration->has_shared || declaration->shared_type;
  frame->is_bound = factors >= 0;
  if (factors > 1)
    complain (unit, UPC_SEVERAL_FACTORS, only_threads (unit, open));
  if (frame->is_bound)
    guard_against_zero (unit, open);
  else if (is_shared && find_threads (unit, open, open) != NONE)
    reject_bound (unit, open);
  else
    return;
  declaration->marks_one = true;
  if (declaration->kind == F_ITEM)
    finish_declaration (unit);
}

void
finish_declaration (struct upc_unit *unit)
{
  struct frame *declaration = owner (unit);
  if (declaration->is_finished || declaration->start >= unit->count)
    return;
  declaration->is_finished = true;
  /* __extension__ comes before all that is a declaration's.  */
  token_id start = declaration->start;
  while (code_at (unit, start) == W_EXTENSION)
    start++;
  write_before (unit, start, "__attribute__ ( ( " UPC_WORD_BLOCK
		" ( %d , 0 ) ) )", UPC_BLOCK_NONE);
}

/* Returns whether FRAME is a declaration of static storage whose type, by a
   name or a structure, may have pointers-to-shared in it.  */
static bool
may_have_pointers (const struct frame *frame)
{
  return frame->kind == F_ITEM && !frame->has_assign
	 && (frame[-1].kind == F_TOP || frame->classes & STORAGE)
	 && (frame->classes & TAGGED || !(frame->classes & TYPE));
}

/* Finishes the declaration before its initializer is read, which may have
   parts that are constant in UPC alone: the compiler side needs to know the
   declaration.  */
void
begin_initializer (struct upc_unit *unit)
{
  if (may_have_pointers (top (unit)))
    finish_declaration (unit);
}

/* ---- Marked names */

/* Returns whether the marked name at I is used as a type: neither a member,
   nor a tag, nor declared anew.  */
static bool
is_type_use (const struct upc_unit *unit, token_id i)
{
  enum code last = i ? code_at (unit, i - 1) : OTHER;
  if (last == P_DOT || last == P_ARROW || last == W_GOTO
      || (i && (class_at (unit, i - 1) & TYPE || is_name (unit, i - 1))))
    return false;
  switch (code_at (unit, i + 1))
    {
    case P_STAR: case P_OPEN: case P_CLOSE: case P_OPEN_SQUARE: case P_COLON:
      return true;
    default:
      return is_name (unit, i + 1)
	     || class_at (unit, i + 1) & (UPC | QUALIFIER | SPECIFIER);
    }
}

/* Returns whether the name at I, a type's so far, is declared as something
   else.  */
static bool
is_declared_anew (struct upc_unit *unit, token_id i)
{
  if (!i)
    return false;
  unsigned class = class_at (unit, i - 1);
  switch (code_at (unit, i - 1))
    {
    case P_STAR: return true;
    case P_COMMA: return top (unit)->kind == F_ITEM || top (unit)->then;
    default:
      return is_name (unit, i - 1) || (class & TYPE && !(class & TAGGED));
    }
}

/* Returns the frame with which the scope of the present declaration ends; 0
   if it is the file, or a structure.  */
static size_t
scope (const struct upc_unit *unit)
{
  bool is_parameter = false;
  for (size_t depth = unit->depth; depth-- > 1; )
    {
      const struct frame *frame = &unit->frames[depth];
      if (frame->kind == F_BLOCK || (frame->kind == F_ITEM && is_parameter))
	return depth;
      if (frame->kind == F_MEMBERS)
	return 0;
      is_parameter |= frame->kind == F_PAREN && frame->owner == depth;
    }
  return 0;
}

static void
hide (struct upc_unit *unit, struct word *word)
{
  size_t depth = scope (unit);
  if (!depth)
    return;
  unit->hidden = grow (unit->hidden, unit->hidden_count, sizeof *unit->hidden);
  unit->hidden[unit->hidden_count++]
    = (struct hidden) { word, word->marked, word->shared, depth };
  word->marked = word->shared = 0;
}

void
uncover (struct upc_unit *unit)
{
  while (unit->hidden_count
	 && unit->hidden[unit->hidden_count - 1].depth >= unit->depth)
    {
      const struct hidden *hidden = &unit->hidden[--unit->hidden_count];
      hidden->word->marked = hidden->marked;
      hidden->word->shared = hidden->shared;
    }
}

/* Returns whether the declarator after the type at I is a function, or a
   pointer to functions; in a block that might as well be a call.  */
static bool
declares_function (struct upc_unit *unit, token_id i)
{
  const struct frame *frame = top (unit);
  bool is_outside = frame->kind == F_ITEM && frame[-1].kind == F_TOP;
  return ((is_name (unit, i + 1) && code_at (unit, i + 2) == P_OPEN)
	  || (is_outside && code_at (unit, i + 1) == P_OPEN
	      && code_at (unit, i + 2) == P_STAR));
}

void
see_name (struct upc_unit *unit, token_id i)
{
  struct word *word = unit->tokens[i].word;
  struct frame *declaration = owner (unit);
  if ((word->marked || word->shared) && is_declared_anew (unit, i))
    hide (unit, word);
  if (word->shared && declares_function (unit, i))
    write_after (unit, i, "__attribute__ ( ( " UPC_WORD_BLOCK
		 " ( %d , 0 ) ) )", UPC_BLOCK_TYPEDEF);
  if (word->marked && is_type_use (unit, i))
    {
      write_after (unit, i, "__attribute__ ( ( " UPC_WORD_BLOCK
		   " ( %d , 0 ) ) )", UPC_BLOCK_NONE);
      declaration->marks_all = true;
    }
  else if (!declaration->has_assign)
    declaration->name = word;
  declaration->shared_type |= word->shared && is_type_use (unit, i);
}

static void
add_mark (struct upc_unit *unit, unsigned *count)
{
  unit->marks = grow (unit->marks, unit->mark_count, sizeof *unit->marks);
  unit->marks[unit->mark_count++].count = count;
  ++*count;
}

/* Marks what the declaration FRAME has declared since the last comma.  */
void
end_declarator (struct upc_unit *unit, struct frame *frame)
{
  bool is_type = frame->is_typedef && frame->name;
  if (is_type && (frame->marks_all || frame->marks_one))
    add_mark (unit, &frame->name->marked);
  if (is_type && (frame->has_star ? frame->shared_pointer
				  : frame->shared_type))
    add_mark (unit, &frame->name->shared);
  frame->name = NULL;
  frame->marks_one = frame->has_star = frame->shared_pointer = false;
}

/* Forgets all marks but the first COUNT.  */
void
drop_marks (struct upc_unit *unit, size_t count)
{
  while (unit->mark_count > count)
    --*unit->marks[--unit->mark_count].count;
}
