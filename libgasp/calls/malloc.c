/* malloc.c - malloc, reported to the tool.

   SPDX-License-Identifier: Apache-2.0  */

#include <stdlib.h>
#include "entry/raise.h"

void *
__gasp_malloc (size_t size, POSITION)
{
  ALLOCATE (size, malloc (size));
}
