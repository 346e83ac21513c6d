/* unit.h - what the parts of the lexical step share.

   SPDX-License-Identifier: Apache-2.0

   upc_lex makes three steps: it pairs the brackets (brackets.c), goes once
   through the tokens with a stack of what is open (walk.c, with statements.c,
   forall.c, bounds.c, qualifiers.c and sizes.c, which look around from the
   token at hand), and so collects edits (edits.c), that is, what is to stand
   before, after or instead of a token.  */

#pragma once

#include <stdint.h>
#include "upc-lex.h"
#include "upc-words.h"

/* Classes of words, as in words.def.  */
enum
{
  UPC = 1,
  QUALIFIER = 2,
  SPECIFIER = 4,
  TYPE = 8,
  GROUP = 16,
  STORAGE = 32,
  TAGGED = 64,
  CONTROL = 128
};

/* Words by name; 0 is any other.  */
enum code
{
  OTHER,
#define WORD(name, spelling, class) name,
#include "words.def"
  CODES
};

/* A spelling.  There is one for all tokens that have it.  */
struct word
{
  const char *text;
  size_t length;
  enum code code;
  /* What it means where UPC 1.0 has a statement; OTHER unless these words are
     allowed.  */
  enum code old;
  unsigned class;
  unsigned hash;
  /* How many typedefs that are in force declare it with THREADS in a bound.  */
  unsigned marked;
  /* How many declarations of it that are in force make it a shared type.  */
  unsigned shared;
  struct word *next;
};

/* Numbers of tokens, and of data that go with them.  NONE stands for no
   token.  */
typedef uint32_t token_id;
#define NONE UINT32_MAX

struct token
{
  struct word *word;		/* null for literals and pragmas */
  token_id partner;		/* of a bracket, else NONE */
  uint32_t edit;		/* in the unit's edits, or 0 */
  uint8_t kind;			/* enum upc_kind */
  uint8_t code;			/* enum code, OTHER in plain code */
  uint8_t done;			/* has been dealt with before its turn */
  uint8_t plain;		/* in code where UPC's words are ordinary
				   names */
};

/* Words separated by spaces.  */
struct text
{
  char *start;			/* null if there is none */
  size_t length, size;
};

/* The text written around a token.  */
struct edit
{
  struct text before, instead, after;
};

struct problem
{
  enum upc_problem problem;
  token_id at;
};

/* A count of a typedef name in a block, until its end.  */
struct mark
{
  unsigned *count;
};

/* The meaning of a typedef name before a declaration that hides it, until the
   frame number DEPTH is popped.  */
struct hidden
{
  struct word *word;
  unsigned marked, shared;
  size_t depth;
};

/* A construct that is open at the present token.  */
enum frame_kind
{
  F_TOP,			/* the file */
  F_BLOCK,			/* { statements } */
  F_MEMBERS,			/* struct { members } */
  F_VALUES,			/* { values }, of initializers and enums */
  F_ITEM,			/* a statement or declaration, to its ";" */
  F_PAREN,
  F_SQUARE,
  /* These wait for a statement.  */
  F_IF,
  F_ELSE,			/* of if, and of for, while, switch */
  F_DO,
  F_FORALL
};

struct frame
{
  enum frame_kind kind;
  enum frame_kind then;		/* the state after it, or F_TOP */
  token_id open;		/* the bracket or word that began it */

  /* A frame in which specifiers of a declaration may be owns those found in it;
     one that continues with a declarator ("(*p)") has an owner among the frames
     below.  */
  size_t owner;
  token_id start;		/* where the specifiers begin */
  unsigned classes;		/* of the words among them */
  bool has_shared;
  bool is_finished;		/* there is an upc_block already */
  bool is_typedef;
  bool marks_all, marks_one;	/* has a marked name, or bound */
  struct word *name;		/* the declarator's, if it is the last one */
  bool has_assign;		/* an initializer has begun */
  bool shared_type;		/* by the specifiers */
  bool has_star;		/* the declarator is a pointer */
  bool shared_pointer;		/* which is shared */

  bool is_sync;			/* upc_barrier EXPRESSION; */
  bool is_case;			/* case EXPRESSION: */
  unsigned questions;		/* open "?" of that */

  bool bounds;			/* "[" in these parentheses begins a bound */
  bool is_bound;		/* THREADS in here is part of a bound */

  bool is_forall;		/* these are upc_forall's parentheses */
  bool filters;			/* and there is an affinity expression */
  unsigned semicolons;
  unsigned forall;		/* its number */

  /* Only blocks have these.  */
  bool is_body;			/* no ({ }) */
  bool has_items;		/* something has been in it */
  int mode;			/* as it was before */
  size_t marks;
};

struct upc_unit
{
  struct token *tokens;
  token_id count;
  struct edit *edits;
  size_t edit_count;
  struct problem *problems;
  size_t problem_count;
  struct mark *marks;
  size_t mark_count;
  struct hidden *hidden;
  size_t hidden_count;
  struct frame *frames;
  size_t depth;
  struct word **table;		/* of all words, by hash */
  size_t word_count;
  int mode;			/* UPC_MODE_* by pragma */
  unsigned foralls;		/* how many there have been */
};

/* words.c */
extern void add_known_words (struct upc_unit *);
extern struct word *intern (struct upc_unit *, const char *, size_t);
extern void free_words (struct upc_unit *);
/* Returns ARRAY with room for one more element after COUNT of them.  */
extern void *grow (void *array, size_t count, size_t size);

/* brackets.c */
extern void pair_brackets (struct upc_unit *);

/* edits.c */
extern void write_before (struct upc_unit *, token_id, const char *, ...)
  __attribute__ ((format (printf, 3, 4)));
extern void write_after (struct upc_unit *, token_id, const char *, ...)
  __attribute__ ((format (printf, 3, 4)));
extern void write_instead (struct upc_unit *, token_id, const char *, ...)
  __attribute__ ((format (printf, 3, 4)));
extern void erase (struct upc_unit *, token_id);
extern void complain (struct upc_unit *, enum upc_problem, token_id);

/* walk.c */
extern void walk (struct upc_unit *);
/* Returns a new innermost frame, good until the next push.  */
extern struct frame *push (struct upc_unit *, enum frame_kind, token_id);
extern void pop (struct upc_unit *);

/* statements.c: these return where to go on.  */
extern token_id begin_item (struct upc_unit *, token_id);
extern void end_item (struct upc_unit *, token_id);
extern void end_statement (struct upc_unit *, token_id);

/* forall.c */
extern token_id begin_forall (struct upc_unit *, token_id);
extern void forall_semicolon (struct upc_unit *, token_id);
extern void forall_close (struct upc_unit *, token_id);
extern void forall_end (struct upc_unit *, token_id);
extern token_id begin_sync (struct upc_unit *, token_id);
extern void end_sync (struct upc_unit *, token_id);

/* bounds.c */
extern bool has_bounds (const struct upc_unit *, const struct frame *);
extern void open_bound (struct upc_unit *, struct frame *);
extern void begin_initializer (struct upc_unit *);
extern void see_name (struct upc_unit *, token_id);
extern void end_declarator (struct upc_unit *, struct frame *);
extern void drop_marks (struct upc_unit *, size_t);
/* Names that were hidden in frames which have been popped are types again.  */
extern void uncover (struct upc_unit *);
/* Gives an upc_block to the declaration which the frame on top belongs to.  */
extern void finish_declaration (struct upc_unit *);

/* qualifiers.c */
extern void see_qualifier (struct upc_unit *, token_id);

/* sizes.c */
extern void see_size (struct upc_unit *, token_id);

/* Returns the innermost frame.  */
static inline struct frame *
top (struct upc_unit *unit)
{
  return &unit->frames[unit->depth - 1];
}

static inline struct frame *
owner (struct upc_unit *unit)
{
  return &unit->frames[top (unit)->owner];
}

static inline enum code
code_at (const struct upc_unit *unit, token_id i)
{
  return i < unit->count ? (enum code) unit->tokens[i].code : OTHER;
}

static inline unsigned
class_at (const struct upc_unit *unit, token_id i)
{
  return code_at (unit, i) ? unit->tokens[i].word->class : 0;
}

/* Returns whether there is an identifier that is not a word of the
   language.  */
static inline bool
is_name (const struct upc_unit *unit, token_id i)
{
  return i < unit->count && unit->tokens[i].kind == UPC_NAME
	 && !unit->tokens[i].code;
}

/* Returns the token that is paired with the opening bracket CODE at I, or
   NONE.  */
static inline token_id
group_end (const struct upc_unit *unit, token_id i, enum code code)
{
  return code_at (unit, i) == code ? unit->tokens[i].partner : NONE;
}
