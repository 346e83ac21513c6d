/* stretches.c - tokens for the parser, with the preprocessor's places.

   SPDX-License-Identifier: GPL-3.0-or-later

   Many messages are not about a token's place but about where the preprocessor
   is: input_location, the beginning of the last line that it began, and the
   place of what it last read itself, at which cpplib reports what is wrong with
   numbers and strings when the parser has them interpreted.  To cpplib a part
   of UPC is one macro expansion, during which both stand still.

   So tokens are handed over in stretches, within which it does not matter.
   Ahead of each the preprocessor reads a line: it is of a buffer of ours and
   has one word, for which line_change, GCC's callback, is called.  There the
   word becomes padding in the right place, input_location is set, and the
   stretch is pushed, to be read next.  That works in preprocessed source too,
   where no macros and no _Pragma would.  */

#include "gasp-plugin.h"
#include "upc-lex-plugin.h"

/* libcpp's own.  */
extern "C" void _cpp_push_token_context (cpp_reader *, cpp_hashnode *,
					 const cpp_token *, unsigned int)
  __attribute__ ((weak));
extern "C" void _cpp_pop_buffer (cpp_reader *) __attribute__ ((weak));
extern cpp_buffer *cpp_push_buffer (cpp_reader *, const unsigned char *, size_t,
				    int) __attribute__ ((weak));
extern const cpp_token *cpp_peek_token (cpp_reader *, int)
  __attribute__ ((weak));
extern const cpp_token *cpp_get_token (cpp_reader *) __attribute__ ((weak));
extern cpp_hashnode *cpp_lookup (cpp_reader *, const unsigned char *,
				 unsigned int) __attribute__ ((weak));

#define WORD "__gasp_upc_stretch"
/* Long, since lines are looked through many characters at once; and written to,
   at the end.  */
static unsigned char word_line[128] = WORD "\n";

/* The part that is being handed over, from the stretch NEXT.  */
static struct
{
  cpp_token *tokens;
  size_t count;
  auto_vec<upc_stretch> *stretches;
  unsigned next;
  void (*line_change) (cpp_reader *, const cpp_token *, int);
} part;

static void
push_word (cpp_reader *reader)
{
  cpp_push_buffer (reader, word_line, strlen (WORD), true);
}

static void
stop (cpp_reader *reader)
{
  cpp_get_callbacks (reader)->line_change = part.line_change;
  delete part.stretches;
  part.stretches = NULL;
}

/* Begins the next stretch: the preprocessor has read its word into SLOT, which
   becomes padding.  */
static void
begin_stretch (cpp_reader *reader, const cpp_token *slot, int)
{
  upc_stretch stretch = (*part.stretches)[part.next++];
  bool is_last = part.next == part.stretches->length ();
  size_t end = is_last ? part.count : (*part.stretches)[part.next].first;
  cpp_token *padding = const_cast<cpp_token *> (slot);
  padding->type = CPP_PADDING;
  padding->val.source = NULL;
  padding->src_loc = stretch.place.read;
  if (stretch.is_line)
    input_location = stretch.place.line;
  _cpp_pop_buffer (reader);
  if (is_last)
    stop (reader);
  else
    push_word (reader);
  _cpp_push_token_context (reader, NULL, part.tokens + stretch.first,
			   end - stretch.first);
}

upc_place
upc_place_now (cpp_reader *reader)
{
  upc_place place = { input_location,
		      cpp_diagnostic_get_current_location (reader) };
  return place;
}

/* Returns whether the word is what the preprocessor would read next, not the
   rest of a macro's expansion.  */
static bool
is_word_next (cpp_reader *reader, bool *is_padding)
{
  const cpp_hashnode *word
    = cpp_lookup (reader, (const unsigned char *) WORD, strlen (WORD));
  const cpp_token *next = cpp_peek_token (reader, 0);
  *is_padding = next->type == CPP_PADDING;
  return next->type == CPP_NAME && next->val.node.node == word;
}

bool
upc_stop_reading (cpp_reader *reader)
{
  bool is_padding;
  for (;;)
    {
      push_word (reader);
      if (is_word_next (reader, &is_padding))
	return true;
      _cpp_pop_buffer (reader);
      if (!is_padding)
	return false;
      cpp_get_token (reader);
    }
}

void
upc_hand_over (cpp_reader *reader, cpp_token *tokens, size_t count,
	       auto_vec<upc_stretch> *stretches)
{
  cpp_callbacks *callbacks = cpp_get_callbacks (reader);
  part.tokens = tokens;
  part.count = count;
  part.stretches = stretches;
  part.next = 0;
  part.line_change = callbacks->line_change;
  callbacks->line_change = begin_stretch;
}
