/* messages.c - GCC's messages about address spaces, in UPC's words.

   SPDX-License-Identifier: GPL-3.0-or-later

     assignment from pointer to non-enclosed address space
     assignment makes pointer-to-local from pointer-to-shared without a cast

     comparison of pointers to disjoint address spaces
     a pointer-to-shared and a pointer-to-local in a comparison

   That layouts are address spaces is nothing to the user.  A message is a list
   of pieces when it has been formatted, and those of GCC's own text can be
   exchanged.  Translations are left as they are, but for names (spelling.c).  */

#include "upc/upc-plugin.h"
#include "compat/message-pieces.h"

/* The text that replaces " from pointer to non-enclosed address space".  */
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

/* The message about two operands of WHAT whose address spaces are disjoint.  */
static char *
say_operands (const char *what)
{
  const char *first, *second;
  upc_denied_conversion (&second, &first);
  if (!first || !second)
    return xasprintf ("a pointer-to-%s and a pointer-to-%s in a %s",
		      first ? "shared" : "local", second ? "shared" : "local",
		      what);
  return xasprintf ("pointers to %s%s%s and %s%s%s in a %s without a cast: their "
		    "block sizes differ", open_quote, first, close_quote,
		    open_quote, second, close_quote, what);
}

static char *
say_comparison (void)
{
  return say_operands ("comparison");
}

static char *
say_conditional (void)
{
  return say_operands ("conditional expression");
}

/* A text in a piece of a message, and the text that replaces it.  */
static const struct
{
  const char *gcc, *ours;
  char *(*say) (void);		/* makes that */
} phrases[] = {
  { " from pointer to non-enclosed address space", NULL, say_conversion },
  { "comparison of pointers to disjoint address spaces", NULL, say_comparison },
  { "pointers to disjoint address spaces used in conditional expression", NULL,
    say_conditional },
  { "conflicting named address spaces (generic vs ",
    "conflicting layouts (not shared vs ", NULL },
  { "conflicting named address spaces (", "conflicting layouts (", NULL },
  { " vs generic) for ", " vs not shared) for ", NULL },
};

/* TEXT with a phrase exchanged, in new memory; null if it has none of them.  */
static char *
exchange_phrase (const char *text)
{
  for (size_t i = 0; i < ARRAY_SIZE (phrases); i++)
    if (const char *place = strstr (text, phrases[i].gcc))
      {
	char *words
	  = phrases[i].say ? phrases[i].say () : xstrdup (phrases[i].ours);
	char *whole = xasprintf ("%.*s%s%s", (int) (place - text), text, words,
				 place + strlen (phrases[i].gcc));
	free (words);
	return whole;
      }
  return NULL;
}

/* TEXT in UPC's words, if these differ: in new memory.  Else null.  */
static char *
in_words_of_upc (const char *text)
{
  char *exchanged = exchange_phrase (text);
  char *spelled = upc_spell (exchanged ? exchanged : text);
  if (!spelled)
    return exchanged;
  free (exchanged);
  return spelled;
}

void
upc_start_messages (void)
{
  exchange_message_pieces (in_words_of_upc);
}
