/* compare-samples.h - figures of runs that are to be compared.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "tables/compare.h"

/* A figure of one run.  */
struct measured {
  enum change_kind kind;
  const char *key, *figure, *name, *location;
  enum cell_type type;
  size_t run;
  double value, variance;	/* the latter as far as it is an estimate */
};

/* WAITS: in some run threads wait, so that self time has two parts.  */
struct measurements { struct measured *items; size_t count, room; bool waits; };

/* Adds the figures of REPORT, of that RUN.  */
extern void add_samples (struct measurements *samples,
			 const struct report *report, size_t run);
/* Gives one key to what in SAMPLES only the first OLD_COUNT runs have and what
   only the others have, if the two differ by the file's name alone, and
   nothing else does.  SAMPLES are by kind and key.  */
extern void join_moved (struct measurements *samples, size_t old_count);
/* Returns the time in which REPORT's threads waited for a processor, if
   IS_READY, or else had one, as the kernel counts.  */
extern double kernel_time (const struct report *report, bool is_ready);
