/* tokens.c - UPC's lexical step between GCC's preprocessor and its parser.

   SPDX-License-Identifier: GPL-3.0-or-later

   The pragma gasp_upc_lex, at the end of the prelude, takes all tokens that
   follow from the preprocessor, has them rewritten (upc/), and gives them back
   to it as if a macro had expanded to them.  The parser gets them from there
   with their own places, columns and macros and all.

   The unit is taken in parts: a part ends before the parser must see a pragma
   that stands outside all declarations, because the pragma may change how
   what follows it is preprocessed ("#pragma GCC target").  The same pragma,
   put behind that, then takes the next part.  */

#include "gasp-plugin.h"
#include "upc-lex.h"
#include "upc-words.h"
#include "upc-lex-plugin.h"

/* libcpp's own.  */
extern "C" void _cpp_push_token_context (cpp_reader *, cpp_hashnode *,
					 const cpp_token *, unsigned int)
  __attribute__ ((weak));
extern const cpp_token *cpp_get_token_with_location (cpp_reader *, location_t *)
  __attribute__ ((weak));
extern cpp_hashnode *cpp_lookup (cpp_reader *, const unsigned char *,
				 unsigned int) __attribute__ ((weak));
extern const char *cpp_type2name (enum cpp_ttype, unsigned char flags)
  __attribute__ ((weak));

/* Of pragmas, as the prelude shows them.  0 is not known yet.  */
static unsigned mode_pragma, end_pragma, lex_pragma;

static struct upc_unit *unit;

/* The tokens of a part, as they come.  */
static auto_vec<cpp_token> *tokens;

/* What is written: an array that stays, since the preprocessor does not copy
   it.  */
struct output
{
  cpp_reader *reader;
  cpp_token *token;
  size_t count, size;
};

static cpp_token *
add_output (struct output *output)
{
  if (output->count == output->size)
    {
      output->size = output->size ? 2 * output->size : 1024;
      output->token = XRESIZEVEC (cpp_token, output->token, output->size);
    }
  cpp_token *token = &output->token[output->count++];
  memset (token, 0, sizeof *token);
  return token;
}

/* ---- The step's sink */

static void
copy_token (void *data, size_t n)
{
  cpp_token *token = add_output ((struct output *) data);
  *token = (*tokens)[n];
  token->flags |= NO_EXPAND;
}

static enum cpp_ttype
punctuator_type (const char *text, size_t length)
{
  for (int i = 0; i <= CPP_LAST_PUNCTUATOR; i++)
    {
      const char *name = cpp_type2name ((enum cpp_ttype) i, 0);
      if (strlen (name) == length && !memcmp (name, text, length))
	return (enum cpp_ttype) i;
    }
  gcc_unreachable ();
}

static void
set_name (struct output *output, cpp_token *token, const char *text,
	  size_t length)
{
  token->type = CPP_NAME;
  token->val.node.node = cpp_lookup (output->reader,
				     (const unsigned char *) text, length);
  token->val.node.spelling = token->val.node.node;
}

static void
set_number (cpp_token *token, const char *text, size_t length)
{
  token->type = CPP_NUMBER;
  token->val.str.len = length;
  token->val.str.text = (const unsigned char *) xstrndup (text, length);
}

static void
make_token (void *data, enum upc_kind kind, const char *text, size_t length,
	    size_t at)
{
  struct output *output = (struct output *) data;
  cpp_token *token = add_output (output);
  token->src_loc = (*tokens)[at].src_loc;
  token->flags = NO_EXPAND | PREV_WHITE;
  switch (kind)
    {
    case UPC_NAME:
      set_name (output, token, text, length);
      break;
    case UPC_LITERAL:
      set_number (token, text, length);
      break;
    case UPC_LINE_MODE:
      token->type = CPP_PRAGMA;
      token->val.pragma = mode_pragma;
      break;
    case UPC_LINE_END:
      token->type = CPP_PRAGMA_EOL;
      break;
    default:
      token->type = punctuator_type (text, length);
    }
}

#pragma GCC diagnostic ignored "-Wformat-security"
static void
report_problem (void *, enum upc_problem problem, size_t at)
{
  location_t loc = (*tokens)[at].src_loc;
  if (upc_problem_is_error (problem))
    error_at (loc, upc_problem_text (problem));
  else
    warning_at (loc, 0, upc_problem_text (problem));
}

/* ---- What comes from the preprocessor */

/* Whether LOC is in a system header that is not one of UPC's.  */
static bool
in_plain_code (location_t loc)
{
  if (!in_system_header_at (loc))
    return false;
  const char *name = lbasename (LOCATION_FILE (loc));
  return !startswith (name, "upc") && !startswith (name, "gasp");
}

static void
outline_name (const cpp_token *token)
{
  const cpp_hashnode *node = token->val.node.node;
  const char *text = (const char *) NODE_NAME (node);
  /* Where only words of UPC matter, and they begin so.  */
  bool plain = strchr ("MTrsu", *text) && in_plain_code (token->src_loc);
  upc_add (unit, UPC_NAME, text, NODE_LEN (node), plain);
}

static void
outline_token (const cpp_token *token)
{
  if (token->type == CPP_NAME)
    outline_name (token);
  else if (token->type == CPP_PRAGMA)
    upc_add (unit, token->val.pragma == mode_pragma ? UPC_LINE_MODE : UPC_LINE,
	     "", 0, false);
  else if (token->type == CPP_PRAGMA_EOL)
    upc_add (unit, UPC_LINE_END, "", 0, false);
  else if (token->type <= CPP_LAST_PUNCTUATOR)
    {
      const char *text = cpp_type2name (token->type, 0);
      upc_add (unit, UPC_PUNCTUATOR, text, strlen (text), false);
    }
  else
    upc_add (unit, UPC_LITERAL, "", 0, false);
}

/* The next token, with its place in SRC_LOC.  */
static cpp_token
next_token (cpp_reader *reader)
{
  const cpp_token *token;
  location_t loc;
  do
    token = cpp_get_token_with_location (reader, &loc);
  while (token->type == CPP_PADDING || token->type == CPP_COMMENT);
  cpp_token result = *token;
  result.src_loc = loc;
  return result;
}

static int
nesting (enum cpp_ttype type)
{
  switch (type)
    {
    case CPP_OPEN_PAREN: case CPP_OPEN_SQUARE: case CPP_OPEN_BRACE:
      return 1;
    case CPP_CLOSE_PAREN: case CPP_CLOSE_SQUARE: case CPP_CLOSE_BRACE:
      return -1;
    default:
      return 0;
    }
}

/* Whether a part ends with the pragma that TOKEN begins, behind LAST.  */
static bool
ends_part (const cpp_token *token, enum cpp_ttype last, int depth)
{
  return token->type == CPP_PRAGMA && depth == 0
	 && token->val.pragma != mode_pragma
	 && (last == CPP_SEMICOLON || last == CPP_CLOSE_BRACE
	     || last == CPP_PRAGMA_EOL);
}

/* Read a part into TOKENS.  Returns whether it is the last.  */
static bool
read_part (cpp_reader *reader)
{
  enum cpp_ttype last = CPP_PRAGMA_EOL;
  bool is_ending = false;
  int depth = 0;
  for (;;)
    {
      cpp_token token = next_token (reader);
      if (token.type == CPP_EOF)
	return true;
      is_ending |= ends_part (&token, last, depth);
      depth += nesting (token.type);
      last = token.type;
      tokens->safe_push (token);
      outline_token (&token);
      if (is_ending && last == CPP_PRAGMA_EOL)
	return false;
    }
}

/* ---- The pragma */

static void
add_pragma (struct output *output, unsigned pragma)
{
  cpp_token *token = add_output (output);
  token->type = CPP_PRAGMA;
  token->val.pragma = pragma;
  token->src_loc = input_location;
  token = add_output (output);
  token->type = CPP_PRAGMA_EOL;
  token->src_loc = input_location;
}

/* Some, since the parser looks ahead.  */
static void
add_eof (struct output *output)
{
  for (int i = 0; i < 4; i++)
    add_output (output)->type = CPP_EOF;
}

/* The first lines behind the first of our pragmas tell what numbers they
   have.  */
static void
learn_pragmas (cpp_reader *reader)
{
  unsigned *const numbers[] = { &mode_pragma, &end_pragma, &lex_pragma };
  for (size_t i = 0; i < ARRAY_SIZE (numbers); i++)
    {
      cpp_token token = next_token (reader);
      gcc_assert (token.type == CPP_PRAGMA);
      *numbers[i] = token.val.pragma;
      while (token.type != CPP_PRAGMA_EOL)
	token = next_token (reader);
    }
}

static void
rewrite_part (cpp_reader *reader)
{
  struct output output = { reader, NULL, 0, 0 };
  struct upc_sink sink = { &output, copy_token, make_token, report_problem };
  auto_vec<cpp_token> part;
  tokens = &part;
  bool is_last = read_part (reader);
  upc_lex (unit);
  upc_output (unit, &sink);
  upc_next_part (unit);
  add_pragma (&output, is_last ? end_pragma : lex_pragma);
  if (is_last)
    add_eof (&output);
  _cpp_push_token_context (reader, NULL, output.token, output.count);
}

static void
handle_lex (cpp_reader *reader)
{
  tree value;
  while (pragma_lex (&value, NULL) != CPP_EOF)
    ;
  if (!unit)
    {
      unit = upc_new ();
      learn_pragmas (reader);
    }
  rewrite_part (reader);
}

/* Called when pragmas can be registered.  */
void
upc_lex_register_pragma (void)
{
  c_register_pragma (NULL, UPC_PRAGMA_LEX, handle_lex);
}
