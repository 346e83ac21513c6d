/* compare.h - what changed from some runs to others.  See compare.c.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "tables/tables.h"

enum change_kind {
  CHANGED_WHOLE, CHANGED_FUNCTION, CHANGED_PATH, CHANGED_LINE,
  CHANGED_ALLOCATION, CHANGED_COUNTER, CHANGED_PEERS, CHANGE_KINDS
};

struct change {
  enum change_kind kind;
  const char *figure;		/* a field: self, total, calls, ... */
  const char *name, *location;
  enum cell_type type;
  double old, new;		/* medians */
  double noise;			/* what they may differ by, for nothing */
  bool beyond;			/* they differ by more, and it matters */
};

/* The error of what is known to be a lower bound, and more than any other.  */
#define UNKNOWN_ERROR 1e30

struct comparison {
  struct change *changes;	/* by kind, the largest first */
  size_t firsts[CHANGE_KINDS + 1];
  const struct report *old;	/* the run of the old ones in the middle */
  const char *old_name, *new_name;
  size_t old_count, new_count;
};

/* Compares RUNS, of which the first OLD_COUNT are the old ones and COUNT are
   all.  Less than THRESHOLD percent of the whole does not matter.  */
extern struct comparison *compare_runs (struct report *const *runs,
					size_t old_count, size_t count,
					double threshold);

/* Returns, of COUNT RUNS, the one with the time in the middle.  */
extern struct report *middle_run (struct report *const *runs, size_t count);

/* Returns what each node of REPORT's call tree took with what it called in the
   old run in the middle; -1 if it was not called then.  Allocated.
   (compare-tree.c)  */
extern double *totals_before (const struct report *report);
/* Returns which of its nodes' totals changed by more than the noise;
   allocated.  */
extern bool *changed_nodes (const struct report *report);

/* ---- For a person (changes.c)  */

/* Returns how many changes of KIND there are in REPORT.  */
extern size_t count_changes (const struct report *report,
			     enum change_kind kind);

/* Return how many changes of RESULT exceed the noise, without those of the
   whole run; whether there are too few runs to know the noise; and the
   message for that.  */
extern size_t count_beyond (const struct comparison *result);
extern bool is_guessed (const struct comparison *result);
#define GUESSED_NOISE \
  "guessed: one or two runs do not show it; three or more a side do"
#define NOTHING_BEYOND \
  "no function, path or line changed by more than the noise"
/* Returns a side called NAME, of which REPORT is a run: who ran where.  */
extern const char *side_text (const char *name, const struct report *report);

/* Returns whether figures of CHANGE are lower bounds, which cannot be
   compared.  */
extern bool is_of_lower_bounds (const struct change *change);
/* Returns by how much CHANGE is more, in percent; infinite from nothing.  */
extern double change_percent (const struct change *change);
/* Returns VALUE, a figure of CHANGE, for a person.  */
extern const char *change_text (const struct change *change, double value);
