/* maps.h - what map clauses name.

   SPDX-License-Identifier: Apache-2.0

   Compiled code reports them before the construct begins (mark.h).  A thread
   knows those of the constructs that it is in; what a task does that was
   deferred has no names.  */

#pragma once

#include <stddef.h>

#pragma GCC visibility push (hidden)

/* Notes that the next construct maps BYTES at ADDRESS as NAME.  */
extern void gasp_omp_maps_add (const void *address, size_t bytes,
			       const char *name);
/* Begins a construct: what was added belongs to it.  Returns what is to be
   passed when it ends.  */
extern unsigned int gasp_omp_maps_begin (void);
extern void gasp_omp_maps_end (unsigned int outer);

/* Returns the name of BYTES at ADDRESS, or of more or less of them if none has
   that size; null if none has the address.  */
extern const char *gasp_omp_maps_find (const void *address, size_t bytes);

/* Frees what the calling thread, which ends, has.  */
extern void gasp_omp_maps_forget (void);

#pragma GCC visibility pop
