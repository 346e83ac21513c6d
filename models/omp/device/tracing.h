/* tracing.h - devices' own records of what they did, for the user's tool.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "state.h"

#pragma GCC visibility push (hidden)

/* Others than the first ones are left out.  */
#define DEVICES_MOST 64

/* Returns the handle and lookup that device_initialize passes.  */
extern ompt_device_t *gasp_omp_trace_of (int device);
extern ompt_interface_fn_t gasp_omp_trace_lookup (const char *name);

/* Returns the time on all devices.  */
extern ompt_device_time_t gasp_omp_device_time (void);

/* Returns whether DEVICE records events of TYPE.  */
extern bool gasp_omp_is_traced (int device, ompt_callbacks_t type);
/* Adds RECORD to those of DEVICE.  */
extern void gasp_omp_trace (int device, const ompt_record_ompt_t *record);
/* Hands out what DEVICE has recorded; no more is.  */
extern void gasp_omp_trace_end (int device);

#pragma GCC visibility pop
