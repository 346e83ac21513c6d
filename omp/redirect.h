/* redirect.h - calls of libgomp lead to the wrappers.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef GASP_OMP_REDIRECT_H
#define GASP_OMP_REDIRECT_H

#pragma GCC visibility push (hidden)

/* Redirect the objects that are loaded, and main; objects that are loaded later
   follow.  */
extern void gasp_omp_redirect (void);

#pragma GCC visibility pop

#endif /* GASP_OMP_REDIRECT_H */
