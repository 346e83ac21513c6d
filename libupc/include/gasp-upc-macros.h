/* gasp-upc-macros.h - the macros that each UPC unit begins with.

   SPDX-License-Identifier: Apache-2.0

   gaspupc includes this before anything else.  With a fixed number of
   threads THREADS is a macro too, from the command line.  */

#pragma GCC system_header

#define __UPC__ 1
#define __UPC_VERSION__ 201311L
#define UPC_MAX_BLOCK_SIZE 1048575

/* Libraries.  */
#define __UPC_ATOMIC__ 1
#define __UPC_CASTABLE__ 1
#define __UPC_COLLECTIVE__ 1
#define __UPC_NB__ 1
#define __UPC_TICK__ 1
#if __has_include (<upc_io.h>)
# define __UPC_IO__ 1
#endif

#ifdef THREADS
# define __UPC_STATIC_THREADS__ 1
#else
# define __UPC_DYNAMIC_THREADS__ 1
#endif
