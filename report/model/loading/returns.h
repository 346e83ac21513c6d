/* returns.h - the calls that are open in a sample, from the innermost on.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "model/sampling.h"

/* Number AT of a sample's addresses, or GASP_RECORD_RETURNS; and the word that
   the frame pointer points to in what returns there, or -1.  */
struct step { int at; int64_t base; };

/* Returns the address with number AT of RAW's.  */
static inline uint64_t
address_of (const struct gasp_record_sample *raw, int at)
{
  return raw->stack.returns[at] & RETURN_ADDRESS;
}

/* Returns which of RAW's addresses the function there returns to; or, where
   that is a library's, some function that called others: what is in its own
   part of the stack was left there.  A library may have called that, as
   main.  */
extern struct step first_return (struct loading *loading,
				 const struct gasp_record_sample *raw);
/* Returns which of RAW's addresses the function returns to that calls from that
   of STEP; or that called the library which did.  What is further in than that
   was left there, also if there was no room to note it.  */
extern struct step next_return (struct loading *loading,
				const struct gasp_record_sample *raw,
				struct step step);
