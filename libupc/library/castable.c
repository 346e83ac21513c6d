/* castable.c - local addresses of other threads' objects.

   SPDX-License-Identifier: Apache-2.0  */

#include "core/runtime.h"
#include "upc_castable.h"

extern void *upc_cast (upc_pts_t ptr);

void *
upc_cast (upc_pts_t ptr)
{
  return upc_pts_place (ptr) == 0 ? NULL : upc_conduit_address (ptr);
}

upc_thread_info_t
upc_thread_info (size_t threadid)
{
  bool near = threadid < (size_t) THREADS && upc_is_near (threadid);
  int castable = near ? UPC_CASTABLE_ALL : 0;

  return (upc_thread_info_t) { castable, castable };
}
