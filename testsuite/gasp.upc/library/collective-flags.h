/* collective-flags.h - all combinations of synchronisation flags, and what the
   caller has to do for each.

   SPDX-License-Identifier: Apache-2.0  */

#include "check.h"
#include <upc_collective.h>

static const upc_flag_t in_flags[]
  = { UPC_IN_ALLSYNC, UPC_IN_MYSYNC, UPC_IN_NOSYNC, 0 };
static const upc_flag_t out_flags[]
  = { UPC_OUT_ALLSYNC, UPC_OUT_MYSYNC, UPC_OUT_NOSYNC, 0 };

enum { FLAGS = 16 };

static inline upc_flag_t
flags_of (int i)
{
  return in_flags[i / 4 % 4] | out_flags[i % 4];
}

/* Between setting up one's own input and the call.  */
static inline void
before (upc_flag_t flags)
{
  if (flags & UPC_IN_NOSYNC)
    upc_barrier;
}

/* Between the call and looking at one's own output.  */
static inline void
after (upc_flag_t flags)
{
  if (flags & UPC_OUT_NOSYNC)
    upc_barrier;
}
