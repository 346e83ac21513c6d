/* free.c - free, reported to the tool.

   SPDX-License-Identifier: Apache-2.0  */

#include <stdlib.h>
#include "entry/raise.h"

SLOW void
slow_free (void *block, POSITION)
{
  RELEASE (block, ALLOCATOR (release, free) (block));
}

void
__gasp_free (void *block, POSITION)
{
  if (likely (!gasp_allocations_wanted))
    free (block);
  else if (gasp_passes (gasp_allocator.release, block, false, 0))
    gasp_allocator.release (block);
  else
    slow_free (block, file, line, column);
}
