/* messages.c - GCC's messages about address spaces, in UPC's words.

   SPDX-License-Identifier: GPL-3.0-or-later

     assignment from pointer to non-enclosed address space
     assignment makes pointer-to-local from pointer-to-shared without a cast

   That layouts are address spaces is nothing to the user.  A message is a list
   of pieces when it has been formatted, and those of GCC's own text can be
   exchanged.  Translations are left as they are.  */

#include "upc-plugin.h"
#include "compat/message-pieces.h"

/* What goes before "pointer to non-enclosed address space", with what it is
   followed by instead.  */
static const char from_pointer[] = " from pointer to non-enclosed address space";

static char *
say_conversion (void)
{
  const char *from, *to;
  upc_denied_conversion (&from, &to);
  if (!from || !to)
    return xasprintf (" makes pointer-to-%s from pointer-to-%s without a cast",
		      to ? "shared" : "local", from ? "shared" : "local");
  return xasprintf (" makes pointer to %s%s%s from pointer to %s%s%s without a "
		    "cast: their block sizes differ", open_quote, to,
		    close_quote, open_quote, from, close_quote);
}

/* What is found in a piece, and what is said instead.  */
static const struct
{
  const char *gcc, *ours;
} phrases[] = {
  { "conflicting named address spaces (generic vs ",
    "conflicting layouts (not shared vs " },
  { "conflicting named address spaces (", "conflicting layouts (" },
  { " vs generic) for ", " vs not shared) for " },
  { UPC_WORD_SHARED, "shared" },
  { UPC_WORD_NOTIFY, "upc_notify" },
  { UPC_WORD_WAIT, "upc_wait" },
  { UPC_WORD_BARRIER, "upc_barrier" },
  { UPC_WORD_FENCE, "upc_fence" },
};

/* What TEXT is in UPC's words, if these differ: in new memory.  Else null.  */
static char *
in_words_of_upc (const char *text)
{
  const char *place = strstr (text, from_pointer);
  size_t length = strlen (from_pointer);
  char *words = place ? say_conversion () : NULL;
  for (size_t i = 0; i < ARRAY_SIZE (phrases) && !place; i++)
    if ((place = strstr (text, phrases[i].gcc)))
      {
	length = strlen (phrases[i].gcc);
	words = xstrdup (phrases[i].ours);
      }
  if (!place)
    return NULL;
  char *whole = xasprintf ("%.*s%s%s", (int) (place - text), text, words,
			   place + length);
  free (words);
  return whole;
}

void
upc_start_messages (void)
{
  exchange_message_pieces (in_words_of_upc);
}
