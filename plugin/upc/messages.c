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

/* If there is something in TEXT that is said in other words, return these, and
   set *PLACE and *LENGTH to what they replace; else return null.  */
static char *
other_words (const char *text, const char **place, size_t *length)
{
  *length = strlen (from_pointer);
  if ((*place = strstr (text, from_pointer)))
    return say_conversion ();
  for (size_t i = 0; i < ARRAY_SIZE (phrases); i++)
    if ((*place = strstr (text, phrases[i].gcc)))
      {
	*length = strlen (phrases[i].gcc);
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
	const char *place;
	size_t length;
	char *words = other_words (*text, &place, &length);
	if (!words)
	  continue;
	/* Freed with the other pieces.  */
	obstack_grow (&buffer->chunk_obstack, *text, place - *text);
	obstack_grow (&buffer->chunk_obstack, words, strlen (words));
	obstack_grow0 (&buffer->chunk_obstack, place + length,
		       strlen (place + length));
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
