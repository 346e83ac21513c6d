/* survey.h - what has to be known of all records before the first is loaded.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "model/loading/load.h"

/* Prepares for loading the COUNT records PATHS: those that can be are in
   LOADINGS then, in this order, with all their counters in PROFILE, as all
   trees have room for all counters; and THINNING keeps what they list few
   enough.  Reports the problems of the others.  Returns how many there are.  */
extern size_t survey (struct profile *profile, char **paths, size_t count,
		      struct loading *loadings, struct thinning *thinning);

/* Lets a thread unpack joined records while others are loaded, as long as
   end_ahead is not called: the COUNT ones of LOADINGS, in this order.  */
extern void begin_ahead_of (const struct loading *loadings, size_t count);

/* Opens the record of LOADING, after that, with its counters.  Returns false,
   and reports the problem, if it cannot be.  */
extern bool take_up (struct loading *loading);
