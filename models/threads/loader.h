/* loader.h - objects that the program loads while it runs.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#pragma GCC visibility push (hidden)

/* Makes calls of the functions that load objects, by all that is loaded, lead
   to wrappers.  */
extern void loader_redirect (void);

#pragma GCC visibility pop
