/* response.c - arguments in files: @FILE.

   SPDX-License-Identifier: Apache-2.0

   A response file is passed on as such, as a command line may be too short for
   its words, unless there are options of ours in it, or in one that it names:
   the driver would take them for something else.  GCC reports files that cannot
   be used as response files: those that are not regular files, and those that
   name themselves.  */

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include "gaspcc.h"

/* The number of response files after which GCC says that there are too
   many.  */
enum { MOST_FILES = 2000 };

/* Returns the text of FILE, as far as a null byte, or null if it cannot be
   read.  */
static char *
read_text (const char *file)
{
  struct stat status;
  if (stat (file, &status) || !S_ISREG (status.st_mode))
    return NULL;
  FILE *in = fopen (file, "r");
  char *text = in ? malloc (status.st_size + 1) : NULL;
  if (text)
    text[fread (text, 1, status.st_size, in)] = 0;
  if (in)
    fclose (in);
  return text;
}

/* Adds WORD, or what stands in the file that it names, if IS_OURS says of
   something there that it is.  Returns whether it was so.  */
static bool
expand (struct words *to, const char *word, word_test *is_ours)
{
  static int files;
  struct words inside = { 0 }, expanded = { 0 };
  bool has_ours = false;
  char *text = *word == '@' && files < MOST_FILES ? read_text (word + 1) : NULL;
  if (text)
    {
      files++;
      split_words (&inside, text);
      free (text);
    }
  for (size_t i = 0; i < inside.count; i++)
    has_ours |= expand (&expanded, inside.word[i], is_ours)
		| is_ours (inside.word[i]);
  if (has_ours)
    add_words (to, &expanded);
  else
    add_word (to, word);
  return has_ours;
}

void
expand_word (struct words *to, const char *word, word_test *is_ours)
{
  expand (to, word, is_ours);
}
