/* objects.c - which static shared object is where, for -fupc-check.

   SPDX-License-Identifier: Apache-2.0  */

#include <stdlib.h>
#include "check/check.h"
#include "core/control.h"

struct known
{
  uint64_t start, size;
  const struct upc_object *object;
};
static struct known *all;
static size_t count;

static int
compare (const void *a, const void *b)
{
  const struct known *x = a, *y = b;
  return x->start < y->start ? -1 : x->start > y->start;
}

static uint64_t
local_size (const struct upc_object *object)
{
  uint64_t blocks = object->nblocks < 0 ? (uint64_t) -object->nblocks
		    : ((uint64_t) object->nblocks + THREADS - 1) / THREADS;
  return blocks * object->nbytes;
}

void
upc_objects_prepare (const struct upc_image *image)
{
  all = malloc ((image->objects_end - image->objects + 1) * sizeof *all);
  for (const struct upc_object *o = image->objects; all && o < image->objects_end; o++)
    if (o->proxy && local_size (o))
      all[count++] = (struct known) {
	(uint64_t) o->proxy - __upc_origin, local_size (o), o
      };
  qsort (all, count, sizeof *all, compare);
}

const struct upc_object *
upc_find_object (uint64_t address, uint64_t *start, uint64_t *size)
{
  static size_t last;
  if (last < count && address - all[last].start < all[last].size)
    ;
  else
    {
      size_t low = 0, high = count;
      while (low < high)
	{
	  size_t middle = (low + high) / 2;
	  if (all[middle].start <= address)
	    low = middle + 1;
	  else
	    high = middle;
	}
      if (!low || address - all[low - 1].start >= all[low - 1].size)
	return NULL;
      last = low - 1;
    }
  *start = all[last].start;
  *size = all[last].size;
  return all[last].object;
}
