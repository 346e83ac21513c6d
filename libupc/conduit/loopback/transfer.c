/* transfer.c - nonblocking operations that are executed later.

   SPDX-License-Identifier: Apache-2.0

   Data move when the program tests for completion: the first test moves one
   half, the second the other, and waiting moves the rest.  The events of their
   arrival (GASP 1.4, 5.4.6) are raised then, at the position of the profiled
   call that began the operation, if it was one.  */

#include <stdlib.h>
#include "conduit/loopback/loopback.h"

enum kind { GET, PUT, COPY, SET };

struct transfer
{
  enum kind kind;
  upc_pts_t dst, src;
  void *private;		/* DST of GET, SRC of PUT */
  int c;
  size_t n, done;
  bool begun;
  bool told;			/* begun by a profiled call */
  struct upc_place place;
};

static upc_transfer_t
begin (struct transfer t)
{
  if (!t.n)
    return UPC_COMPLETE;
  struct transfer *transfer = malloc (sizeof t);
  if (!transfer)
    upc_fatal ("no memory for a nonblocking operation");
  if (upc_place)
    {
      t.told = true;
      t.place = *upc_place;
    }
  *transfer = t;
  return (upc_transfer_t) transfer;
}

upc_transfer_t
upc_transfer_get (void *dst, upc_pts_t src, size_t n)
{
  return begin ((struct transfer) { .kind = GET, .private = dst, .src = src,
				    .n = n });
}

upc_transfer_t
upc_transfer_put (upc_pts_t dst, const void *src, size_t n)
{
  return begin ((struct transfer) { .kind = PUT, .dst = dst,
				    .private = (void *) src, .n = n });
}

upc_transfer_t
upc_transfer_copy (upc_pts_t dst, upc_pts_t src, size_t n)
{
  return begin ((struct transfer) { .kind = COPY, .dst = dst, .src = src,
				    .n = n });
}

upc_transfer_t
upc_transfer_set (upc_pts_t dst, int c, size_t n)
{
  return begin ((struct transfer) { .kind = SET, .dst = dst, .c = c, .n = n });
}

static void __attribute__ ((noinline))
tell (const struct transfer *t, gasp_evttype_t type)
{
  const char *file = t->place.file;
  int line = t->place.line, column = t->place.column;
  if (!t->told)
    return;
  EVENTS (t->kind == GET ? GASP_UPC_NB_GET_DATA : GASP_UPC_NB_PUT_DATA);
  RAISE (upc_tag_, type, t->place.implicit ? GASP_UPC_NBI_TRIVIAL
	 : (gasp_upc_nb_handle_t) t);
}

/* Moves N more bytes.  */
static void
move (struct transfer *t, size_t n)
{
  char *private = (char *) t->private + t->done;
  upc_pts_t dst = upc_pts_add (t->dst, t->done);
  upc_pts_t src = upc_pts_add (t->src, t->done);
  switch (t->kind)
    {
    case GET: upc_loopback_read (private, src, n); break;
    case PUT: upc_loopback_write (dst, private, n); break;
    case COPY: upc_loopback_copy (dst, src, n); break;
    case SET: upc_loopback_set (dst, t->c, n); break;
    }
  t->done += n;
}

/* Returns whether that was the rest; T is gone then.  */
static bool
advance (struct transfer *t, size_t n)
{
  if (!t->begun)
    tell (t, GASP_START);
  t->begun = true;
  move (t, n);
  if (t->done < t->n)
    return false;
  tell (t, GASP_END);
  free (t);
  return true;
}

bool
upc_transfer_test (upc_transfer_t transfer)
{
  struct transfer *t = (struct transfer *) transfer;
  return !t || advance (t, t->begun ? t->n - t->done : t->n / 2);
}

void
upc_transfer_wait (upc_transfer_t transfer)
{
  struct transfer *t = (struct transfer *) transfer;
  if (t)
    advance (t, t->n - t->done);
}
