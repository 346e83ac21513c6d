/* tokens.c - UPC's lexical step between GCC's preprocessor and its parser.

   SPDX-License-Identifier: GPL-3.0-or-later

   The pragma gasp_upc_lex, at the end of the prelude, takes all tokens that
   follow from the preprocessor, has them rewritten (upc/), and gives them back
   to it as if a macro had expanded to them (stretches.c).  The parser gets them
   from there with their own places, columns and macros and all.

   The unit is taken in parts: a part ends before the parser must see a pragma
   that stands outside all declarations, because the pragma may change how
   what follows it is preprocessed ("#pragma GCC target").  The same pragma,
   put after that, then takes the next part.  */

#include "gasp-plugin.h"
#include "upc-lex.h"
#include "upc-words.h"
#include "upc/upc-plugin.h"
#include "upc-lex-plugin.h"

/* libcpp's own.  */
extern const cpp_token *cpp_get_token_with_location (cpp_reader *, location_t *)
  __attribute__ ((weak));
extern cpp_hashnode *cpp_lookup (cpp_reader *, const unsigned char *,
				 unsigned int) __attribute__ ((weak));
extern const char *cpp_type2name (enum cpp_ttype, unsigned char flags)
  __attribute__ ((weak));

/* The numbers of pragmas, which the prelude shows; 0: not known yet.  */
static unsigned mode_pragma, end_pragma, lex_pragma;

static struct upc_unit *unit;

/* The tokens of a part, as they come, and where the preprocessor is after
   each.  */
static auto_vec<cpp_token> *tokens;
static auto_vec<upc_place> *places;

/* The output: an array that stays, since the preprocessor does not copy it.  */
struct output
{
  cpp_reader *reader;
  cpp_token *token;
  size_t count, size;
  auto_vec<upc_stretch> *stretches;
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

/* ---- Stretches of them */

/* Returns whether the parser has the token number N interpreted when it gets
   it.  */
static bool
is_interpreted (size_t n)
{
  enum cpp_ttype type = (*tokens)[n].type;
  return type >= CPP_NUMBER && type < CPP_STRING;
}

/* Returns whether a string precedes token N: strings are interpreted when what
   follows them is read.  */
static bool
follows_string (size_t n)
{
  return n && (*tokens)[n - 1].type >= CPP_STRING
	 && (*tokens)[n - 1].type <= CPP_UTF8STRING;
}

/* Begins a stretch of OUTPUT, if token N, which its next part is or stands
   for, needs a place of its own.  */
static void
note_place (struct output *output, size_t n)
{
  const upc_place &before = output->stretches->last ().place;
  upc_place place = (*places)[n];
  bool is_line = place.line != before.line;
  if (!is_line && !is_interpreted (n) && !follows_string (n))
    return;
  upc_stretch stretch = { output->count, is_line, place };
  output->stretches->safe_push (stretch);
}

/* ---- The step's sink */

/* Declares statements and operators, which GCC has no names for, so that it
   suggests them for unknown identifiers that may be misspelled ones.  */
static void
declare_words (void)
{
  static const char *const words[]
    = { "upc_barrier", "upc_notify", "upc_wait", "upc_fence", "upc_forall",
	"upc_blocksizeof", "upc_localsizeof", "upc_elemsizeof" };
  location_t prelude = DECL_SOURCE_LOCATION (upc_threads ());
  tree type = build_function_type_list (void_type_node, NULL_TREE);
  for (size_t i = 0; i < ARRAY_SIZE (words); i++)
    {
      tree word
	= build_decl (prelude, FUNCTION_DECL, get_identifier (words[i]), type);
      DECL_EXTERNAL (word) = TREE_PUBLIC (word) = DECL_IGNORED_P (word) = 1;
      lang_hooks.decls.pushdecl (word);
    }
}

static void
note_identifier (const cpp_token *token)
{
  if (token->type != CPP_NAME
      || !startswith ((const char *) NODE_NAME (token->val.node.node), "upc_"))
    return;
  tree name = HT_IDENT_TO_GCC_IDENT (HT_NODE (token->val.node.node));
  if (DECL_P (upc_threads ()) && !lookup_name (name)
      && !lookup_name (get_identifier ("upc_barrier")))
    declare_words ();
}

static void
copy_token (void *data, size_t n)
{
  note_place ((struct output *) data, n);
  note_identifier (&(*tokens)[n]);
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
  note_place (output, at);
  cpp_token *token = add_output (output);
  token->src_loc = (*tokens)[at].src_loc;
  token->flags = NO_EXPAND | PREV_WHITE;
  switch (kind)
    {
    case UPC_NAME:
      if (startswith (text, UPC_WORD_THREADS))
	upc_note_threads (token->src_loc, false);
      set_name (output, token, text, length);
      break;
    case UPC_LITERAL:
      if (strtol (text, NULL, 10) == UPC_THREADS_MAGIC)
	upc_note_threads (token->src_loc, true);
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

/* Returns whether LOC is in a system header that is not one of UPC's, or the
   user says that there is C.  */
static bool
in_plain_code (location_t loc)
{
  if (!in_system_header_at (loc))
    return upc_lex_in_c_code (loc);
  const char *name = lbasename (LOCATION_FILE (loc));
  return !startswith (name, "upc") && !startswith (name, "bupc")
	 && !startswith (name, "gasp");
}

static void
outline_name (const cpp_token *token)
{
  const cpp_hashnode *node = token->val.node.node;
  const char *text = (const char *) NODE_NAME (node);
  /* Where only words of UPC matter, and they begin so.  */
  bool plain = strchr ("MTbfnrsuw", *text) && in_plain_code (token->src_loc);
  upc_add (unit, UPC_NAME, text, NODE_LEN (node), plain);
}

static void
outline_token (const cpp_token *token, enum cpp_ttype last)
{
  if (token->type == CPP_NAME && last == CPP_PRAGMA)
    upc_lex_note_pragma (token);
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

/* Returns the next token, with its place in SRC_LOC.  With -C, comments come
   too.  */
static cpp_token
next_token (cpp_reader *reader)
{
  const cpp_token *token;
  location_t loc;
  unsigned short flags = 0;
  for (;;)
    {
      token = cpp_get_token_with_location (reader, &loc);
      if (token->type == CPP_COMMENT)
	flags |= token->flags & PREV_FALLTHROUGH;
      else if (token->type != CPP_PADDING)
	break;
    }
  cpp_token result = *token;
  result.src_loc = loc;
  result.flags |= flags;
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

static bool
is_between_declarations (enum cpp_ttype last, int depth)
{
  return depth == 0 && (last == CPP_SEMICOLON || last == CPP_CLOSE_BRACE
			|| last == CPP_PRAGMA_EOL);
}

/* Returns whether a part ends with the pragma that TOKEN begins, after
   LAST.  The parser's own, OpenMP's, may belong to the declaration that
   follows, and change nothing.  */
static bool
ends_part (const cpp_token *token, enum cpp_ttype last, int depth)
{
  return token->type == CPP_PRAGMA && token->val.pragma >= PRAGMA_FIRST_EXTERNAL
	 && token->val.pragma != mode_pragma
	 && is_between_declarations (last, depth);
}

/* How a part ended.  */
enum ending
{
  AT_PRAGMA,
  AT_EOF,
  AT_UNEXPECTED_EOF		/* within a declaration */
};

/* Reads a part into TOKENS, and if it is the last, the file's end into
   EOF.  */
static enum ending
read_part (cpp_reader *reader, cpp_token *eof)
{
  enum cpp_ttype last = CPP_PRAGMA_EOL;
  bool is_ending = false;
  int depth = 0;
  for (;;)
    {
      cpp_token token = next_token (reader);
      if (token.type == CPP_EOF)
	{
	  *eof = token;
	  upc_last_line = input_location;
	  upc_stop_reading (reader);
	  return is_between_declarations (last, depth) ? AT_EOF
						       : AT_UNEXPECTED_EOF;
	}
      if (token.type == CPP_PRAGMA)
	is_ending = ends_part (&token, last, depth);
      depth += nesting (token.type);
      tokens->safe_push (token);
      places->safe_push (upc_place_now (reader));
      outline_token (&token, last);
      last = token.type;
      if (is_ending && last == CPP_PRAGMA_EOL && upc_stop_reading (reader))
	return AT_PRAGMA;
    }
}

/* ---- The pragma */

static void
add_pragma (struct output *output, unsigned pragma, location_t loc)
{
  cpp_token *token = add_output (output);
  token->type = CPP_PRAGMA;
  token->val.pragma = pragma;
  token->src_loc = loc;
  token = add_output (output);
  token->type = CPP_PRAGMA_EOL;
  token->src_loc = loc;
}

/* Returns the location of the pragma that ends the part.  The parser has made
   it input_location, and makes it so for ours.  */
static location_t
last_pragma_location (void)
{
  size_t n = tokens->length ();
  while ((*tokens)[--n].type != CPP_PRAGMA)
    ;
  return (*tokens)[n].src_loc;
}

/* Adds several EOFs, since the parser looks ahead.  */
static void
add_eof (struct output *output, const cpp_token *eof)
{
  for (int i = 0; i < 4; i++)
    *add_output (output) = *eof;
}

/* Adds the text after a part that ended so.  A unit that ends too early
   gets no text of ours at its end, as messages would be about that.  */
static void
add_ending (struct output *output, enum ending ending, const cpp_token *eof)
{
  if (ending == AT_PRAGMA)
    add_pragma (output, lex_pragma, last_pragma_location ());
  else if (ending == AT_EOF)
    add_pragma (output, end_pragma, eof->src_loc);
  if (ending != AT_PRAGMA)
    add_eof (output, eof);
}

/* Learns the numbers of our pragmas from the first lines after the first of
   them.  */
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

/* Warns about an empty unit: GCC looks whether the first token is EOF, but
   that is the prelude's.  */
static void
check_empty (enum ending ending, const cpp_token *eof)
{
  static bool has_tokens;
  has_tokens |= ending == AT_PRAGMA || !tokens->is_empty ();
  if (!has_tokens)
    pedwarn (eof->src_loc, OPT_Wpedantic,
	     "ISO C forbids an empty translation unit");
}

static void
rewrite_part (cpp_reader *reader)
{
  struct output output = { reader, NULL, 0, 0, new auto_vec<upc_stretch> };
  struct upc_sink sink = { &output, copy_token, make_token, report_problem };
  upc_place place = upc_place_now (reader);
  upc_stretch stretch = { 0, false, place };
  output.stretches->safe_push (stretch);
  auto_vec<cpp_token> part;
  auto_vec<upc_place> places_of_part;
  tokens = &part;
  places = &places_of_part;
  cpp_token eof;
  enum ending ending = read_part (reader, &eof);
  input_location = place.line;
  check_empty (ending, &eof);
  upc_lex (unit);
  upc_output (unit, &sink);
  upc_next_part (unit);
  add_ending (&output, ending, &eof);
  upc_hand_over (reader, output.token, output.count, output.stretches);
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
      if (upc_options.berkeley)
	upc_allow_old_words (unit);
      learn_pragmas (reader);
    }
  rewrite_part (reader);
}

/* Registers the lexical step's pragma; called when pragmas can be
   registered.  */
void
upc_lex_register_pragma (void)
{
  c_register_pragma (NULL, UPC_PRAGMA_LEX, handle_lex);
}
