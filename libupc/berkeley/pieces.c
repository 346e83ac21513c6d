/* pieces.c - transfers of lists of pieces, and of pieces at even distances:
   Berkeley UPC's functions.

   SPDX-License-Identifier: Apache-2.0

   The two sides may be cut differently: each step moves the rest of a piece on
   both sides.  Addresses have no phase, so that adding to one is the same for
   those in shared space and others.  */

#include "berkeley/pieces.h"

/* How far one side has come.  */
struct cursor
{
  const struct upc_side *side;
  size_t next;			/* piece */
  uint64_t address;
  size_t left;			/* of that before NEXT */
};

static struct upc_piece
piece (const struct upc_side *side, size_t i)
{
  if (side->pieces)
    return side->pieces[i];
  uint64_t address = (side->addresses ? side->addresses[i]
		      : side->base + i * side->stride);
  return (struct upc_piece) { address, side->length };
}

/* Moves CURSOR on to a piece that is not empty.  Returns false if none is
   left.  */
static bool
look (struct cursor *cursor)
{
  while (!cursor->left && cursor->next < cursor->side->count)
    {
      struct upc_piece p = piece (cursor->side, cursor->next++);
      cursor->address = p.address;
      cursor->left = p.length;
    }
  return cursor->left;
}

static void
advance (struct cursor *cursor, size_t n)
{
  cursor->address += n;
  cursor->left -= n;
}

static size_t
total (const struct upc_side *side)
{
  size_t sum = 0;
  for (size_t i = 0; i < side->count; i++)
    sum += piece (side, i).length;
  return sum;
}

void
upc_move_pieces (const char *function, const struct upc_side *dst,
		 const struct upc_side *src, upc_mover *mover, POSITION)
{
  struct cursor to = { .side = dst }, from = { .side = src };
  if (total (dst) != total (src))
    upc_fatal ("%s: the source has %zu bytes, the destination %zu", function,
	       total (src), total (dst));
  while (look (&to) && look (&from))
    {
      size_t n = to.left < from.left ? to.left : from.left;
      mover (to.address, from.address, n, file, line, column);
      advance (&to, n);
      advance (&from, n);
    }
}

/* Returns where block number BLOCK is, from the first.  */
static size_t
offset (size_t block, const size_t *strides, const size_t *count, size_t levels)
{
  size_t sum = 0;
  for (size_t i = 1; i <= levels; i++)
    {
      sum += block % count[i] * strides[i - 1];
      block /= count[i];
    }
  return sum;
}

void
upc_move_strided (uint64_t dst, const size_t *dststrides, uint64_t src,
		  const size_t *srcstrides, const size_t *count,
		  size_t levels, upc_mover *mover, POSITION)
{
  size_t blocks = 1;
  for (size_t i = 1; i <= levels; i++)
    blocks *= count[i];
  for (size_t i = 0; count[0] && i < blocks; i++)
    mover (dst + offset (i, dststrides, count, levels),
	   src + offset (i, srcstrides, count, levels), count[0],
	   file, line, column);
}

/* ---- The functions  */

#define UNUSED_POSITION							\
  const char *file __attribute__ ((unused)),				\
  int line __attribute__ ((unused)), int column __attribute__ ((unused))

static void
copy (uint64_t dst, uint64_t src, size_t n, UNUSED_POSITION)
{
  upc_memcpy (dst, src, n);
}

static void
get (uint64_t dst, uint64_t src, size_t n, UNUSED_POSITION)
{
  upc_memget ((void *) dst, src, n);
}

static void
put (uint64_t dst, uint64_t src, size_t n, UNUSED_POSITION)
{
  upc_memput (dst, (const void *) src, n);
}

#define NOTHING
UPC_PIECES_FUNCTIONS (, memcpy, copy, NOTHING, NULL, 0, 0)
UPC_PIECES_FUNCTIONS (, memget, get, NOTHING, NULL, 0, 0)
UPC_PIECES_FUNCTIONS (, memput, put, NOTHING, NULL, 0, 0)
