/* words.c - the spellings of tokens, each kept once.

   SPDX-License-Identifier: Apache-2.0  */

#include <stdlib.h>
#include <string.h>
#include "unit.h"

static const struct
{
  const char *text;
  unsigned class;
} known[] = {
  { "", 0 },
#define WORD(name, spelling, class) { spelling, class },
#include "words.def"
};

static const struct
{
  const char *text;
  enum code code;
} old[] = {
#define WORD(name, spelling, class)
#define OLD_WORD(name, spelling) { spelling, name },
#include "words.def"
};

/* Returns ARRAY with room for one more than COUNT members of SIZE: the room is
   a power of two, and doubles when it is full.  */
void *
grow (void *array, size_t count, size_t size)
{
  if (count & (count - 1))
    return array;
  void *bigger = realloc (array, (count ? 2 * count : 1) * size);
  if (!bigger)
    abort ();
  return bigger;
}

static unsigned
hash_text (const char *text, size_t length)
{
  unsigned hash = 2166136261u;
  for (size_t i = 0; i < length; i++)
    hash = (hash ^ (unsigned char) text[i]) * 16777619u;
  return hash;
}

/* The table has as many chains as the last power of two below the number of
   words, and at least this many.  */
#define FEWEST 256

static size_t
chains (size_t words)
{
  size_t n = FEWEST;
  while (n < words)
    n *= 2;
  return n;
}

static void
rehash (struct upc_unit *unit, size_t from, size_t to)
{
  struct word **table = calloc (to, sizeof *table);
  if (!table)
    abort ();
  for (size_t i = 0; i < from; i++)
    for (struct word *w = unit->table[i], *next; w; w = next)
      {
	next = w->next;
	w->next = table[w->hash % to];
	table[w->hash % to] = w;
      }
  free (unit->table);
  unit->table = table;
}

static struct word *
add_word (struct upc_unit *unit, const char *text, size_t length,
	  unsigned hash)
{
  size_t old = unit->word_count ? chains (unit->word_count) : 0;
  size_t new = chains (++unit->word_count);
  if (old != new)
    rehash (unit, old, new);
  struct word *word = calloc (1, sizeof *word + length + 1);
  if (!word)
    abort ();
  word->text = memcpy (word + 1, text, length);
  word->length = length;
  word->hash = hash;
  word->next = unit->table[hash % new];
  return unit->table[hash % new] = word;
}

struct word *
intern (struct upc_unit *unit, const char *text, size_t length)
{
  unsigned hash = hash_text (text, length);
  if (unit->word_count)
    for (struct word *w = unit->table[hash % chains (unit->word_count)]; w;
	 w = w->next)
      if (w->hash == hash && w->length == length
	  && !memcmp (w->text, text, length))
	return w;
  return add_word (unit, text, length, hash);
}

void
add_known_words (struct upc_unit *unit)
{
  for (size_t i = 1; i < sizeof known / sizeof *known; i++)
    {
      struct word *word = intern (unit, known[i].text,
				  strlen (known[i].text));
      word->code = i;
      word->class = known[i].class;
    }
}

void
upc_allow_old_words (struct upc_unit *unit)
{
  for (size_t i = 0; i < sizeof old / sizeof *old; i++)
    intern (unit, old[i].text, strlen (old[i].text))->old = old[i].code;
}

void
free_words (struct upc_unit *unit)
{
  size_t n = unit->word_count ? chains (unit->word_count) : 0;
  for (size_t i = 0; i < n; i++)
    for (struct word *w = unit->table[i], *next; w; w = next)
      {
	next = w->next;
	free (w);
      }
  free (unit->table);
}
