/* cache-events.c - see cache-events.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "conduit/cache-events.h"
#include "core/runtime.h"

static void __attribute__ ((noinline))
raise (enum upc_cache_event what, size_t n, size_t brought)
{
  static const unsigned int tags[] = {
    GASP_UPC_CACHE_MISS, GASP_UPC_CACHE_HIT, GASP_UPC_CACHE_INVALIDATE
  };
  const char *file = upc_place->file;
  int line = upc_place->line, column = upc_place->column;
  EVENTS (tags[what]);
  if (what == UPC_CACHE_MISS)
    ATOMIC (n, brought);
  else
    ATOMIC (n);
}

void
upc_cache_tell (enum upc_cache_event what, size_t n, size_t brought)
{
  if (upc_place)
    raise (what, n, brought);
}
