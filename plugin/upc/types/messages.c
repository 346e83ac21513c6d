/* messages.c - GCC's messages about address spaces, in UPC's words.

   SPDX-License-Identifier: GPL-3.0-or-later

     assignment from pointer to non-enclosed address space
     assignment makes pointer-to-local from pointer-to-shared without a cast

     comparison of pointers to disjoint address spaces
     a pointer-to-shared and a pointer-to-local in a comparison

     unknown type name 'bupc_tick_t'
     unknown type name 'bupc_tick_t' ('-fupc-berkeley' declares what is ...)

   That layouts are address spaces is nothing to the user.  A message is a list
   of pieces when it has been formatted, and those of GCC's own text can be
   exchanged.  Translations are left as they are, but for names
   (spelling.c).  */

#include "upc/upc-plugin.h"
#include "compat/message-pieces.h"

/* Returns the text that replaces " from pointer to non-enclosed address
   space".  */
static char *
say_conversion (void)
{
  bool from, to;
  upc_denied_conversion (&from, &to);
  return xasprintf (" makes pointer-to-%s from pointer-to-%s without a cast",
		    to ? "shared" : "local", from ? "shared" : "local");
}

/* Returns the message about two operands of WHAT whose address spaces are
   disjoint.  */
static char *
say_operands (const char *what)
{
  bool first, second;
  upc_denied_conversion (&second, &first);
  return xasprintf ("a pointer-to-%s and a pointer-to-%s in a %s",
		    first ? "shared" : "local", second ? "shared" : "local", what);
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

/* Returns TEXT with a phrase exchanged, in new memory; null if it has none of
   them.  */
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

/* ---- What depends on the piece before  */

static enum { NOTHING_SPECIAL, NAME_FOLLOWS, BERKELEY_NAME, SIZE_FOLLOWS,
	      THREADS_SQUARED } before;

/* Returns whether TEXT is a name of Berkeley UPC's, and nothing declares
   these.  */
static bool
of_berkeley_p (const char *text)
{
  return strstr (text, "bupc_") && !upc_options.berkeley
	 && !lookup_name (get_identifier ("bupc_poll"));
}

#define WHERE_DECLARED " (%s-fupc-berkeley%s declares what is Berkeley UPC's)"

static char *
say_undeclared (const char *text)
{
  static const char phrase[] = " undeclared (first use in this function)";
  if (!startswith (text, phrase))
    return NULL;
  return xasprintf ("%s" WHERE_DECLARED "%s", phrase, open_quote, close_quote,
		    text + strlen (phrase));
}

static char *
say_name (const char *text)
{
  return of_berkeley_p (text)
	 ? xasprintf ("%s" WHERE_DECLARED, text, open_quote, close_quote) : NULL;
}

/* Returns a size, in quotes: numbers of threads that are not known are in it
   as factors.  */
static char *
say_size (const char *text)
{
  unsigned HOST_WIDE_INT size = strtoull (text + strcspn (text, "0123456789"), NULL, 10);
  if (upc_options.threads || !size || size % UPC_THREADS_MAGIC
      || size / UPC_THREADS_MAGIC % UPC_THREADS_MAGIC)
    return NULL;
  before = THREADS_SQUARED;
  return xasprintf ("%s" HOST_WIDE_INT_PRINT_UNSIGNED "*THREADS*THREADS%s", open_quote,
		    size / UPC_THREADS_MAGIC / UPC_THREADS_MAGIC, close_quote);
}

static char *
say_size_unknown (const char *text)
{
  if (strcmp (text, " exceeds maximum object size "))
    return NULL;
  return xasprintf (" has %sTHREADS%s in more than one dimension, where its value is "
		    "not known at translation time; the maximum object size is ",
		    open_quote, close_quote);
}

/* Returns TEXT as what is before it changes it, in new memory; null if nothing
   does.  */
static char *
in_context (const char *text)
{
  char *other = NULL;
  auto was = before;
  if (was != THREADS_SQUARED)
    before = NOTHING_SPECIAL;
  if (was == BERKELEY_NAME)
    other = say_undeclared (text);
  else if (was == NAME_FOLLOWS)
    other = say_name (text);
  else if (was == SIZE_FOLLOWS)
    other = say_size (text);
  else if (was == THREADS_SQUARED && (other = say_size_unknown (text)))
    before = NOTHING_SPECIAL;
  else if (!strcmp (text, "unknown type name ")
	   || !strcmp (text, "implicit declaration of function "))
    before = NAME_FOLLOWS;
  else if (!strcmp (text, "size "))
    before = SIZE_FOLLOWS;
  else if (of_berkeley_p (text))
    before = BERKELEY_NAME;
  return other;
}

/* Returns TEXT in UPC's words, in new memory; null if these do not differ.  */
static char *
in_words_of_upc (const char *text)
{
  if (char *other = in_context (text))
    return other;
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
