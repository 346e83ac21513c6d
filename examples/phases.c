/* phases.c - user events: the phases of a program, in its own words.

   SPDX-License-Identifier: Apache-2.0

     gaspcc --profile -O2 phases.c -o phases
     gasp run ./phases && gasp report

   Without --profile the events cost nothing, and the program is the same.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <pupc.h>

static unsigned read_event, sort_event, round_event;

/* What stands in for input: SIZE words that repeat, from SEED on.  */
static char **
read_words (size_t size, unsigned seed)
{
  pupc_event_start (read_event, size);
  char **words = malloc (size * sizeof *words);
  for (size_t i = 0; i < size; i++)
    {
      char word[32];
      seed = seed * 1103515245 + 12345;
      snprintf (word, sizeof word, "word-%u", (seed >> 16) % 5000);
      words[i] = strdup (word);
    }
  pupc_event_end (read_event, size);
  return words;
}

static int
compare (const void *a, const void *b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

static size_t
count_distinct (char **words, size_t size)
{
  pupc_event_start (sort_event, size);
  qsort (words, size, sizeof *words, compare);
  size_t distinct = size > 0;
  for (size_t i = 1; i < size; i++)
    distinct += compare (&words[i - 1], &words[i]) != 0;
  pupc_event_end (sort_event, size);
  return distinct;
}

static void
release (char **words, size_t size)
{
  /* The last one is forgotten: the report says so.  */
  for (size_t i = 0; i + 1 < size; i++)
    free (words[i]);
  free (words);
}

int
main (void)
{
  read_event = pupc_create_event ("read", "%zu words");
  sort_event = pupc_create_event ("sort", "%zu words");
  round_event = pupc_create_event ("next round", "of %d");
  for (int round = 1; round <= 5; round++)
    {
      size_t size = 20000 * round;
      char **words = read_words (size, round);
      printf ("%zu words, %zu distinct\n", size,
	      count_distinct (words, size));
      release (words, size);
      pupc_event_atomic (round_event, 5);
    }
  return 0;
}
