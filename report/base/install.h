/* install.h - where the rest of the installation is.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

/* With GASP_LIB, GASP_PRIVATE and GASP_INCLUDE, directories of the tree: of
   libraries, what only GCC and the commands look for, and headers.  */
#include "config.h"

/* Returns the absolute path of NAME, as GASP_PRIVATE "/gasp.so", in the tree
   that holds the running command as bin/gasp.  */
extern const char *installed (const char *name);
