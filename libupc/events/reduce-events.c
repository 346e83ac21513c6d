/* reduce-events.c - reductions, reported to the tool.

   SPDX-License-Identifier: Apache-2.0  */

#include "library/collective.h"

#define TWIN(name, event, suffix, type)					\
void									\
__gasp_upc_all_##name##suffix (upc_pts_t dst, upc_pts_t src, upc_op_t op, \
			       size_t nelems, size_t blk_size,		\
			       type (*func) (type, type),		\
			       upc_flag_t flags, POSITION)		\
{									\
  EVENTS (event);							\
  START (&dst, &src, (int) op, nelems, blk_size, (void *) func,		\
	 (int) flags, GASP_UPC_REDUCTION_##suffix);			\
  UPC_FOR_CALLER (upc_all_##name##suffix (dst, src, op, nelems, blk_size, \
					  func, flags));		\
  END (&dst, &src, (int) op, nelems, blk_size, (void *) func,		\
       (int) flags, GASP_UPC_REDUCTION_##suffix);			\
}
#define TWINS(suffix, type)						\
  TWIN (reduce, GASP_UPC_ALL_REDUCE, suffix, type)			\
  TWIN (prefix_reduce, GASP_UPC_ALL_PREFIX_REDUCE, suffix, type)
__UPC_REDUCTION_TYPES (TWINS)
