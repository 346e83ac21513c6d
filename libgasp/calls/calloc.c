/* calloc.c - calloc, reported to the tool.

   SPDX-License-Identifier: Apache-2.0  */

#include <stdlib.h>
#include "entry/raise.h"

SLOW void *
slow_calloc (size_t count, size_t size, POSITION)
{
  ALLOCATE (gasp_product (count, size),
	    ALLOCATOR (allocate_cleared, calloc) (count, size));
}

void *
__gasp_calloc (size_t count, size_t size, POSITION)
{
  if (likely (!gasp_allocations_wanted))
    return calloc (count, size);
  if (gasp_passes (gasp_allocator.allocate_cleared, NULL, true,
		   gasp_product (count, size)))
    return gasp_allocator.allocate_cleared (count, size);
  return slow_calloc (count, size, file, line, column);
}
