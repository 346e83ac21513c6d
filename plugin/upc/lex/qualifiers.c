/* qualifiers.c - shared, strict and relaxed.

   SPDX-License-Identifier: Apache-2.0

   They are found in two kinds of lists: among the specifiers of a
   declaration or type name, and after the "*" of a pointer.  At the first
   of them in a list, all that are in it are dealt with.  */

#include "unit.h"

struct list
{
  bool is_pointer;		/* after "*" */
  token_id begin;
  int mode;			/* UPC_MODE_* */
  token_id bearer;		/* the "shared" that is kept, or NONE */
  token_id layout;		/* its "[", or NONE */
  token_id type;		/* a type's name that is shared, or NONE */
};

/* Returns where a list of qualifiers that has the token I begins.  */
static token_id
list_begin (const struct upc_unit *unit, token_id i)
{
  for (; i; i--)
    {
      token_id open = group_end (unit, i - 1, P_CLOSE);
      if (open != NONE && open && class_at (unit, open - 1) & QUALIFIER)
	i = open;
      else if (!(class_at (unit, i - 1) & QUALIFIER))
	break;
    }
  return i;
}

/* Writes nothing of the tokens from FIRST to LAST.  */
static void
erase_range (struct upc_unit *unit, token_id first, token_id last)
{
  for (token_id k = first; k <= last; k++)
    erase (unit, k);
}

/* Returns the meaning of a layout that is not an expression; UPC_BLOCK_NONE
   if it is one.  */
static int
fixed_block (const struct upc_unit *unit, token_id open)
{
  token_id close = unit->tokens[open].partner;
  if (open + 1 == close)
    return UPC_BLOCK_INDEFINITE;
  bool is_star = open + 2 == close && code_at (unit, open + 1) == P_STAR;
  return is_star ? UPC_BLOCK_STAR : UPC_BLOCK_NONE;
}

static const char *
attribute_of (const struct list *list)
{
  return list->is_pointer ? UPC_WORD_POINTER : UPC_WORD_BLOCK;
}

/* Writes a second "shared [...]" in a list, at I: the compiler checks that its
   block size is the same.  */
static void
write_repeated (struct upc_unit *unit, const struct list *list, token_id i)
{
  token_id open = i + 1, close = unit->tokens[open].partner;
  int block = fixed_block (unit, open);
  unit->tokens[open].done = true;
  write_instead (unit, i, "__attribute__ ( ( %s (", attribute_of (list));
  if (block == UPC_BLOCK_NONE)
    write_instead (unit, open, "(");
  else
    {
      erase_range (unit, open, close);
      write_instead (unit, open, "( %d", block);
    }
  write_instead (unit, close, ") , 0 ) ) )");
}

static void
add_shared (struct upc_unit *unit, struct list *list, token_id i)
{
  bool has_layout = group_end (unit, i + 1, P_OPEN_SQUARE) != NONE;
  if (has_layout && list->layout != NONE)
    {
      write_repeated (unit, list, i);
      has_layout = false;
    }
  if (list->bearer == NONE || has_layout)
    list->bearer = i;
  if (!has_layout)
    return;
  list->layout = i + 1;
  unit->tokens[i + 1].done = true;
}

static void
add_mode (struct upc_unit *unit, struct list *list, token_id i)
{
  int mode = code_at (unit, i) == W_STRICT ? UPC_MODE_STRICT
					   : UPC_MODE_RELAXED;
  if (list->mode && list->mode != mode)
    complain (unit, UPC_TWO_MODES, i);
  list->mode = mode;
}

/* Notes the word of UPC at I, which will not be written.  */
static void
add_to_list (struct upc_unit *unit, struct list *list, token_id i)
{
  unit->tokens[i].done = true;
  erase (unit, i);
  if (code_at (unit, i) == W_SHARED)
    add_shared (unit, list, i);
  else
    add_mode (unit, list, i);
}

/* Returns the end of the specifier of a struct, union or enum that begins at
   I.  */
static token_id
skip_tagged (const struct upc_unit *unit, token_id i)
{
  i++;
  while (is_name (unit, i) || class_at (unit, i) & GROUP)
    {
      token_id end = group_end (unit, i + 1, P_OPEN);
      i = class_at (unit, i) & GROUP && end != NONE ? end + 1 : i + 1;
    }
  token_id end = group_end (unit, i, P_OPEN_BRACE);
  return end != NONE ? end + 1 : i;
}

/* Returns the token after the element of a list that begins at I; I if none
   does.  */
static token_id
skip_element (const struct upc_unit *unit, const struct list *list, token_id i)
{
  unsigned class = class_at (unit, i);
  enum code code = code_at (unit, i);
  if (code == W_SHARED || code == W_STRICT || code == W_RELAXED)
    {
      token_id end = code == W_SHARED
		     ? group_end (unit, i + 1, P_OPEN_SQUARE) : NONE;
      return end != NONE ? end + 1 : i + 1;
    }
  if (!(class & QUALIFIER)
      && (list->is_pointer || !(class & SPECIFIER || is_name (unit, i))))
    return i;
  if (class & TAGGED)
    return skip_tagged (unit, i);
  token_id end = class & GROUP ? group_end (unit, i + 1, P_OPEN) : NONE;
  return end != NONE ? end + 1 : i + 1;
}

/* Looks for the name of a type that is shared among the specifiers from I on,
   before END.  */
static void
find_type (const struct upc_unit *unit, struct list *list, token_id i,
	   token_id end)
{
  bool has_type = false;
  for (token_id next; i < end && !has_type; i = next)
    {
      next = skip_element (unit, list, i);
      has_type = next == i || is_name (unit, i) || class_at (unit, i) & TYPE;
      if (is_name (unit, i) && unit->tokens[i].word->shared)
	list->type = i;
    }
}

static void
read_list (struct upc_unit *unit, struct list *list, token_id i)
{
  for (token_id next; (next = skip_element (unit, list, i)) != i; i = next)
    if (class_at (unit, i) & UPC)
      add_to_list (unit, list, i);
}

/* Returns whether nothing is written between the beginning of the item on
   top, in a block, and token I.  After "for" and the like, GCC takes an
   address space that comes first for an identifier; so the attribute does.  */
static bool
comes_first (struct upc_unit *unit, token_id i)
{
  const struct frame *frame = top (unit);
  if (frame->kind != F_ITEM || frame[-1].kind == F_TOP)
    return false;
  for (token_id k = frame->start; k < i; k++)
    if (!unit->tokens[k].done)
      return false;
  return true;
}

/* Returns the keyword of LIST's "shared", at its place or after the text
   written there.  A type that is shared already takes no keyword: see
   write_type.  */
static const char *
keyword (const struct list *list, bool is_here)
{
  return is_here && list->type == NONE ? UPC_WORD_SHARED : "";
}

/* The part of LIST's attribute after its mode: where a type is named that may
   be shared, a pointer to it, for the mode that it has.  */
struct pointer_text { const char *begin, *name, *end; };

static struct pointer_text
pointer_to_type (const struct upc_unit *unit, const struct list *list)
{
  struct pointer_text none = { "", "", "" };
  struct pointer_text text = { ", (", NULL, "* ) 0" };
  if (list->type == NONE)
    return none;
  text.name = unit->tokens[list->type].word->text;
  return text;
}

/* Writes the edit at the place of LIST's bearer, with the layout in the
   user's own words, which stay where they are.  */
static void
write_layout (struct upc_unit *unit, const struct list *list, bool is_first)
{
  token_id open = list->layout, close = unit->tokens[open].partner;
  struct pointer_text type = pointer_to_type (unit, list);
  write_instead (unit, list->bearer, "%s __attribute__ ( ( %s (",
		 keyword (list, !is_first), attribute_of (list));
  write_instead (unit, open, "(");
  write_instead (unit, close, ") , %d %s %s %s ) ) ) %s", list->mode,
		 type.begin, type.name, type.end, keyword (list, is_first));
}

static void
write_simple (struct upc_unit *unit, const struct list *list, bool is_first,
	      int block)
{
  struct pointer_text type = pointer_to_type (unit, list);
  write_instead (unit, list->bearer,
		 "%s __attribute__ ( ( %s ( %d , %d %s %s %s ) ) ) %s",
		 keyword (list, !is_first), attribute_of (list), block,
		 list->mode,
		 type.begin, type.name, type.end, keyword (list, is_first));
}

/* Returns whether a list that begins at I begins an old-style parameter's
   declaration, after the names in parentheses.  */
static bool
follows_parameters (const struct upc_unit *unit, token_id i)
{
  if (!i || code_at (unit, i - 1) != P_CLOSE)
    return false;
  token_id open = unit->tokens[i - 1].partner;
  return open != NONE && open && !(class_at (unit, open - 1) & GROUP);
}

/* Writes the specifier that follows LIST's words of UPC before them: after
   it, GCC 15 and newer take an address space for an identifier.  */
static void
move_specifier (struct upc_unit *unit, const struct list *list)
{
  token_id i = list->bearer;
  while (class_at (unit, i) & UPC)
    i = skip_element (unit, list, i);
  token_id end = skip_element (unit, list, i);
  for (token_id k = i; k < end; k++)
    if (!unit->tokens[k].word)
      return;
  for (token_id k = i; k < end; k++)
    {
      write_before (unit, list->bearer, "%s", unit->tokens[k].word->text);
      erase (unit, k);
    }
}

/* Writes "shared [...]".  */
static void
write_shared (struct upc_unit *unit, const struct list *list)
{
  bool is_first = !list->is_pointer && comes_first (unit, list->bearer);
  token_id open = list->layout;
  if (!list->is_pointer && follows_parameters (unit, list->begin))
    move_specifier (unit, list);
  if (open == NONE)
    {
      write_simple (unit, list, is_first, UPC_BLOCK_DEFAULT);
      return;
    }
  int block = fixed_block (unit, open);
  if (block == UPC_BLOCK_NONE)
    {
      write_layout (unit, list, is_first);
      return;
    }
  erase_range (unit, open, unit->tokens[open].partner);
  write_simple (unit, list, is_first, block);
}

/* Writes a "strict" or "relaxed" that stands alone, at I.  */
static void
write_mode (struct upc_unit *unit, const struct list *list, token_id i)
{
  write_instead (unit, i, "__attribute__ ( ( %s ( %d , %d ) ) )",
		 attribute_of (list), UPC_BLOCK_NONE, list->mode);
}

/* Makes the type that LIST names shared, if it is not.  */
static void
write_type (struct upc_unit *unit, const struct list *list)
{
  write_instead (unit, list->type, "__typeof__ ( %s __attribute__ ( ( "
		 UPC_WORD_JOIN " ) ) )", unit->tokens[list->type].word->text);
}

/* Returns whether the parentheses at OPEN may be a cast: an operand follows,
   and no operator that takes a type precedes.  */
static bool
may_be_cast (const struct upc_unit *unit, token_id open)
{
  token_id next = unit->tokens[open].partner + 1;
  enum code last = open ? code_at (unit, open - 1) : OTHER;
  if (last == P_CLOSE || last == P_CLOSE_SQUARE || last == W_SIZEOF
      || last == W_ALIGNOF || last == W_ALIGNOF_1 || last == W_ALIGNOF_2
      || (open && (class_at (unit, open - 1) & GROUP
		   || is_name (unit, open - 1) || unit->tokens[open].done)))
    return false;
  return (is_name (unit, next) || code_at (unit, next) == P_OPEN
	  || code_at (unit, next) == W_MYTHREAD
	  || code_at (unit, next) == W_THREADS
	  || (next < unit->count && unit->tokens[next].kind == UPC_LITERAL));
}

/* Complains if what the list at I qualifies is all of a cast's type, that is,
   not a pointer's target.  */
static void
check_cast (struct upc_unit *unit, const struct list *list, token_id i)
{
  const struct frame *frame = top (unit);
  if (frame->kind != F_PAREN || frame->is_forall || list->bearer == NONE
      || !may_be_cast (unit, frame->open))
    return;
  for (token_id k = frame->open + 1; k < unit->tokens[frame->open].partner; k++)
    if (code_at (unit, k) == P_STAR || code_at (unit, k) == P_COMMA
	|| code_at (unit, k) == P_SEMICOLON || code_at (unit, k) == P_ASSIGN)
      return;
  complain (unit, UPC_CAST_TO_SHARED, i);
}

/* Notes LIST in the declaration that it belongs to.  */
static void
note_list (struct upc_unit *unit, const struct list *list)
{
  struct frame *declaration = owner (unit);
  declaration->has_shared = true;
  if (!list->is_pointer)
    declaration->is_finished = true;
  if (list->is_pointer)
    declaration->shared_pointer |= list->bearer != NONE;
  else
    declaration->shared_type |= list->bearer != NONE;
}

/* Rewrites the list of qualifiers whose first word of UPC is at I.  */
void
see_qualifier (struct upc_unit *unit, token_id i)
{
  struct list list = { .bearer = NONE, .layout = NONE, .type = NONE };
  list.begin = list_begin (unit, i);
  list.is_pointer = list.begin && code_at (unit, list.begin - 1) == P_STAR;
  read_list (unit, &list, i);
  if (top (unit)->kind == F_SQUARE)
    {
      complain (unit, UPC_SHARED_BOUND, i);
      return;
    }
  if (!list.is_pointer && list.bearer != NONE)
    find_type (unit, &list, owner (unit)->start, unit->count);
  if (list.bearer == NONE)
    write_mode (unit, &list, i);
  else
    write_shared (unit, &list);
  if (list.type != NONE)
    write_type (unit, &list);
  if (list.is_pointer)
    finish_declaration (unit);
  else
    check_cast (unit, &list, i);
  note_list (unit, &list);
}
