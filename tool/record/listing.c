/* listing.c - see listing.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "record/listing.h"
#include "record/file.h"
#include "listed.h"
#include "record/place.h"
#include <string.h>

/* Makes room: half of them go.  */
static void
thin_out (struct listing *l, uint64_t *step)
{
  unsigned int kept = 0;
  *step *= 2;
  for (unsigned int i = 0; i < l->used; i++)
    {
      const char *from = AT (char, l->listed[i]);
      if (l->is_taken (from, *step))
	memmove (AT (char, l->listed[kept++]), from, l->size);
    }
  for (unsigned int i = kept; i < l->used; i++)
    *AT (uint64_t, l->listed[i]) = 0;
  l->used = kept;
}

void *
gasp_tool_list (struct listing *l, uint64_t *step, const void *element)
{
  while (l->used == l->most && l->is_taken (element, *step)
	 && *step <= (uint64_t) 1 << 62)
    thin_out (l, step);
  if (l->used == l->most || !l->is_taken (element, *step))
    return NULL;
  if (l->used == l->there)
    {
      void *added = gasp_tool_add (l->kind, element, l->size);
      if (!added)
	return NULL;
      l->listed[l->there++] = ref_of (added);
    }
  else
    memcpy (AT (char, l->listed[l->used]), element, l->size);
  return AT (char, l->listed[l->used++]);
}

uint64_t
gasp_tool_next_number (struct numbering *n, uint64_t name)
{
  for (uint32_t at = gasp_listed_hash (name);; at++)
    {
      struct numbered *row = &n->rows[at & (n->most - 1)];
      if (row->name == name && row->count)
	return ++row->count;
      if (row->count)
	continue;
      if (n->used > n->most / 4 * 3)
	return 0;
      n->used++;
      *row = (struct numbered) { name, 1 };
      return 1;
    }
}
