/* report.h - what gasp report shares with other commands that show records.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "tables/tables.h"

/* Writes REPORT to the file PATH, or standard output if null, in the FORMAT
   of this name.  */
extern void write_report_to (const struct report *report, const char *format,
			     const char *path, struct output *output);

/* The formats of tables, and those of call paths alone.  */
#define REPORT_FORMATS "text|json|csv|html"
#define EXPORT_FORMATS "|folded|callgrind|pprof|speedscope|tau|messages"
