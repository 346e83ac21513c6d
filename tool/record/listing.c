/* listing.c - see listing.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "record/listing.h"
#include "record/file.h"
#include "ground/pages.h"
#include "hash.h"
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
  if (!l->listed)
    l->listed = gasp_tool_pages (l->most * sizeof *l->listed);
  if (!l->listed)
    return NULL;
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

/* KEY is a name plus 1; 0: not in use.  */
struct numbered {
  uint64_t key, count, last;
};

/* Returns the row of KEY among those of N, a new one if there is none yet; null
   if they are full, or without memory.  */
static struct numbered *
row_of (struct numbering *n, uint64_t key, uint32_t at)
{
  struct numbered *rows = gasp_tool_table (&n->rows, n->most * sizeof *rows);
  for (; rows; at++)
    {
      struct numbered *row = &rows[at & (n->most - 1)];
      uint64_t there = __atomic_load_n (&row->key, __ATOMIC_RELAXED);
      if (!there
	  && __atomic_load_n (&n->used, __ATOMIC_RELAXED) > n->most / 4 * 3)
	return NULL;
      if (!there
	  && __atomic_compare_exchange_n (&row->key, &there, key, false,
					  __ATOMIC_RELAXED, __ATOMIC_RELAXED))
	{
	  __atomic_add_fetch (&n->used, 1, __ATOMIC_RELAXED);
	  return row;
	}
      if (there == key)
	return row;
    }
  return NULL;
}

/* Returns the row of NAME, as row_of does.  */
static struct numbered *
row_named (struct numbering *n, uint64_t name)
{
  uint64_t key = name + 1 ? name + 1 : 1;
  return row_of (n, key, gasp_mix (name));
}

void
gasp_tool_forget_numbers (struct numbering *n)
{
  if (n->used)
    memset (n->rows, 0, n->most * sizeof (struct numbered));
  n->used = 0;
}

uint64_t
gasp_tool_next_number (struct numbering *n, uint64_t name)
{
  struct numbered *row = row_named (n, name);
  return row ? __atomic_add_fetch (&row->count, 1, __ATOMIC_RELAXED) : 0;
}

uint64_t
gasp_tool_last_number (struct numbering *n, uint64_t name)
{
  struct numbered *row = row_named (n, name);
  return row ? __atomic_load_n (&row->count, __ATOMIC_RELAXED) : 0;
}

uint64_t
gasp_tool_next_after (struct numbering *n, uint64_t name, uint64_t now,
		      uint64_t *before)
{
  struct numbered *row = row_named (n, name);
  *before = 0;
  if (!row)
    return 0;
  *before = __atomic_load_n (&row->last, __ATOMIC_RELAXED);
  __atomic_store_n (&row->last, now, __ATOMIC_RELAXED);
  return __atomic_add_fetch (&row->count, 1, __ATOMIC_RELAXED);
}

uint64_t
gasp_tool_came (struct numbering *n, uint64_t name, uint64_t now)
{
  struct numbered *row = row_named (n, name);
  return row ? __atomic_exchange_n (&row->last, now, __ATOMIC_RELAXED) : 0;
}
