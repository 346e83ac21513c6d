/* upc-lex.h - the lexical step of UPC: from tokens to tokens.

   SPDX-License-Identifier: Apache-2.0

   The caller has the tokens of a unit, preprocessed, in some form of its own
   (GCC's in plugin/upc/tokens, text in testsuite/tools/upc-lex.c).  It gives
   their outlines to upc_add, lets upc_lex think, and gets the result from
   upc_output, as calls of its own functions: "copy token N", "make a token
   that is spelled so".  What is written is described in upc-words.h.

   No input is too bad: what cannot be understood is left to the compiler to
   complain about, and time and memory are linear in the tokens' number.  */

#pragma once

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum upc_kind
{
  UPC_NAME,
  UPC_PUNCTUATOR,
  UPC_LITERAL,			/* numbers, strings, and anything else */
  UPC_LINE,			/* the beginning of a pragma */
  UPC_LINE_MODE,		/* that of "#pragma upc" */
  UPC_LINE_END
};

struct upc_unit;

extern struct upc_unit *upc_new (void);
extern void upc_delete (struct upc_unit *);

/* Makes UPC 1.0's names of statements words, too, where a statement
   begins.  */
extern void upc_allow_old_words (struct upc_unit *);

/* Adds a token.  Punctuators and names are identified by their TEXT.  Where
   PLAIN, words of UPC are ordinary identifiers.  Digraphs come as the
   punctuators they stand for.  */
extern void upc_add (struct upc_unit *, enum upc_kind, const char *text,
		     size_t length, bool plain);

/* The errors, each by the token at which it is.  */
enum upc_problem
{
#define UPC_PROBLEM(name, severity, text) name,
#include "problems.def"
  UPC_PROBLEMS
};

/* Returns the problem's text, in the words of GCC's diagnostics, with %< and
   %>.  */
extern const char *upc_problem_text (enum upc_problem);
/* Returns whether it is an error, not a warning.  */
extern bool upc_problem_is_error (enum upc_problem);

struct upc_sink
{
  void *data;
  /* The token number N as it is.  */
  void (*copy) (void *data, size_t n);
  /* A token that is spelled TEXT, at the place of the token number AT.  A
     UPC_LINE_MODE has no text.  */
  void (*make) (void *data, enum upc_kind, const char *text, size_t length,
		size_t at);
  void (*complain) (void *data, enum upc_problem, size_t at);
};

/* Decides on all edits.  */
extern void upc_lex (struct upc_unit *);

/* Forgets the tokens and the edits, but not what tokens mean for those that
   follow (modes, typedef names): for the next part of a unit, which must
   begin outside all declarations.  */
extern void upc_next_part (struct upc_unit *);

/* Reports the problems, then writes everything.  */
extern void upc_output (const struct upc_unit *, const struct upc_sink *);

#ifdef __cplusplus
}
#endif
