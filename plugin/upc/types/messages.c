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
		    first ? "shared" : "local", second ? "shared" : "local",
		    what);
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

static enum { NOTHING_SPECIAL, NAME_FOLLOWS, AUTOMATIC_NAME, UNDECLARED_NAME,
	      SIZE_FOLLOWS, THREADS_SQUARED } before;

/* The names that each header declares, between spaces.  Reductions have their
   type's letters after them.  */
static const struct
{
  const char *header, *names;
} headers[] = {
  { "upc.h", " upc_threadof upc_phaseof upc_addrfield upc_resetphase "
    "upc_affinitysize upc_alloc upc_all_alloc upc_global_alloc upc_free "
    "upc_all_free upc_lock_t upc_lock upc_unlock upc_lock_attempt "
    "upc_global_lock_alloc upc_all_lock_alloc upc_lock_free upc_all_lock_free "
    "upc_memcpy upc_memget upc_memput upc_memset upc_global_exit " },
  { "upc_collective.h", " upc_all_broadcast upc_all_scatter upc_all_gather "
    "upc_all_gather_all upc_all_exchange upc_all_permute upc_all_sort "
    "upc_all_reduce upc_all_prefix_reduce upc_flag_t upc_op_t UPC_IN_NOSYNC "
    "UPC_IN_MYSYNC UPC_IN_ALLSYNC UPC_OUT_NOSYNC UPC_OUT_MYSYNC "
    "UPC_OUT_ALLSYNC UPC_FUNC UPC_NONCOMM_FUNC UPC_ADD UPC_MULT UPC_MIN UPC_MAX " },
  { "upc_nb.h", " upc_handle_t UPC_COMPLETE_HANDLE upc_memcpy_nb upc_memget_nb "
    "upc_memput_nb upc_memset_nb upc_memcpy_nbi upc_memget_nbi upc_memput_nbi "
    "upc_memset_nbi upc_sync upc_sync_attempt upc_synci upc_synci_attempt " },
  { "upc_atomic.h", " upc_atomicdomain_t upc_atomichint_t upc_atomic_strict "
    "upc_atomic_relaxed upc_atomic_isfast upc_all_atomicdomain_alloc "
    "upc_all_atomicdomain_free upc_type_t UPC_INC UPC_DEC UPC_SUB UPC_GET "
    "UPC_SET UPC_CSWAP UPC_INT UPC_LONG UPC_DOUBLE UPC_INT64 UPC_UINT64 UPC_PTS " },
  { "upc_tick.h", " upc_tick_t upc_ticks_now upc_ticks_to_ns " },
  { "upc_castable.h", " upc_cast upc_thread_info upc_thread_info_t " },
  { "upc_io.h", " upc_file_t upc_off_t upc_all_fopen upc_all_fclose "
    "upc_all_fseek upc_all_fread_local upc_all_fread_shared "
    "upc_all_fwrite_local upc_all_fwrite_shared upc_all_fsync " },
};

/* Returns the header that declares the name of LENGTH letters at NAME, or
   null.  */
static const char *
header_of (const char *name, int length)
{
  char *word = xasprintf (" %.*s ", length, name);
  const char *header = NULL;
  for (size_t i = 0; i < ARRAY_SIZE (headers) && !header; i++)
    if (strstr (headers[i].names, word))
      header = headers[i].header;
  free (word);
  return header;
}

/* Returns whether NAME is one of Berkeley UPC's, which nothing declares.  */
static bool
of_berkeley_p (const char *name)
{
  return startswith (name, "bupc_") && !upc_options.berkeley
	 && !lookup_name (get_identifier ("bupc_poll"));
}

/* Returns what declares the name in TEXT, a piece of a message, in new memory;
   null if that is not known.  */
static char *
say_declarer (const char *text)
{
  static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRST"
				"UVWXYZ0123456789_";
  const char *name = strstr (text, "upc_");
  if (!name)
    name = strstr (text, "UPC_");
  if (!name)
    return NULL;
  name -= name > text && name[-1] == 'b';
  if (of_berkeley_p (name))
    return xasprintf (" (%s-fupc-berkeley%s declares what is Berkeley UPC's)",
		      open_quote, close_quote);
  int length = strspn (name, letters);
  const char *header = header_of (name, length);
  while (!header && length && ISUPPER (name[length - 1]))
    header = header_of (name, --length);
  return header ? xasprintf (" (%s<%s>%s declares it)", open_quote, header,
			     close_quote) : NULL;
}

/* Says what declares the name in the piece before.  */
static char *declarer;

static char *
say_undeclared (const char *text)
{
  static const char phrase[] = " undeclared (first use in this function)";
  if (!startswith (text, phrase))
    return NULL;
  return xasprintf ("%s%s%s", phrase, declarer, text + strlen (phrase));
}

static char *
say_name (const char *text)
{
  char *where = say_declarer (text);
  char *all = where ? xasprintf ("%s%s", text, where) : NULL;
  free (where);
  return all;
}

/* Says where else the object with the name TEXT may be declared.  */
static char *
say_static (const char *text)
{
  return xasprintf ("%s: what is shared is %sstatic%s, or declared outside of "
		    "functions", text, open_quote, close_quote);
}

/* Returns a size, in quotes: numbers of threads that are not known are in it
   as factors.  */
static char *
say_size (const char *text)
{
  unsigned HOST_WIDE_INT size
    = strtoull (text + strcspn (text, "0123456789"), NULL, 10);
  if (upc_options.threads || !size || size % UPC_THREADS_MAGIC
      || size / UPC_THREADS_MAGIC % UPC_THREADS_MAGIC)
    return NULL;
  before = THREADS_SQUARED;
  return xasprintf ("%s" HOST_WIDE_INT_PRINT_UNSIGNED "*THREADS*THREADS%s",
		    open_quote, size / UPC_THREADS_MAGIC / UPC_THREADS_MAGIC,
		    close_quote);
}

/* Returns what replaces TEXT, after the size of an array that is too large;
   EITHER is what else may be wrong.  */
static char *
say_size_unknown (const char *text, const char *either)
{
  if (strcmp (text, " exceeds maximum object size "))
    return NULL;
  return xasprintf ("%s has %sTHREADS%s in more than one dimension, where its "
		    "value is not known at translation time; the maximum "
		    "object size is ",
		    either, open_quote, close_quote);
}

/* ---- Where a constant is wanted  */

/* The lines that THREADS is used in, elsewhere and in bounds of arrays.  */
static auto_vec<int> threads_lines[2];

void
upc_note_threads (location_t loc, bool in_bound)
{
  auto_vec<int> *lines = &threads_lines[in_bound];
  int line = LOCATION_LINE (loc);
  if (lines->is_empty () || lines->last () != line)
    lines->safe_push (line);
}

static bool
threads_used_p (bool in_bound)
{
  return (!upc_options.threads
	  && threads_lines[in_bound].contains (LOCATION_LINE (input_location)));
}

/* Returns TEXT, the end of a message, with a hint, in new memory; null if that
   is not about a constant or a size, or THREADS is a constant, or not in the
   line.  */
static char *
say_threads (const char *text)
{
  static const char *const ends[]
    = { " at file scope", "t constant", "an integer constant" };
  if (threads_used_p (true))
    if (char *size = say_size_unknown (text, " is too large, or"))
      return size;
  if (!threads_used_p (false))
    return NULL;
  for (size_t i = 0; i < ARRAY_SIZE (ends); i++)
    if (const char *end = strstr (text, ends[i]))
      if (!end[strlen (ends[i])])
	return xasprintf ("%s: %sTHREADS%s is a constant with "
			  "%s-fupc-threads=N%s only", text, open_quote,
			  close_quote, open_quote, close_quote);
  return NULL;
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
  if (was == UNDECLARED_NAME)
    other = say_undeclared (text);
  else if (was == NAME_FOLLOWS)
    other = say_name (text);
  else if (was == SIZE_FOLLOWS)
    other = say_size (text);
  else if (was == AUTOMATIC_NAME)
    other = say_static (text);
  else if (was == THREADS_SQUARED && (other = say_size_unknown (text, "")))
    before = NOTHING_SPECIAL;
  else if (!strcmp (text, "unknown type name ")
	   || !strcmp (text, "implicit declaration of function "))
    before = NAME_FOLLOWS;
  else if (!strcmp (text, " specified for auto variable "))
    before = AUTOMATIC_NAME;
  else if (!strcmp (text, "size "))
    before = SIZE_FOLLOWS;
  else
    {
      free (declarer);
      declarer = say_declarer (text);
      before = declarer ? UNDECLARED_NAME : before;
    }
  return other;
}

/* Returns TEXT in UPC's words, in new memory; null if these do not differ.  */
static char *
in_words_of_upc (const char *text)
{
  if (char *other = in_context (text))
    return other;
  if (char *other = say_threads (text))
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
