/* posix_memalign.c - posix_memalign, reported to the tool.

   SPDX-License-Identifier: Apache-2.0  */

#define _GNU_SOURCE
#include <stdlib.h>
#include "entry/raise.h"

int
__gasp_posix_memalign (void **result, size_t alignment, size_t size,
		       POSITION)
{
  RETURN_IF_UNTOLD (NULL, true, size, int,
		    posix_memalign (result, alignment, size))
  struct gasp_gcc_allocation event
    = ALLOCATION (GASP_C_MALLOC, PLACE, NULL, size);
  struct gasp_thread *thread
    = gasp_start_allocation (CALLER_POSITION, &event);
  int error = posix_memalign (result, alignment, size);
  gasp_end_allocation (thread, &event, error ? NULL : *result);
  return error;
}
