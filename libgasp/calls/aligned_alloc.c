/* aligned_alloc.c - aligned_alloc, reported to the tool.

   SPDX-License-Identifier: Apache-2.0  */

#include <stdlib.h>
#include "entry/raise.h"

void *
__gasp_aligned_alloc (size_t alignment, size_t size, POSITION)
{
  ALLOCATE (size, aligned_alloc (alignment, size));
}
