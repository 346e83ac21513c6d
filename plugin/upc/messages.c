/* messages.c - GCC's messages about address spaces, in UPC's words.

   SPDX-License-Identifier: GPL-3.0-or-later

     assignment from pointer to non-enclosed address space
     assignment makes pointer-to-local from pointer-to-shared without a cast

   That layouts are address spaces is nothing to the user.  A message is a list
   of pieces when it has been formatted, and those of GCC's own text can be
   exchanged.  Translations are left as they are.  */

#include "upc-plugin.h"

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
  /* Structures, or members of some.  */
  if (!strcmp (from, to))
    return xstrdup (" from incompatible pointer-to-shared type without a cast");
  return xasprintf (" makes pointer to %s%s%s from pointer to %s%s%s without a "
		    "cast: their block sizes differ", open_quote, to,
		    close_quote, open_quote, from, close_quote);
}

/* TEXT in other words, if there are any, else null; what precedes them in it is
   *KEPT bytes long.  */
static char *
other_words (const char *text, size_t *kept)
{
  static const struct { const char *gcc, *ours; } phrases[] = {
    { "conflicting named address spaces (generic vs ",
      "conflicting layouts (not shared vs " },
    { "conflicting named address spaces (", "conflicting layouts (" },
    { " vs generic) for ", " vs not shared) for " },
  };
  if (const char *place = strstr (text, from_pointer))
    {
      *kept = place - text;
      return say_conversion ();
    }
  for (size_t i = 0; i < ARRAY_SIZE (phrases); i++)
    if (!strcmp (text, phrases[i].gcc))
      {
	*kept = 0;
	return xstrdup (phrases[i].ours);
      }
  return NULL;
}

class words_of_upc : public format_postprocessor
{
public:
  format_postprocessor *clone () const { return new words_of_upc; }

  void handle (pretty_printer *printer)
  {
    output_buffer *buffer = printer->buffer;
    for (const char **text = buffer->cur_chunk_array->args; *text; text++)
      {
	size_t kept;
	char *words = other_words (*text, &kept);
	if (!words)
	  continue;
	/* Freed with the other pieces.  */
	obstack_grow (&buffer->chunk_obstack, *text, kept);
	obstack_grow0 (&buffer->chunk_obstack, words, strlen (words));
	*text = XOBFINISH (&buffer->chunk_obstack, const char *);
	free (words);
      }
  }
};

void
upc_start_messages (void)
{
  if (!global_dc->printer->m_format_postprocessor)
    global_dc->printer->m_format_postprocessor = new words_of_upc;
}
