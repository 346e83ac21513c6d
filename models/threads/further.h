/* further.h - the callers of what waits.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "library-call.h"

#pragma GCC visibility push (hidden)

/* Sets FURTHER to the addresses that the callers of the function with CALL
   return to, and 0.  */
extern void find_further (const struct library_call *call,
			  unsigned long further[GASP_GCC_FURTHER + 1]);

#pragma GCC visibility pop
