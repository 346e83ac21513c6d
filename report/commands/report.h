/* report.h - what gasp report shares with other commands that show records.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "tables/tables.h"

/* Writes REPORT to the file PATH, or standard output if null, in the FORMAT
   of this name.  */
extern void write_report_to (const struct report *report, const char *format,
			     const char *path, struct output *output);

/* Ends the command if NAMES, of --view, has something that is not there, or if
   no table that is SHOWN has the field SORT.  (views.c)  */
extern void check_view (const char *names);
extern void check_sort (const struct report *report, const char *shown,
			const char *sort);
/* Warns of those of NAMES, which may be null, that REPORT has nothing of.  */
extern void warn_about_views (const struct report *report, const char *names);

/* The formats of tables, and those of call paths alone.  */
#define REPORT_FORMATS "text|json|csv|html"
#define EXPORT_FORMATS "|folded|callgrind|pprof|speedscope|tau|messages"
