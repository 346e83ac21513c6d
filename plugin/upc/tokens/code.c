/* code.c - #pragma upc c_code, #pragma upc upc_code.

   SPDX-License-Identifier: GPL-3.0-or-later

   After the first, the words of UPC are ordinary identifiers: to the other, or
   to the end of the file.  A file that has neither is what the one is that
   includes it, there.  */

#include "gasp-plugin.h"
#include "upc-words.h"
#include "upc-lex-plugin.h"

/* One of these pragmas, and the file it is in: by name, and by where it was
   included.  */
struct code_change
{
  const char *file;
  location_t included;
  bool is_c;
};
static vec<code_change> changes;

/* Returns the map of LOC, or of where the macro is used that LOC is in.  */
static const line_map_ordinary *
map_of (location_t loc)
{
  const line_map_ordinary *map;
  linemap_resolve_location (line_table, loc, LRK_MACRO_EXPANSION_POINT, &map);
  return map;
}

/* Notes the change to C or back to UPC, if that is the pragma; NAME follows
   "#pragma", or "#pragma upc".  */
void
upc_lex_note_pragma (const cpp_token *name)
{
  const char *word = (const char *) NODE_NAME (name->val.node.node);
  bool is_c = !strcmp (word, UPC_PRAGMA_C_CODE);
  if (!is_c && strcmp (word, UPC_PRAGMA_UPC_CODE))
    return;
  const line_map_ordinary *map = map_of (name->src_loc);
  changes.safe_push ({ ORDINARY_MAP_FILE_NAME (map),
		       linemap_included_from (map), is_c });
}

/* Returns the value of the latest pragma in MAP's file; null if there is
   none.  */
static const code_change *
last_change (const line_map_ordinary *map)
{
  for (unsigned i = changes.length (); i-- > 0;)
    if (changes[i].included == linemap_included_from (map)
	&& !strcmp (changes[i].file, ORDINARY_MAP_FILE_NAME (map)))
      return &changes[i];
  return NULL;
}

/* Returns whether the user says that LOC, of the token that has come last, is
   in C.  */
bool
upc_lex_in_c_code (location_t loc)
{
  while (!changes.is_empty () && loc > BUILTINS_LOCATION)
    {
      const line_map_ordinary *map = map_of (loc);
      const code_change *change = last_change (map);
      if (change)
	return change->is_c;
      loc = linemap_included_from (map);
    }
  return false;
}
