/* own-strings.c - what check.c calls, for where it is in others' programs: they
   may have functions of these names that count, abort, or do nothing.

   SPDX-License-Identifier: Apache-2.0  */

#include <stddef.h>

#pragma GCC optimize ("no-tree-loop-distribute-patterns")
#pragma GCC visibility push (hidden)

void *
memcpy (void *to, const void *from, size_t size)
{
  char *a = to;
  const char *b = from;

  while (size--)
    *a++ = *b++;
  return to;
}

int
strcmp (const char *a, const char *b)
{
  while (*a && *a == *b)
    a++, b++;
  return (unsigned char) *a - (unsigned char) *b;
}

char *
strchr (const char *text, int wanted)
{
  while (*text && *text != (char) wanted)
    text++;
  return *text == (char) wanted ? (char *) text : NULL;
}
