/* free.c - free, reported to the tool.

   SPDX-License-Identifier: Apache-2.0  */

#include <stdlib.h>
#include "entry/raise.h"

void
__gasp_free (void *block, POSITION)
{
  RELEASE (block, free (block));
}
