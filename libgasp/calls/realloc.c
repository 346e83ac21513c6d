/* realloc.c - realloc, reported to the tool.

   SPDX-License-Identifier: Apache-2.0  */

#include <stdlib.h>
#include "entry/raise.h"

void *
__gasp_realloc (void *block, size_t size, POSITION)
{
  REALLOCATE (block, size, realloc (block, size));
}
