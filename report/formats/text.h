/* text.h - tables as text: what text.c has for others that print them.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef REPORT_TEXT_H
#define REPORT_TEXT_H

#include "tables/tables.h"

/* Returns the text of COLUMN in ROW, of COUNT COLUMNS, with a sign if it is
   an estimate; valid for a few more calls only, unless it is a text.  */
extern const char *row_text (const struct column *columns, size_t count,
			     const union cell *row, size_t column);
/* Returns whether there is nothing in CELL.  */
extern bool is_empty (union cell cell, enum cell_type type);
/* Returns whether all rows must have the same in the column FIELD, because
   there is only one process or thread.  */
extern bool is_obvious (const struct report *report, const char *field);

/* Returns how wide lines are to be; and whether texts are cut to fit: a file,
   or another program, gets them whole, in lines that are longer then.  */
extern size_t text_width (void);
extern bool text_is_cut (void);
/* Prints TEXT, in WIDTH columns if it is to be cut: AT_END or in the
   middle.  */
extern void print_text (FILE *out, const char *text, size_t width, bool at_end);

/* Writes TITLE, underlined, with how many rows of ALL are shown.  */
extern void write_title (FILE *out, const char *title, size_t shown,
			 size_t all);

/* Writes the call tree: its largest nodes.  */
extern void write_tree (const struct report *report,
			const struct output *output, size_t limit);

#endif /* REPORT_TEXT_H */
