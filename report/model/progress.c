/* progress.c - how far reading is.  See load.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "model/loading/load.h"

#include <string.h>
#include <time.h>
#include <unistd.h>

static bool shown;

/* Returns the seconds since the first call.  */
static double
elapsed (void)
{
  static struct timespec first;
  struct timespec now;
  clock_gettime (CLOCK_MONOTONIC, &now);
  if (!first.tv_sec)
    first = now;
  return (double) (now.tv_sec - first.tv_sec)
	 + (double) (now.tv_nsec - first.tv_nsec) / 1e9;
}

void
show_progress (const char *what, uint64_t done, uint64_t all)
{
  static double last;
  double now = elapsed ();
  if (!isatty (2) || now < 1 || now < last + 0.1)
    return;
  fprintf (stderr, "\r%79s\rreading %3.0f %% of ", "",
	   all ? 100. * (double) done / (double) all : 100.);
  print_fitted (stderr, base_name (what), 50, false);
  last = now;
  shown = true;
}

void
end_progress (void)
{
  if (shown)
    fprintf (stderr, "\r%79s\r", "");
  shown = false;
}
