/* reallocarray.c - reallocarray, reported to the tool.

   SPDX-License-Identifier: Apache-2.0  */

#define _GNU_SOURCE
#include <stdlib.h>
#include "entry/raise.h"

void *
__gasp_reallocarray (void *block, size_t count, size_t size, POSITION)
{
  REALLOCATE (block, gasp_product (count, size),
	      reallocarray (block, count, size));
}
