/* text.h - tables as text: what the files text*.c have for one another, and for
   others that print them.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "tables/tables.h"

/* Numbers of COLUMNS, which the texts of a table's rows depend on; COUNT for
   those that it does not have.  */
struct row_fields {
  const struct column *columns;
  size_t count;
  size_t calls, calls_at_least, calls_estimated, per_call, time, sampled_time,
    samples, total;
};
extern struct row_fields row_fields (const struct column *columns,
				     size_t count);
/* Returns the text of column NUMBER in ROW, with a sign if it is an estimate;
   valid for a few more calls only, unless it is a text.  */
extern const char *row_text (const struct row_fields *fields,
			     const union cell *row, size_t number);
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

/* Writes the rows of TABLE that SHOWING wants, and returns whether there are
   any.  */
extern bool write_text_table (const struct report *report,
			      const struct table *table,
			      const struct output *output,
			      const struct showing *showing,
			      const char *title);

/* Writes what the allocation events come to.  */
extern void write_memory_summary (const struct report *report,
				  const struct output *output);

/* Returns what the plural of a word for COUNT things ends in.  */
static inline const char *
plural_of (size_t count)
{
  return count == 1 ? "" : "s";
}

/* Writes the call tree: its largest nodes.  */
extern void write_tree (const struct report *report,
			const struct output *output, size_t limit);
