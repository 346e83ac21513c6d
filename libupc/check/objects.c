/* objects.c - which static shared object is where, for -fupc-check.

   SPDX-License-Identifier: Apache-2.0  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "check/check.h"
#include "core/control.h"
#include "search.h"

static struct upc_known *all;
static size_t count;

static int
compare (const void *a, const void *b)
{
  const struct upc_known *x = a, *y = b;
  return x->start < y->start ? -1 : x->start > y->start;
}

static uint64_t
local_size (const struct upc_object *object)
{
  uint64_t blocks = object->nblocks < 0 ? (uint64_t) -object->nblocks
		    : ((uint64_t) object->nblocks + THREADS - 1) / THREADS;
  return blocks * object->nbytes;
}

/* Returns how many bytes each part has in rows of blocks that are whole by any
   type of OBJECT's size.  */
static uint64_t
whole_size (const struct upc_object *object)
{
  int64_t blocks = object->nblocks;
  uint64_t rows = blocks < 0 ? -blocks - 1 : (blocks - 1) / THREADS;
  return rows * object->nbytes;
}

void
upc_objects_prepare (const struct upc_image *image)
{
  const struct upc_object *end = image->objects_end;
  all = malloc ((end - image->objects + 1) * sizeof *all);
  for (const struct upc_object *o = image->objects; all && o < end; o++)
    if (o->proxy && local_size (o))
      all[count++] = (struct upc_known) {
	(uint64_t) o->proxy - __upc_origin, local_size (o), whole_size (o), o
      };
  qsort (all, count, sizeof *all, compare);
}

static const struct upc_known *
search (uint64_t address)
{
  size_t behind = FIRST_FROM (count, i, all[i].start <= address);
  return behind ? &all[behind - 1] : NULL;
}

const struct upc_known *
upc_find_object_near (uint64_t address)
{
  if (count == 0)
    return NULL;
  const struct upc_known *before = search (address);
  const struct upc_known *after = before ? before + 1 : all;
  if (after == all + count)
    return before;
  return (!before
	  || after->start - address <= address - before->start - before->size)
	   ? after
	   : before;
}

const struct upc_known *
upc_find_object (uint64_t address)
{
  static const struct upc_known *recent[64];
  const struct upc_known **its = &recent[(address >> 6 ^ address >> 12) % 64];
  if (*its && address - (*its)->start < (*its)->size)
    return *its;
  const struct upc_known *found = search (address);
  if (!found || address - found->start >= found->size)
    return NULL;
  *its = found;
  return found;
}

/* ---- Names of elements  */

enum { DIMENSIONS = 8 };

/* Sets ROWS to how many rows, rows in these and so on TYPE says that there are,
   as plugin/upc/types/print.c writes it.  Returns how many dimensions that
   are; 1 where it does not say.  */
static int
dimensions_of (const char *type, int64_t rows[DIMENSIONS])
{
  int64_t found[DIMENSIONS];
  int n = 0;
  const char *end = type + strlen (type);
  while (end > type && end[-1] == ']' && n < DIMENSIONS)
    {
      for (end--; end > type && *end != '['; end--)
	;
      char *behind;
      found[n] = strtoll (end + 1, &behind, 10);
      if (strncmp (behind, "*THREADS", 8) == 0)
	found[n] *= THREADS;
      else if (strncmp (end + 1, "THREADS", 7) == 0)
	found[n] = THREADS;
      if (found[n++] <= 0)
	return 1;
    }
  for (int i = 0; i < n; i++)
    rows[i] = found[n - 1 - i];
  return strchr (type, '(') ? 1 : n;
}

void
upc_show_element (char *text, size_t size, const struct upc_object *object,
		  int64_t index)
{
  int64_t rows[DIMENSIONS], at[DIMENSIONS];
  int n = dimensions_of (object->type, rows);
  for (int i = n - 1; i > 0; i--)
    {
      at[i] = (index % rows[i] + rows[i]) % rows[i];
      index = (index - at[i]) / rows[i];
    }
  size_t length = snprintf (text, size, "%s[%lld]", object->name,
			    (long long) index);
  for (int i = 1; i < n && length < size; i++)
    length += snprintf (text + length, size - length, "[%lld]",
			(long long) at[i]);
}
