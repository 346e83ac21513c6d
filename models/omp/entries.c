/* entries.c - the table of libgomp's entry points: see gomp-calls.def.

   SPDX-License-Identifier: Apache-2.0  */

#include "calls.h"

const struct slots_entry gasp_omp_entries[] = {
#define GOMP_CALL(type, name, params, args, since) \
  { #name, (void **) &real_##name, (void *) wrap_##name, since },
#include "gomp-calls.def"
#define ROW(type, name, params) { #name, (void **) &real_##name, NULL, NULL },
  GOMP_QUERIES (ROW)
};

const unsigned int gasp_omp_entry_count
  = sizeof gasp_omp_entries / sizeof *gasp_omp_entries;
