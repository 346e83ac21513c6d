/* devices.h - callbacks about devices.

   SPDX-License-Identifier: Apache-2.0

   plugins.c sees what libgomp has a device do, and reports it by these.  */

#pragma once

#include "state.h"

#pragma GCC visibility push(hidden)

/* Returns the host, as a device.  */
extern int gasp_omp_host (void);

/* Something that a device is asked for.  IDS are the consumers' own numbers of
 * it.  */
struct device_op
{
  ompt_target_data_op_t type;
  void *source, *target;
  int source_device, target_device;
  size_t bytes;
  ompt_id_t id, ids[CONSUMERS];
  ompt_device_time_t begin;
  uint64_t number;		/* see gasp_omp_times_enter */
  const void *task;		/* what libgomp does not wait for; or null */
  const void *place;		/* where it is asked for by a function */
};

extern void gasp_omp_data_op (ompt_scope_endpoint_t endpoint,
			      struct device_op *op);
/* Reports OP, which was of no duration.  */
extern void gasp_omp_data_op_at_once (struct device_op *op);
extern void gasp_omp_submit (ompt_scope_endpoint_t endpoint,
			     struct device_op *op, unsigned int teams);

/* Has the device of TARGET record its begin or end, if that is wanted.  */
extern void gasp_omp_trace_target (ompt_target_t kind,
				   ompt_scope_endpoint_t endpoint,
				   const struct target *target);

/* Reports that DEVICE of TYPE begins, or ends.  */
extern void gasp_omp_device_initialized (int device, const char *type);
extern bool gasp_omp_is_initialized (int device);
extern void gasp_omp_device_finalized (int device);
/* Reports that DEVICE has IMAGE from now on, or no longer.  */
extern void gasp_omp_image_loaded (int device, const void *image);
extern void gasp_omp_image_unloaded (int device, const void *image);
/* Notifies the built-in consumer when DEVICE begins to be set up, or to get an
   image, and when that is done.  */
extern void gasp_omp_setup (ompt_scope_endpoint_t endpoint, int device,
			    bool image);

#pragma GCC visibility pop
