/* report.h - what gasp report shares with other commands that show records.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include "tables.h"

/* Read what ARGUMENT names, a directory or a record, into REPORT, whose selection
   is set, and add it up.  False, and why is said, if there is nothing.  */
extern bool load_report (struct report *report, const char *argument);

/* Write REPORT to the file PATH, or standard output if null, in the FORMAT of this
   name.  */
extern void write_report_to (const struct report *report, const char *format,
			     const char *path, struct output *output);

/* The newest run in the present directory, or the command ends.  */
extern const char *newest_run (const char *command);

/* Rows for options that select what commands show of a run.  */
#define SELECTION_OPTIONS(selection)					\
  { "include", 'i', "GLOB", "show only functions and events whose name or file " \
    "matches GLOB, as gasp report has it", OPTION_LIST, &(selection).include }, \
  { "exclude", 'x', "GLOB", "leave out functions, events and files that match " \
    "GLOB", OPTION_LIST, &(selection).exclude },			\
  { "thread", 't', "THREAD", "show only this thread", OPTION_LIST,	\
    &(selection).threads }

/* What tables are written in, and what only call paths are.  */
#define REPORT_FORMATS "text|json|csv|html"
#define EXPORT_FORMATS "|folded|callgrind|pprof|speedscope|tau|messages|prometheus"

#endif /* REPORT_REPORT_H */
