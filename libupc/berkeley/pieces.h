/* pieces.h - transfers of lists of pieces, and of what lies at even distances.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "berkeley/bupc.h"

/* How N contiguous bytes are moved; POSITION for the events of that, if there
   are any.  */
typedef void upc_mover (uint64_t dst, uint64_t src, size_t n, POSITION);

/* One side of a transfer: COUNT pieces that are listed, with their lengths or
   without, or that lie STRIDE bytes apart from BASE on.  */
struct upc_side
{
  const struct upc_piece *pieces;
  const uint64_t *addresses;
  uint64_t base;
  size_t length, stride;
  size_t count;
};

#pragma GCC visibility push (hidden)

/* Moves the data at SRC to DST, in order, for FUNCTION.  */
extern void upc_move_pieces (const char *function, const struct upc_side *dst,
			     const struct upc_side *src, upc_mover *mover,
			     POSITION);

/* Moves blocks of COUNT[0] bytes, COUNT[i] of them in dimension i, from 1 to
   LEVELS, at distances of STRIDES[i - 1].  */
extern void upc_move_strided (uint64_t dst, const size_t *dststrides,
			      uint64_t src, const size_t *srcstrides,
			      const size_t *count, size_t levels,
			      upc_mover *mover, POSITION);

#pragma GCC visibility pop

#define UPC_VECTORS(list, n) (&(struct upc_side) { .pieces = list, .count = n })
#define UPC_ADDRESSES(list, size, n)					\
  (&(struct upc_side) { .addresses = list, .length = size, .count = n })
#define UPC_EVENLY(start, size, distance, n)				\
  (&(struct upc_side) { .base = start, .length = size, .stride = distance, \
			.count = n })

/* The functions whose pieces MOVER moves; PARAMETERS are what they have after
   their own, the rest what MOVER gets for its position.  */
#define UPC_PIECES_FUNCTIONS(prefix, name, mover, parameters, ...)	\
upc_handle_t								\
prefix##bupc_##name##_vlist (size_t dstcount,				\
			     const struct upc_piece *dstlist,		\
			     size_t srccount,				\
			     const struct upc_piece *srclist parameters) \
{									\
  upc_move_pieces ("bupc_" #name "_vlist",				\
		   UPC_VECTORS (dstlist, dstcount),			\
		   UPC_VECTORS (srclist, srccount), mover, __VA_ARGS__); \
  return UPC_COMPLETE_HANDLE;						\
}									\
									\
upc_handle_t								\
prefix##bupc_##name##_ilist (size_t dstcount, const uint64_t *dstlist,	\
			     size_t dstlen, size_t srccount,		\
			     const uint64_t *srclist, size_t srclen	\
			     parameters)				\
{									\
  upc_move_pieces ("bupc_" #name "_ilist",				\
		   UPC_ADDRESSES (dstlist, dstlen, dstcount),		\
		   UPC_ADDRESSES (srclist, srclen, srccount), mover,	\
		   __VA_ARGS__);					\
  return UPC_COMPLETE_HANDLE;						\
}									\
									\
upc_handle_t								\
prefix##bupc_##name##_fstrided (uint64_t dst, size_t dstlen,		\
				size_t dststride, size_t dstcount,	\
				uint64_t src, size_t srclen,		\
				size_t srcstride, size_t srccount	\
				parameters)				\
{									\
  upc_move_pieces ("bupc_" #name "_fstrided",				\
		   UPC_EVENLY (dst, dstlen, dststride, dstcount),	\
		   UPC_EVENLY (src, srclen, srcstride, srccount), mover, \
		   __VA_ARGS__);					\
  return UPC_COMPLETE_HANDLE;						\
}									\
									\
upc_handle_t								\
prefix##bupc_##name##_strided (uint64_t dst, const size_t *dststrides,	\
			       uint64_t src, const size_t *srcstrides,	\
			       const size_t *count, size_t levels	\
			       parameters)				\
{									\
  upc_move_strided (dst, dststrides, src, srcstrides, count, levels,	\
		    mover, __VA_ARGS__);				\
  return UPC_COMPLETE_HANDLE;						\
}
