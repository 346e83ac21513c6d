/* place.c - strings and places, each once in the record; notes.

   SPDX-License-Identifier: Apache-2.0

   Tables that all threads share, under one lock; functions' places are found
   without it, as a rule.  They are consulted when a call path is new, not at
   each event.  */

#include "events/context.h"
#include "record/file.h"
#include "ground/lock.h"
#include "ground/map.h"
#include "ground/pages.h"
#include "record/place.h"
#include "ground/state.h"
#include <string.h>

static GASP_TOOL_LOCK (tables_lock);
static struct map strings, places, notes;
static struct gasp_record_segment *segments[GASP_RECORD_KINDS];

/* Longer ones are cut.  */
#define LONGEST_STRING 32000u

static uint32_t
hash_bytes (const void *bytes, size_t size)
{
  return map_hash (gasp_hash_bytes (size, bytes, size));
}

/* Returns the reference of an ELEMENT of SIZE bytes added to KIND, or 0.  */
static gasp_record_ref
append (enum gasp_record_kind kind, const void *element, unsigned int size)
{
  void *p = gasp_tool_new (&segments[kind], kind, size);
  if (!p)
    return 0;
  memcpy (p, element, size);
  gasp_tool_publish (segments[kind], size);
  return ref_of (p);
}

static gasp_record_ref
append_string (const char *text, uint32_t length)
{
  const uint32_t head = offsetof (struct gasp_record_string, text);
  /* Rounded up, with its null.  */
  unsigned int size = (head + length + 8) & ~7u;
  char *p = gasp_tool_new (&segments[GASP_RECORD_STRINGS],
			   GASP_RECORD_STRINGS, size);
  if (!p)
    return 0;
  memcpy (p, &length, sizeof length);
  memcpy (p + head, text, length);
  gasp_tool_publish (segments[GASP_RECORD_STRINGS], size);
  return ref_of (p);
}

static bool
is_string (gasp_record_ref ref, const char *text, uint32_t length)
{
  const struct gasp_record_string *string
    = AT (struct gasp_record_string, ref);
  return string->length == length && !memcmp (string->text, text, length);
}

/* The following are called with the lock held.  */

static gasp_record_ref
find_string (const char *text)
{
  if (!text)
    return 0;
  size_t length = strnlen (text, LONGEST_STRING);
  uint32_t hash = hash_bytes (text, length), at = hash;
  gasp_record_ref ref;
  while ((ref = map_next (&strings, hash, &at)) != 0)
    if (is_string (ref, text, length))
      return ref;
  ref = append_string (text, length);
  if (ref)
    gasp_tool_map_add (&strings, hash, ref);
  return ref;
}

static gasp_record_ref
find_place (const struct gasp_record_place *place)
{
  uint32_t hash = hash_bytes (place, sizeof *place), at = hash;
  gasp_record_ref ref;
  while ((ref = map_next (&places, hash, &at)) != 0)
    if (!memcmp (AT (struct gasp_record_place, ref), place, sizeof *place))
      return ref;
  ref = append (GASP_RECORD_PLACES, place, sizeof *place);
  if (ref)
    gasp_tool_map_add (&places, hash, ref);
  return ref;
}

static struct gasp_record_note *
find_note (const struct gasp_record_note *wanted)
{
  uint32_t hash = map_hash ((uint64_t) wanted->node << 3 | wanted->kind);
  uint32_t at = hash;
  gasp_record_ref ref;
  while ((ref = map_next (&notes, hash, &at)) != 0)
    {
      struct gasp_record_note *note = AT (struct gasp_record_note, ref);
      if (note->kind == wanted->kind && note->node == wanted->node)
	return note;
    }
  ref = append (GASP_RECORD_NOTES, wanted, sizeof *wanted);
  if (!ref)
    return NULL;
  gasp_tool_map_add (&notes, hash, ref);
  return AT (struct gasp_record_note, ref);
}

/* ---- What others call.  */

gasp_record_ref
gasp_tool_string (const char *text)
{
  struct gasp_tool_holder holder;
  lock_quietly (&tables_lock, &holder);
  gasp_record_ref ref = find_string (text);
  unlock_quietly (&tables_lock, &holder);
  return ref;
}

gasp_record_ref
gasp_tool_place (const struct gasp_record_place *place)
{
  struct gasp_tool_holder holder;
  lock_quietly (&tables_lock, &holder);
  gasp_record_ref ref = find_place (place);
  unlock_quietly (&tables_lock, &holder);
  return ref;
}

gasp_record_ref
gasp_tool_named_place (struct gasp_record_place *place, const char *name,
		       const char *file)
{
  struct gasp_tool_holder holder;
  lock_quietly (&tables_lock, &holder);
  place->name = find_string (name);
  place->file = find_string (file);
  gasp_record_ref ref = find_place (place);
  unlock_quietly (&tables_lock, &holder);
  return ref;
}

static gasp_record_ref
function_place (const struct gasp_gcc_function *function)
{
  struct gasp_record_place place = {
    .kind = GASP_RECORD_FUNCTION,
    .tag = GASP_C_FUNC,
    .line = function->line,
    .column = function->column,
    .end_line = function->end_line,
    .end_column = function->end_column,
    .flags = function->flags & GASP_GCC_SOURCE ? GASP_RECORD_PLACE_SOURCE : 0
  };
  return gasp_tool_named_place (&place, gasp_gcc_signature (function),
				gasp_gcc_file (function));
}

/* ---- Places of functions, found without the lock

   An element has a place and, above it, which function it is of.  That takes no
   more than 32 bits: no two functions are in the same eight bytes, and of 45
   bits that the rest of an address has, well mixed, 13 are the element's
   index.  */

#define INDEX_BITS 13
#define ADDRESS_BITS 48
static uint64_t known_functions[1 << INDEX_BITS];

gasp_record_ref
gasp_tool_function_place (const struct gasp_gcc_function *function)
{
  uintptr_t address = (uintptr_t) function;
  uint64_t key = gasp_spread (address >> 3) << (64 - ADDRESS_BITS + 3);
  uint64_t *known = &known_functions[key >> (64 - INDEX_BITS)];
  uint64_t which = key << INDEX_BITS;
  uint64_t found = __atomic_load_n (known, __ATOMIC_RELAXED);
  if (found >> 32 == which >> 32 && (uint32_t) found
      && address >> ADDRESS_BITS == 0)
    return (uint32_t) found;
  gasp_record_ref ref = function_place (function);
  if (address >> ADDRESS_BITS == 0)
    __atomic_store_n (known, which | ref, __ATOMIC_RELAXED);
  return ref;
}

/* Forgets functions, as what was at their addresses may be gone.  */
static void
forget_functions (void)
{
  for (int i = 0; i < 1 << INDEX_BITS; i++)
    if (__atomic_load_n (&known_functions[i], __ATOMIC_RELAXED))
      __atomic_store_n (&known_functions[i], 0, __ATOMIC_RELAXED);
}

void
gasp_tool_places_unload (uint64_t begin, uint64_t end)
{
  (void) begin;
  (void) end;
  __atomic_add_fetch (&gasp_tool_unloads, 1, __ATOMIC_RELAXED);
  forget_functions ();
}

void
gasp_tool_forget_known (gasp_context_t context)
{
  gasp_tool_pages_clear (context->known, sizeof context->known);
  gasp_tool_pages_clear (context->calls, sizeof context->calls);
  context->restarts++;
}

struct known_place *
gasp_tool_known_place (gasp_context_t context,
		       const struct known_place *wanted)
{
  /* What the pointers meant may be gone.  */
  unsigned int unloads = __atomic_load_n (&gasp_tool_unloads,
					  __ATOMIC_RELAXED);
  if (context->known_unloads != unloads)
    gasp_tool_forget_known (context);
  context->known_unloads = unloads;

  struct known_place *known
    = known_slot (context, wanted->file, wanted->identity, wanted->tag,
		  wanted->line, wanted->column);
  if (!is_known_as (known, wanted->file, wanted->identity, wanted->tag,
		    wanted->line, wanted->column))
    {
      known[1] = known[0];
      known[0] = *wanted;
    }
  return known;
}

/* Returns the text of a string of the record at BASE, or null.  */
static const char *
text_at (const char *base, gasp_record_ref ref)
{
  return ref ? base + ((uint64_t) ref << 3)
	       + offsetof (struct gasp_record_string, text) : NULL;
}

gasp_record_ref
gasp_tool_copy_place (const char *base, gasp_record_ref ref)
{
  struct gasp_record_place place;
  memcpy (&place, base + ((uint64_t) ref << 3), sizeof place);
  return gasp_tool_named_place (&place, text_at (base, place.name),
				text_at (base, place.file));
}

void *
gasp_tool_add (enum gasp_record_kind kind, const void *element,
	       unsigned int size)
{
  struct gasp_tool_holder holder;
  lock_quietly (&tables_lock, &holder);
  gasp_record_ref ref = append (kind, element, size);
  unlock_quietly (&tables_lock, &holder);
  return ref ? AT (void, ref) : NULL;
}

void
gasp_tool_note (const char *text)
{
  /* A library's constructor may come before there is a record.  */
  if (!gasp_tool_base)
    return;
  struct gasp_record_note note = {
    .kind = GASP_RECORD_MESSAGE,
    .text = gasp_tool_string (text),
    .count = 1
  };
  if (note.text)
    gasp_tool_add (GASP_RECORD_NOTES, &note, sizeof note);
}

struct gasp_record_note *
gasp_tool_count_note (enum gasp_record_note_kind kind, gasp_record_ref node,
		      gasp_record_ref earlier, uint64_t address)
{
  struct gasp_record_note wanted = { .kind = kind, .node = node };
  struct gasp_tool_holder holder;
  lock_quietly (&tables_lock, &holder);
  struct gasp_record_note *note = find_note (&wanted);
  if (note)
    {
      note->count++;
      note->earlier = earlier;
      note->address = address;
    }
  unlock_quietly (&tables_lock, &holder);
  return note;
}

void
gasp_tool_places_fork (void)
{
  gasp_tool_map_clear (&strings);
  gasp_tool_map_clear (&places);
  gasp_tool_map_clear (&notes);
  gasp_tool_pages_clear (known_functions, sizeof known_functions);
  memset (segments, 0, sizeof segments);
}
