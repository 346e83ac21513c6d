/* pvalloc.c - pvalloc, reported to the tool.

   SPDX-License-Identifier: Apache-2.0  */

#include <malloc.h>
#include "entry/raise.h"

void *
__gasp_pvalloc (size_t size, POSITION)
{
  ALLOCATE (size, pvalloc (size));
}
