/* source.h - the text of source files.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "sums/figures.h"

/* A source file in memory: its lines, without their ends.  */
struct source {
  const char *note;		/* a remark on it, or null */
  char **lines;
  size_t count;
};

/* Reads the source FILE, named as the compiler was given it.  False if it
   cannot be found, or is too large to be shown.  */
extern bool read_source (const struct report *report, const char *file,
			 struct source *source);
/* Returns LINE with blanks for its tabs, allocated.  */
extern char *expand_tabs (const char *line);
extern void free_source (struct source *source);

/* Returns the files that REPORT's lines are of, each once, sorted; *COUNT of
   them.  Allocated.  */
extern const char **list_sources (const struct report *report, size_t *count);
