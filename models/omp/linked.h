/* linked.h - what depends on how the layer is linked to the program.

   SPDX-License-Identifier: Apache-2.0

   linked.c for libraries; static/linked.c for static programs, which have no
   names at run time, and load nothing.  */

#pragma once

#include <stdbool.h>

#pragma GCC visibility push (hidden)

/* Returns the function NAME of LIBRARY, or of the process if that is null; or
   null.  */
extern void *gasp_omp_symbol (void *library, const char *name);
/* Loads the library FILE.  Null if that cannot be: see the next.  */
extern void *gasp_omp_open (const char *file);
extern void gasp_omp_close (void *library);
/* Returns why the last of these has not found anything.  */
extern const char *gasp_omp_open_error (void);

/* Returns whether a tool of GASP's may be there.  */
extern bool gasp_omp_gasp_expected (void);

#pragma GCC visibility pop
