/* cache-events.h - events of the caches (GASP 1.4, 5.4.7).

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stddef.h>

#pragma GCC visibility push (hidden)

enum upc_cache_event { UPC_CACHE_MISS, UPC_CACHE_HIT, UPC_CACHE_INVALIDATE };

/* Raises it at the position of the profiled access or call that is executing,
   if there is one: N bytes, and how many a miss brings in.  No lock may be
   held: a tool may read and write shared objects (3.2).  */
extern void upc_cache_tell (enum upc_cache_event what, size_t n, size_t line);

#pragma GCC visibility pop
