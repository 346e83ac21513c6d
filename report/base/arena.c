/* arena.c - memory that lives until the command ends.  See arena.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "base/arena.h"

#include "base/util.h"

#include <stdalign.h>
#include <stdarg.h>

/* Blocks, the newest first; what is left of that.  */
struct block { struct block *older; alignas (max_align_t) char bytes[]; };
enum { BLOCK_BYTES = 64 * 1024 - sizeof (struct block) };
static struct block *newest;
static size_t left;
static char *next;

/* Makes room for SIZE bytes, in a block of its own if that is much.  */
static void
make_room (size_t size)
{
  left = size > BLOCK_BYTES / 4 ? size : BLOCK_BYTES;
  struct block *block = allocate (1, sizeof *block + left);
  block->older = newest;
  newest = block;
  next = block->bytes;
}

static void *
take (size_t size)
{
  size = (size + alignof (max_align_t) - 1) & -alignof (max_align_t);
  if (size > left)
    make_room (size);
  void *taken = next;
  next += size;
  left -= size;
  return taken;
}

void *
arena_allocate (size_t count, size_t size)
{
  size_t bytes;
  if (__builtin_mul_overflow (count, size, &bytes) || bytes > PTRDIFF_MAX / 2)
    fail (EXIT_TROUBLE, "out of memory");
  return take (bytes);
}

char *
arena_print (const char *format, ...)
{
  va_list args;
  va_start (args, format);
  int length = vsnprintf (NULL, 0, format, args);
  va_end (args);
  if (length < 0)
    fail (EXIT_TROUBLE, "out of memory");
  char *text = take ((size_t) length + 1);
  va_start (args, format);
  vsnprintf (text, (size_t) length + 1, format, args);
  va_end (args);
  return text;
}

char *
arena_copy (const char *string)
{
  return arena_print ("%s", string);
}

void *
arena_keep (void *memory)
{
  void **kept = arena_allocate (1, sizeof *kept);
  return *kept = memory;
}
