/* message-pieces.h - exchange pieces of GCC's messages before they are printed.

   SPDX-License-Identifier: GPL-3.0-or-later

   When a message has been formatted it is a list of pieces of text: of an array
   of strings until GCC 14, then of tokens.  */

#pragma once

#include "gcc-compat.h"
#if BUILDING_GCC_VERSION >= 15000
#include "pretty-print-format-impl.h"
#endif

/* Returns what TEXT is to become, in memory that is freed, or null if it is to
   stay.  */
typedef char *exchange_piece (const char *text);

class exchanging_postprocessor : public format_postprocessor
{
public:
  exchanging_postprocessor (exchange_piece *exchange) : m_exchange (exchange) {}

#if BUILDING_GCC_VERSION >= 16000
  std::unique_ptr<format_postprocessor> clone () const final override
  {
    return std::make_unique<exchanging_postprocessor> (m_exchange);
  }
#else
  format_postprocessor *clone () const final override
  {
    return new exchanging_postprocessor (m_exchange);
  }
#endif

#if BUILDING_GCC_VERSION >= 15000
  void handle (pretty_printer *printer) final override
  {
    pp_token_list *const *list
      = pp_buffer (printer)->m_cur_formatted_chunks->get_token_lists ();
    for (; *list; list++)
      for (pp_token *token = (*list)->m_first; token; token = token->m_next)
	if (token->m_kind == pp_token::kind::text)
	  exchange_text (*list, token);
  }
#else
  void handle (pretty_printer *printer) final override
  {
    output_buffer *buffer = printer->buffer;
    for (const char **text = buffer->cur_chunk_array->args; *text; text++)
      if (char *other = m_exchange (*text))
	{
	  /* Freed with the other pieces.  */
	  *text = (const char *) obstack_copy0 (&buffer->chunk_obstack, other,
						strlen (other));
	  free (other);
	}
  }
#endif

private:
  exchange_piece *m_exchange;

#if BUILDING_GCC_VERSION >= 15000
  /* Exchanges TOKEN's text, with the quotes that are tokens beside it, as older
     versions have it; these go if the other text does not keep them.  */
  void exchange_text (pp_token_list *list, pp_token *token)
  {
    label_text &text = as_a<pp_token_text *> (token)->m_value;
    pp_token *begin = token->m_prev, *end = token->m_next;
    bool quoted = begin && begin->m_kind == pp_token::kind::begin_quote && end
		  && end->m_kind == pp_token::kind::end_quote;
    char *whole = quoted ? concat (open_quote, text.get (), close_quote, NULL)
			 : xstrdup (text.get ());
    char *other = m_exchange (whole);
    free (whole);
    if (!other)
      return;
    text = label_text::take (other);
    if (!quoted)
      return;
    size_t length = strlen (other), before = strlen (open_quote),
	   behind = strlen (close_quote);
    if (length >= before + behind && startswith (other, open_quote)
	&& strstr (other + before, close_quote) == other + length - behind)
      text = label_text::take (xstrndup (other + before,
					 length - before - behind));
    else
      {
	list->remove_token (begin);
	list->remove_token (end);
      }
  }
#endif
};

/* Passes each piece of every message to EXCHANGE.  Does nothing if the
   printer already has a postprocessor.  */
static inline void
exchange_message_pieces (exchange_piece *exchange)
{
#if BUILDING_GCC_VERSION >= 15000
  pretty_printer *printer = global_dc->get_reference_printer ();
  bool taken = pp_format_postprocessor (printer);
#else
  pretty_printer *printer = global_dc->printer;
  bool taken = printer->m_format_postprocessor;
#endif
  if (taken)
    return;
#if BUILDING_GCC_VERSION >= 16000
  printer->set_format_postprocessor
    (std::make_unique<exchanging_postprocessor> (exchange));
#elif BUILDING_GCC_VERSION >= 15000
  pp_format_postprocessor (printer) = new exchanging_postprocessor (exchange);
#else
  printer->m_format_postprocessor = new exchanging_postprocessor (exchange);
#endif
#if BUILDING_GCC_VERSION >= 15000
  global_dc->refresh_output_sinks ();
#endif
}
