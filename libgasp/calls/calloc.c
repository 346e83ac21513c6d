/* calloc.c - calloc, reported to the tool.

   SPDX-License-Identifier: Apache-2.0  */

#include <stdlib.h>
#include "entry/raise.h"

void *
__gasp_calloc (size_t count, size_t size, POSITION)
{
  ALLOCATE (gasp_product (count, size), calloc (count, size));
}
