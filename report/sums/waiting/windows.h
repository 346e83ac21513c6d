/* windows.h - between windows.c and delays.c.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "base/index.h"
#include "sums/waiting/encounters.h"

/* Where the comparison of two processes begins; it ends where one is late.  */
struct window { double own, theirs; };

/* All processes, as far as they are known.  */
struct windows
{
  const struct report *report;
  struct histories histories;
  struct index calls;		/* of the report's encounters */
};

extern struct windows open_windows (struct report *report);
extern void close_windows (struct windows *w);

/* Returns the history of the thread that waits in E; and of the one that is
   late.  */
extern const struct history *waiting_history (const struct windows *w,
					      const struct encounter *e);
extern const struct history *late_history (const struct windows *w,
					   const struct encounter *e);

/* Finds since when E's process is to be compared with the one that it waits
   for.  That may have come to where they last met when E's process had left, as
   the root of a broadcast does: then it was late already, by what it did in
   between.  Returns false if it is not known.  */
extern bool find_window (const struct windows *w, const struct encounter *e,
			 struct window *window);
