/* survey.h - what has to be known of all records before the first is loaded.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "model/loading/load.h"

/* Prepares for loading the COUNT records PATHS.  Puts those that can be read
   into LOADINGS, in this order, and returns how many they are; reports the
   problems of the others.  Puts all their counters into PROFILE, as each tree
   has room for all, and sets THINNING so that what they list is few enough.  */
extern size_t survey (struct profile *profile, char **paths, size_t count,
		      struct loading *loadings, struct thinning *thinning);

/* Starts a thread that unpacks joined records of the COUNT LOADINGS, in this
   order, while others are loaded, until end_ahead is called.  */
extern void begin_ahead_of (const struct loading *loadings, size_t count);

/* Opens the record of LOADING, after that, with its counters.  Returns false,
   and reports the problem, if it cannot be.  */
extern bool take_up (struct loading *loading);
