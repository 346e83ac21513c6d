/* counters.h - what PAPI has to offer.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stdbool.h>

/* Makes PAPI ready.  Returns null, or why it cannot be used.  */
extern const char *counters_open (void);

/* Returns "7.0.0": of the library loaded.  */
extern const char *counters_version (void);

struct counter_component {
  int index;
  const char *name, *description;
  const char *disabled;		/* PAPI's reason, or null */
  int counters, native_events;
};

/* Finds component INDEX, from 0; false when there are no more.  */
extern bool counters_component (int index, struct counter_component *result);

/* Call SHOW with each event that there is: the presets that work here, or the
   native events of component INDEX.  Returns how many.  */
typedef void show_counter (const char *name, const char *description);
extern int counters_presets (show_counter *show);
extern int counters_native (int index, show_counter *show);
