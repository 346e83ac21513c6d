/* memalign.c - memalign, reported to the tool.

   SPDX-License-Identifier: Apache-2.0  */

#include <malloc.h>
#include "entry/raise.h"

void *
__gasp_memalign (size_t alignment, size_t size, POSITION)
{
  ALLOCATE (size, memalign (alignment, size));
}
