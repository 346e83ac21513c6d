/* install.h - where the rest of the installation is.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#ifndef GASP_PACKAGE_VERSION
#define GASP_PACKAGE_VERSION "0.1"
#endif
/* The compiler that the plugin was built for.  */
#ifndef GASP_BUILD_CC
#define GASP_BUILD_CC "gcc"
#endif
#ifndef GASP_BUILD_GCC_VERSION
#define GASP_BUILD_GCC_VERSION __VERSION__
#endif
/* Directories of the tree: libraries, what only GCC and the commands look for,
   and headers.  */
#ifndef GASP_PRIVATE
#define GASP_LIB "lib"
#define GASP_PRIVATE GASP_LIB
#define GASP_INCLUDE "include"
#endif

/* Returns the absolute path of NAME, as GASP_PRIVATE "/gasp.so", in the tree
   that holds the running command as bin/gasp.  */
extern const char *installed (const char *name);
