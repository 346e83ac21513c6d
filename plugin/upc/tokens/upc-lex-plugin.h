/* upc-lex-plugin.h - UPC's lexical step in GCC, and how it is switched on.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#pragma once

#include "gasp-plugin.h"

/* Registers the pragma that begins it; called from PLUGIN_PRAGMAS.  */
extern void upc_lex_register_pragma (void);

/* Notes a change to C or back; the token NAME follows the name of a pragma
   (code.c).  */
extern void upc_lex_note_pragma (const cpp_token *name);
/* Returns whether #pragma upc c_code holds where the last token is, at
   LOC.  */
extern bool upc_lex_in_c_code (location_t loc);

/* ---- Handing tokens over to the parser (stretches.c) */

/* Where the preprocessor is after a token.  */
struct upc_place
{
  location_t line;		/* input_location */
  location_t read;		/* what it read last itself */
};

/* Tokens from the FIRST on, up to another stretch's, are in that place.  */
struct upc_stretch
{
  size_t first;
  bool is_line;			/* place.line is another one than before */
  upc_place place;
};

extern upc_place upc_place_now (cpp_reader *);

/* start.c: where messages about the end of the unit are.  */
extern location_t upc_last_line;

/* Hands over the tokens read so far.  Returns false if it cannot: the rest of
   a macro's expansion would be read before it.  */
extern bool upc_stop_reading (cpp_reader *);

/* Gives TOKENS to the parser, after upc_stop_reading.  They stay.  STRETCHES
   is of the heap, begins with the first of them, and is deleted.  */
extern void upc_hand_over (cpp_reader *, cpp_token *tokens, size_t count,
			   auto_vec<upc_stretch> *stretches);
