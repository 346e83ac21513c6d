/* deferred.h - what constructs copy that the program does not wait for.

   SPDX-License-Identifier: Apache-2.0

   libgomp makes a task of a construct with nowait that depends on others, and
   copies when that runs, on any thread.  By the host's address it is found
   which construct that was.  */

#pragma once

#include "state.h"

#include <stddef.h>

#pragma GCC visibility push (hidden)

/* A construct at PLACE may copy BYTES at ADDRESS to a device, or from one, or
   both: ways of WAYS.  */
enum
{
  DEFERRED_TO = 1,
  DEFERRED_FROM = 2
};
extern void gasp_omp_defer (struct thread *owner, const void *address,
			    size_t bytes, unsigned int ways,
			    const void *place);

/* Returns the place of the construct that copies ADDRESS that WAY, and its
   NAME; null if there is none.  */
extern const void *gasp_omp_deferred (const void *address, unsigned int way,
				      const char **name);

/* Removes what OWNER has added after its first COUNT: it has been done.  */
extern void gasp_omp_deferred_over (struct thread *owner, unsigned int count);

#pragma GCC visibility pop
