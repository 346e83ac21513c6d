/* The program's own malloc stays its own: calls of it raise events, and its memory is what they return.

   SPDX-License-Identifier: Apache-2.0  */

#include <stddef.h>
#include <string.h>
#include "test.h"

static char pool[100000];
static size_t used;
int calls;

/* { dg-options "-fno-builtin" } */

void *
malloc (size_t size)
{
  void *p = pool + used;

  calls++;
  used += (size + 15) & ~(size_t) 15;
  return p;
}

void
free (void *p)
{
  (void) p;
}

void *
calloc (size_t n, size_t size)
{
  return memset (malloc (n * size), 0, n * size);
}

void *
realloc (void *p, size_t size)
{
  void *q = malloc (size);

  return p ? memcpy (q, p, size) : q;
}

int
main (void)
{
  int before = calls;
  char *p = malloc (20);

  return p >= pool && p < pool + sizeof pool && calls == before + 1 ? 0 : 1;
}
