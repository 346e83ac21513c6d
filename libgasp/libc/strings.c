/* strings.c - the C library's functions on memory and strings that libgasp and
   the recorder call while the program runs.

   SPDX-License-Identifier: Apache-2.0

   Calls of these names come here: the program may have functions of the same
   names.  Its thread sanitizer has, which takes what one thread writes into the
   record and another reads for a race, since it does not see our locks, and
   knows nothing of a thread any more when that is about to end.  What is copied
   is small.

   To the assembler they have other names (shared/own.h).  */

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Not to be made of themselves.  */
#pragma GCC optimize ("no-tree-loop-distribute-patterns")
#pragma GCC visibility push (hidden)

typedef uint64_t word
  __attribute__ ((__may_alias__, __aligned__ (1)));

void *
memcpy (void *restrict to, const void *restrict from, size_t size)
{
  char *a = to;
  const char *b = from;

  for (; size >= sizeof (word); size -= sizeof (word))
    {
      *(word *) a = *(const word *) b;
      a += sizeof (word);
      b += sizeof (word);
    }
  while (size--)
    *a++ = *b++;
  return to;
}

void *
memmove (void *to, const void *from, size_t size)
{
  char *a = to;
  const char *b = from;

  if ((uintptr_t) a - (uintptr_t) b >= size)
    return memcpy (to, from, size);
  while (size >= sizeof (word))
    {
      size -= sizeof (word);
      *(word *) (a + size) = *(const word *) (b + size);
    }
  while (size--)
    a[size] = b[size];
  return to;
}

void *
memset (void *at, int value, size_t size)
{
  const word all = 0x0101010101010101u * (unsigned char) value;
  char *a = at;

  for (; size >= sizeof (word); size -= sizeof (word), a += sizeof (word))
    *(word *) a = all;
  while (size--)
    *a++ = value;
  return at;
}

int
memcmp (const void *one, const void *other, size_t size)
{
  const unsigned char *a = one, *b = other;

  for (; size > 0; size--, a++, b++)
    if (*a != *b)
      return *a - *b;
  return 0;
}

size_t
strnlen (const char *text, size_t most)
{
  size_t length = 0;

  while (length < most && text[length])
    length++;
  return length;
}

size_t
strlen (const char *text)
{
  return strnlen (text, PTRDIFF_MAX);
}

int
strncmp (const char *a, const char *b, size_t most)
{
  for (; most > 0; most--, a++, b++)
    if (*a != *b || !*a)
      return (unsigned char) *a - (unsigned char) *b;
  return 0;
}

int
strcmp (const char *a, const char *b)
{
  return strncmp (a, b, PTRDIFF_MAX);
}

char *
(strchr) (const char *text, int wanted)
{
  while (*text != (char) wanted)
    if (!*text++)
      return NULL;
  return (char *) text;
}

char *
(strrchr) (const char *text, int wanted)
{
  const char *last = NULL;

  for (; (text = strchr (text, wanted)); text++)
    {
      last = text;
      if (!*text)
	break;
    }
  return (char *) last;
}

char *
strsep (char **restrict rest, const char *restrict delimiters)
{
  char *first = *rest, *p = first;
  if (!first)
    return NULL;
  while (*p && !strchr (delimiters, *p))
    p++;
  *rest = *p ? p + 1 : NULL;
  *p = '\0';
  return first;
}

char *
strcpy (char *restrict to, const char *restrict from)
{
  return memcpy (to, from, strlen (from) + 1);
}

char *
strncpy (char *restrict to, const char *restrict from, size_t size)
{
  size_t length = strnlen (from, size);

  memcpy (to, from, length);
  memset (to + length, 0, size - length);
  return to;
}
