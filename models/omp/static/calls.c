/* calls.c - pointers to libgomp's functions in a static program.

   SPDX-License-Identifier: Apache-2.0

   The linker's --wrap leads the program's calls of NAME to our __wrap_NAME, and
   __real_NAME to libgomp's, if it has that.  */

#include "calls.h"

#define GOMP_CALL(type, name, params, args, since)			\
  extern type __real_##name params __attribute__ ((weak));
#include "gomp-calls.def"
#define GOMP_CALL(type, name, params, args, since)			\
  type (*real_##name) params = __real_##name;
#include "gomp-calls.def"

#define DEFINE(type, name, params)					\
  extern type name params __attribute__ ((weak));			\
  type (*real_##name) params = name;
GOMP_QUERIES (DEFINE)
