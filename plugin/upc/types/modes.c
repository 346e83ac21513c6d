/* modes.c - where strict or relaxed is the default.

   SPDX-License-Identifier: GPL-3.0-or-later

     #pragma upc strict         from here on,
     #pragma upc relaxed        or to the end of the block

   The lexical step repeats the outer mode at each closing brace, so it suffices
   to know what comes before what.  */

#include "upc/upc-plugin.h"

/* In order.  */
struct mode_change
{
  location_t loc;
  enum upc_mode mode;
};
static vec<mode_change> changes;

static location_t
place_of (location_t loc)
{
  return linemap_resolve_location (line_table, loc, LRK_MACRO_EXPANSION_POINT,
				   NULL);
}

/* Returns whether the lexical step has taken care of #pragma upc WORD.  */
static bool
is_about_words (const char *word)
{
  return !strcmp (word, UPC_PRAGMA_C_CODE)
	 || !strcmp (word, UPC_PRAGMA_UPC_CODE);
}

/* Handles #pragma upc WORD.  */
void
upc_handle_mode (cpp_reader *)
{
  tree token = NULL_TREE, extra;
  location_t loc, junk;
  bool name = pragma_lex (&token, &loc) == CPP_NAME;
  const char *word = name ? IDENTIFIER_POINTER (token) : "";
  bool strict = !strcmp (word, "strict"), relaxed = !strcmp (word, "relaxed");
  bool known = strict || relaxed || is_about_words (word);
  if (!known)
    warning_at (loc, OPT_Wpragmas, "%<#pragma upc%> is followed by %<strict%> "
		"or %<relaxed%>; this one is ignored");
  else if (strict || relaxed)
    changes.safe_push ({ place_of (loc),
			 strict ? ACCESS_STRICT : ACCESS_RELAXED });
  bool rest = name && pragma_lex (&extra, &junk) != CPP_EOF;
  if (rest && known)
    warning_at (junk, OPT_Wpragmas, "extra tokens at the end of "
		"%<#pragma upc %s%>", word);
  while (rest)
    rest = pragma_lex (&extra, &junk) != CPP_EOF;
}

enum upc_mode
upc_mode_at (location_t loc)
{
  loc = place_of (loc);
  for (unsigned i = changes.length (); i-- > 0;)
    if (linemap_location_before_p (line_table, changes[i].loc, loc))
      return changes[i].mode;
  return ACCESS_RELAXED;
}

enum upc_mode
upc_mode_now (void)
{
  return changes.is_empty () ? ACCESS_RELAXED : changes.last ().mode;
}
