/* html.h - between html.c, html-*.c, ranges.c and timeline.c.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "tables/tables.h"

struct json;
struct trace;

/* Writes members "metrics" and "trees" of the page's data: what bars may be as
   wide as, and the call trees.  Returns how many nodes are left out, so that
   the page stays usable, and sets *KEPT_AS to where the first tree has each of
   the report's nodes; allocated.  */
extern size_t write_trees (const struct report *report, uint32_t **kept_as,
			   struct json *json);
/* Writes member "when" of it, if there are moments of samples, of the first of
   these trees: html-when.c.  */
extern void write_when (const struct report *report,
			const struct showing *showing, const uint32_t *kept_as,
			struct json *json);

/* Writes member "figures" of it: the key figures of the first screen:
   html-figures.c.  */
extern void write_figures (const struct report *report, struct json *json);

/* Writes member "timeline" of it, of TRACE, which has SPAN ns, if that has
   threads of teams: timeline.c.  */
extern void write_timeline (const struct report *report,
			    const struct trace *trace, double span,
			    struct json *json);
/* Writes member "ranges" of it: ranges.c.  */
extern void write_ranges (const struct report *report,
			  const struct trace *trace, double span,
			  struct json *json);
