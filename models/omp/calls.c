/* calls.c - pointers to libgomp's functions: see gomp-calls.def.

   SPDX-License-Identifier: Apache-2.0  */

#include "calls.h"

#define GOMP_CALL(type, name, params, args, since) type (*real_##name) params;
#include "gomp-calls.def"
#define DEFINE(type, name, params) type (*real_##name) params;
GOMP_QUERIES (DEFINE)
