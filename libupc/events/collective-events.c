/* collective-events.c - collective data movement, reported to the tool.

   SPDX-License-Identifier: Apache-2.0  */

#include "library/collective.h"

#define TWIN(name, event)						\
void									\
__gasp_upc_all_##name (upc_pts_t dst, upc_pts_t src, size_t nbytes,	\
		       upc_flag_t flags, POSITION)			\
{									\
  EVENTS (event);							\
  START (&dst, &src, nbytes, (int) flags);				\
  UPC_FOR_CALLER (upc_all_##name (dst, src, nbytes, flags));		\
  END (&dst, &src, nbytes, (int) flags);				\
}
TWIN (broadcast, GASP_UPC_ALL_BROADCAST)
TWIN (scatter, GASP_UPC_ALL_SCATTER)
TWIN (gather, GASP_UPC_ALL_GATHER)
TWIN (gather_all, GASP_UPC_ALL_GATHER_ALL)
TWIN (exchange, GASP_UPC_ALL_EXCHANGE)

void
__gasp_upc_all_permute (upc_pts_t dst, upc_pts_t src, upc_pts_t perm,
			size_t nbytes, upc_flag_t flags, POSITION)
{
  EVENTS (GASP_UPC_ALL_PERMUTE);
  START (&dst, &src, &perm, nbytes, (int) flags);
  UPC_FOR_CALLER (upc_all_permute (dst, src, perm, nbytes, flags));
  END (&dst, &src, &perm, nbytes, (int) flags);
}

void
__gasp_upc_all_sort (upc_pts_t a, size_t elem_size, size_t nelems,
		     size_t blk_size, int (*func) (upc_pts_t, upc_pts_t),
		     upc_flag_t flags, POSITION)
{
  EVENTS (GASP_GCC_ALL_SORT);
  START (&a, elem_size, nelems, blk_size, (void *) func, (int) flags);
  UPC_FOR_CALLER (upc_all_sort (a, elem_size, nelems, blk_size, func, flags));
  END (&a, elem_size, nelems, blk_size, (void *) func, (int) flags);
}
