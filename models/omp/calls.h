/* calls.h - the real functions of libgomp, and what stands in their place.

   SPDX-License-Identifier: Apache-2.0

   real_NAME is null as long as there is no libgomp, or if that is too old to
   have NAME.  A wrapper is only reached where the real function was.  */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "slots.h"

#pragma GCC visibility push (hidden)

typedef unsigned long long ull;

#define GOMP_CALL(type, name, params, args, since)	\
  extern type (*real_##name) params;			\
  extern type wrap_##name params;
#include "gomp-calls.def"

#define ACC_CALLBACK void (*callback) (void *, void *, void *)
/* Functions of libgomp that the layer calls for itself.  */
#define GOMP_QUERIES(QUERY)						\
  QUERY (int, omp_get_thread_num, (void))				\
  QUERY (int, omp_get_num_threads, (void))				\
  QUERY (int, omp_get_max_threads, (void))				\
  QUERY (int, omp_get_cancellation, (void))				\
  QUERY (void, omp_get_schedule, (int *kind, int *chunk))		\
  QUERY (int, omp_get_num_procs, (void))				\
  QUERY (int, omp_get_num_places, (void))				\
  QUERY (int, omp_get_place_num, (void))				\
  QUERY (int, omp_get_place_num_procs, (int place))			\
  QUERY (void, omp_get_place_proc_ids, (int place, int *ids))		\
  QUERY (int, omp_get_partition_num_places, (void))			\
  QUERY (void, omp_get_partition_place_nums, (int *nums))		\
  QUERY (int, omp_get_num_devices, (void))				\
  QUERY (int, omp_get_default_device, (void))				\
  QUERY (void, acc_prof_register, (int event, ACC_CALLBACK, int how))	\
  QUERY (int, omp_pause_resource_all, (int kind))
#define GOMP_DECLARE(type, name, params) extern type (*real_##name) params;
GOMP_QUERIES (GOMP_DECLARE)
#undef GOMP_DECLARE

extern const struct slots_entry gasp_omp_entries[];
extern const unsigned int gasp_omp_entry_count;

#pragma GCC visibility pop
