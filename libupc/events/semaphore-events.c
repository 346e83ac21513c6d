/* semaphore-events.c - the profiled twin of bupc_memput_signal.

   SPDX-License-Identifier: Apache-2.0

   The other functions of semaphore.c have no event.  */

#include "berkeley/bupc.h"

void
__gasp_bupc_memput_signal (upc_pts_t dst, const void *src, size_t nbytes,
			 upc_pts_t p, size_t n, POSITION)
{
  EVENTS (GASP_UPC_MEMPUT);
  START (&dst, src, nbytes);
  AT_PLACE (bupc_memput_signal (dst, src, nbytes, p, n));
  END (&dst, src, nbytes);
}
