/* report.c - what -fupc-check says.

   SPDX-License-Identifier: Apache-2.0

     libupc: thread 1: f.upc:12:7: writes 4 bytes ...
     libupc:   main at f.upc:12
     libupc: thread 0 is in main at f.upc:15

   The calls are those of core/calls.c.  */

#include <stdarg.h>
#include <stdio.h>
#include "check/check.h"
#include "core/control.h"

#define MOST 1024

/* Places where the program has been found wrong, and went on: by this thread,
   or, where they are prepared, by all.  */
static uint64_t own[MOST], *said = own;

void
upc_reports_prepare (void)
{
  uint64_t *shared = upc_map_shared (MOST * sizeof *shared);
  if (shared)
    said = shared;
}

/* Returns whether nothing has been said of WHERE.  */
static bool
is_news (struct upc_where where)
{
  uint64_t h = (where.place ^ (uint64_t) where.file) | 1;
  for (unsigned i = 0; i < MOST; i++)
    {
      uint64_t none = 0;
      uint64_t *its = &said[(h * UINT64_C (0x9e3779b97f4a7c15) + i) % MOST];
      if (__atomic_compare_exchange_n (its, &none, h, false, __ATOMIC_ACQ_REL,
				       __ATOMIC_ACQUIRE))
	return true;
      if (none == h)
	return false;
    }
  return false;
}

void
upc_check_wrong (struct upc_where where, const char *format, ...)
{
  char what[1024], place[512] = "";
  va_list args;
  va_start (args, format);
  vsnprintf (what, sizeof what, format, args);
  va_end (args);
  if (where.place & UPC_WHERE_CALLED)
    snprintf (place, sizeof place, "%s", where.file);
  else
    upc_show_where (place, sizeof place, where);
  if (!upc_settings.check_goes_on)
    upc_fatal ("%s: %s", place, what);
  if (!is_news (where))
    return;
  upc_message ("thread %d: %s: %s", MYTHREAD, place, what);
  upc_say_where (false);
}

static void
show_call (char *text, size_t size, struct upc_where where)
{
  const struct upc_symbol *symbol;
  const char *why;
  uint64_t pc = (where.place & ~UPC_WHERE_CALLED) - 1;
  size_t n = upc_find_symbols (&pc, 1, &symbol, &why);
  const char *place = n && symbol->place ? symbol->place : NULL;
  const char *function = n && symbol->function ? symbol->function : NULL;
  snprintf (text, size, "%s%s%s%s%s", place ? place : "", place ? " (" : "",
	    where.file, place ? ")" : "",
	    place ? "" : function ? " in a function without lines" : "");
}

void
upc_show_where (char *text, size_t size, struct upc_where where)
{
  if (where.place & UPC_WHERE_CALLED)
    show_call (text, size, where);
  else
    snprintf (text, size, "%s:%u:%u", where.file,
	      (unsigned) (where.place >> 32), (unsigned) where.place);
}

/* Returns the index of the byte at OFFSET of THREAD's part of an object whose
   blocks have NBYTES.  */
static uint64_t
byte_in (uint64_t offset, uint64_t nbytes, unsigned thread)
{
  return (offset / nbytes * THREADS + thread) * nbytes + offset % nbytes;
}

void
upc_show_place (char *text, size_t size, upc_pts_t p)
{
  uint64_t start, byte;
  struct upc_block block;
  char made[300];
  const struct upc_known *known = upc_find_object (upc_pts_address (p));
  if (known)
    {
      const struct upc_object *o = known->object;
      byte = byte_in (upc_pts_address (p) - known->start, o->nbytes,
		      upc_pts_thread (p));
      if (known->size == o->element && o->nblocks == 1)
	snprintf (text, size, "%s", o->name);
      else
	upc_show_element (text, size, o, byte / (o->element + !o->element));
    }
  else if (upc_find_block (p, &block, &start) > 0)
    {
      byte = upc_pts_address (p) - start;
      upc_show_where (made, sizeof made, block.made);
      snprintf (text, size, "byte %llu in thread %u's part of the block "
		"allocated at %s", (unsigned long long) byte,
		upc_pts_thread (p), made);
    }
  else
    snprintf (text, size, "address 0x%llx of thread %u",
	      (unsigned long long) upc_pts_address (p), upc_pts_thread (p));
}
