/* words.c - count the words of a text.  It takes longer than it should, and more
   memory: gasp-tutorial(7) finds out why.

   SPDX-License-Identifier: Apache-2.0

     gaspcc --profile -O2 -g words.c -o words
     gasp run ./words && gasp report

   -DBETTER_HASH and -DNO_LEAK are the mends.  */

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BUCKETS 16384

struct entry {
  struct entry *next;
  unsigned count;
  char word[16];
};

static struct entry *table[BUCKETS];

static unsigned
hash (const char *word)
{
  unsigned h = 0;
  for (; *word; word++)
#ifdef BETTER_HASH
    h = 31 * h + *word;
#else
    h += *word;
#endif
  return h % BUCKETS;
}

static int
is_same (const struct entry *entry, const char *word)
{
  return !strcmp (entry->word, word);
}

static struct entry *
find (const char *word)
{
  struct entry **bucket = &table[hash (word)];
  for (struct entry *e = *bucket; e; e = e->next)
    if (is_same (e, word))
      return e;
  struct entry *e = calloc (1, sizeof *e);
  snprintf (e->word, sizeof e->word, "%s", word);
  e->next = *bucket;
  return *bucket = e;
}

/* A copy of WORD in lower case.  */
static char *
lower_case (const char *word)
{
  char *copy = strdup (word);
  for (char *c = copy; *c; c++)
    *c = tolower (*c);
  return copy;
}

static void
count_word (const char *word)
{
  char *key = lower_case (word);
  find (key)->count++;
#ifdef NO_LEAK
  free (key);
#endif
}

/* What stands in for reading a text: its next word.  */
static void
next_word (char word[16])
{
  static unsigned seed = 1;
  seed = seed * 1103515245 + 12345;
  snprintf (word, 16, "Word%u", (seed >> 16) % 5000);
}

int
main (void)
{
  unsigned most = 0;
  char word[16];
  for (int i = 0; i < 100000; i++)
    {
      next_word (word);
      count_word (word);
    }
  for (int i = 0; i < BUCKETS; i++)
    for (const struct entry *e = table[i]; e; e = e->next)
      if (e->count > most)
	most = e->count;
  printf ("the most frequent word: %u times\n", most);
  return 0;
}
