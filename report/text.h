/* text.h - between text.c and text-tree.c.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef REPORT_TEXT_H
#define REPORT_TEXT_H

#include "tables.h"

/* How wide lines may be.  */
extern size_t text_width (void);

/* TITLE, underlined, with how many rows of ALL are shown.  */
extern void write_title (FILE *out, const char *title, size_t shown,
			 size_t all);

/* The call tree: its largest nodes.  */
extern void write_tree (const struct report *report,
			const struct output *output, size_t limit);

#endif /* REPORT_TEXT_H */
