/* malloc.c - malloc, reported to the tool.

   SPDX-License-Identifier: Apache-2.0  */

#include <stdlib.h>
#include "entry/raise.h"

SLOW void *
slow_malloc (size_t size, POSITION)
{
  ALLOCATE (size, ALLOCATOR (allocate, malloc) (size));
}

void *
__gasp_malloc (size_t size, POSITION)
{
  if (likely (!gasp_allocations_wanted))
    return malloc (size);
  if (gasp_passes (gasp_allocator.allocate, NULL, true, size))
    return gasp_allocator.allocate (size);
  return slow_malloc (size, file, line, column);
}
