/* array.c - blocked arrays in shared space, as library functions get them.

   SPDX-License-Identifier: Apache-2.0

   Elements first, first + 1, ... are dealt out in blocks to the threads, one
   after the other; the blocks that one thread gets lie one after another in
   its part.  So what a thread has of any range is one run, and a range is
   copied with one transfer for each thread, and dealt out here, if the blocks
   are small:

     threads:	0	   1	      2		 0	    1
     elements:	[. . 0 1]  [2 3 4 5]  [6 7 8 9]  [10...
		 ~~~ phase of the first  */

#include <string.h>
#include "library/array.h"
#include "conduit/conduit.h"
#include "core/runtime.h"

/* How much is copied at once, unless blocks are larger than LARGE.  */
enum { PIECE = 16384, LARGE = 1024 };

/* Returns the address at which the block with ARRAY's first element begins.  */
static size_t
row (const struct upc_array *array)
{
  return upc_pts_address (array->first)
	 - upc_pts_phase (array->first) * array->size;
}

upc_pts_t
upc_array_at (const struct upc_array *array, size_t i, size_t *run)
{
  if (array->block == 0)
    {
      *run = (size_t) -1;
      return upc_pts_add (array->first, i * array->size);
    }
  size_t index = upc_pts_phase (array->first) + i;
  size_t thread = upc_pts_thread (array->first) + index / array->block;
  size_t in_block = index % array->block;
  size_t rows = thread / __upc_threads * array->block;

  *run = array->block - in_block;
  return upc_pts (thread % __upc_threads,
		  row (array) + (rows + in_block) * array->size);
}

/* Returns how many threads behind that of ARRAY's first element THREAD is.  */
static size_t
distance (const struct upc_array *array, size_t thread)
{
  return (thread + __upc_threads - upc_pts_thread (array->first))
	 % __upc_threads;
}

upc_pts_t
upc_array_part (const struct upc_array *array, size_t n, size_t thread,
		size_t *count)
{
  size_t r = distance (array, thread), phase = upc_pts_phase (array->first);

  *count = r == 0 ? n : 0;
  if (array->block == 0 || n == 0)
    return upc_pts_place (array->first);
  size_t blocks = (phase + n) / array->block;
  size_t rest = (phase + n) % array->block;

  *count = (blocks / __upc_threads + (r < blocks % __upc_threads))
	   * array->block;
  if (r == blocks % __upc_threads)
    *count += rest;
  if (r == 0)
    {
      *count -= phase;
      return upc_pts_place (array->first);
    }
  /* A lower thread's first block is that of the next row.  */
  int next = thread < upc_pts_thread (array->first);
  return upc_pts (thread, row (array) + next * array->block * array->size);
}

/* Copies N things of SIZE bytes, TO_STEP and FROM_STEP bytes apart.  */
static void
deal (char *to, size_t to_step, const char *from, size_t from_step, size_t n,
      size_t size)
{
#define CASE(constant)							\
  case constant:							\
    for (; n > 0; n--, to += to_step, from += from_step)		\
      memcpy (to, from, constant);					\
    break;
  switch (size)
    {
    CASE (1)
    CASE (2)
    CASE (4)
    CASE (8)
    CASE (16)
    default:
      for (; n > 0; n--, to += to_step, from += from_step)
	memcpy (to, from, size);
    }
#undef CASE
}

/* Copies the blocks of one thread, R behind the first one, between PART,
   where its COUNT elements lie one after another, and BUFFER, where all
   do.  */
static void
deal_part (const struct upc_array *array, size_t r, char *part, size_t count,
	   char *buffer, int put)
{
  size_t size = array->size, block = array->block ? array->block : count;
  size_t phase = upc_pts_phase (array->first), turn = __upc_threads * block;
  /* Where the thread's next block begins in BUFFER, if the array began with a
     whole block; and how many elements are missing where the block begins.  */
  size_t at = r * block, missing = r == 0 ? phase : 0;

  while (count > 0)
    {
      size_t length = block - missing, n = 1;
      if (length > count)
	length = count;
      else if (missing == 0)
	n = count / block;
      char *there = buffer + (at + missing - phase) * size;
      if (put)
	deal (part, block * size, there, turn * size, n, length * size);
      else
	deal (there, turn * size, part, block * size, n, length * size);
      part += n * length * size;
      count -= n * length;
      at += n * turn;
      missing = 0;
    }
}

/* Copies what THREAD has of N elements, at most PIECE bytes.  */
static void
transfer_part (const struct upc_array *array, size_t n, size_t thread,
	       char *buffer, int put)
{
  size_t count, r = distance (array, thread);
  upc_pts_t there = upc_array_part (array, n, thread, &count);
  char *address = upc_conduit_address (there);
  char copy[PIECE];

  if (count == 0)
    return;
  if (!address && !put)
    upc_conduit.get (copy, there, count * array->size);
  deal_part (array, r, address ? address : copy, count, buffer, put);
  if (!address && put)
    upc_conduit.put (there, copy, count * array->size);
}

/* Copies N elements from I on, which lie in few blocks, one after the
   other.  */
static void
transfer_runs (const struct upc_array *array, size_t i, size_t n,
	       char *buffer, int put)
{
  for (size_t done = 0, run; done < n; done += run)
    {
      upc_pts_t there = upc_array_at (array, i + done, &run);
      if (run > n - done)
	run = n - done;
      if (put)
	upc_conduit_put (there, buffer + done * array->size,
			 run * array->size);
      else
	upc_conduit_get (buffer + done * array->size, there,
			 run * array->size);
    }
}

/* Returns the array of ARRAY's elements from I on.  Blocks are small.  */
static struct upc_array
tail (const struct upc_array *array, size_t i)
{
  struct upc_array result = *array;
  size_t run;

  result.first = upc_array_at (array, i, &run);
  result.first |= (upc_pts_t) (array->block - run)
		  << (UPC_ADDRESS_BITS + UPC_THREAD_BITS);
  return result;
}

static void
transfer (const struct upc_array *array, size_t i, size_t n, char *buffer,
	  int put)
{
  size_t block = array->block * array->size;
  size_t piece = PIECE / array->size;

  if (array->block == 0 || block >= LARGE || n <= array->block)
    {
      transfer_runs (array, i, n, buffer, put);
      return;
    }
  for (size_t done = 0; done < n; done += piece)
    {
      struct upc_array rest = tail (array, i + done);
      size_t some = n - done < piece ? n - done : piece;
      for (int thread = 0; thread < __upc_threads; thread++)
	transfer_part (&rest, some, thread, buffer + done * array->size, put);
    }
}

void
upc_array_get (const struct upc_array *array, size_t i, size_t n, void *buffer)
{
  transfer (array, i, n, buffer, 0);
}

void
upc_array_put (const struct upc_array *array, size_t i, size_t n,
	       const void *buffer)
{
  transfer (array, i, n, (char *) buffer, 1);
}
