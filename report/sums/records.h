/* records.h - the records that a command's arguments name.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "base/options.h"
#include "sums/figures.h"

struct record_files { char **paths; size_t count, room; };

/* Adds the records in a DIRECTORY, or what an ARGUMENT names, a directory or
   a record, to FILES.  What cannot be read costs a message.  */
extern void add_directory (struct record_files *files, const char *directory);
extern void add_argument (struct record_files *files, const char *argument);

/* Reads what ARGUMENT names into REPORT, whose selection is set, and adds it
   up.  Returns false, and says why, if there is nothing.  */
extern bool load_report (struct report *report, const char *argument);

/* Returns the newest run in the present directory, or ends the command.  */
extern const char *newest_run (const char *command);

/* Rows for options that select what commands show of a run.  */
#define SELECTION_OPTIONS(selection)					\
  { "include", 'i', "GLOB", "show only functions and events whose name or file " \
    "matches GLOB, as gasp report has it", OPTION_LIST, &(selection).include }, \
  { "exclude", 'x', "GLOB", "leave out functions, events and files that match " \
    "GLOB", OPTION_LIST, &(selection).exclude },			\
  { "thread", 't', "THREAD", "show only this thread", OPTION_LIST,	\
    &(selection).threads }
