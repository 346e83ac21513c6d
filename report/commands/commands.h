/* commands.h - the subcommands, each in the file of its name.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "base/options.h"

/* These have their options made from shared/settings.def; call
   prepare_run_command first.  */
extern struct command run_command;
extern void prepare_run_command (void);

/* Visits a variable of the environment: ENTRY is NAME=VALUE.  KNOWN says
   whether it is a setting; if it is not, ALIKE is the option of gasp run whose
   setting has the most similar name, or null.  */
typedef void variable_visitor (const char *entry, const char *name, bool known,
			       const char *alike);
/* Calls VISIT for each variable that is named as settings are.  Returns whether
   there are any.  */
extern bool visit_environment (variable_visitor *visit);

extern struct command attach_command;
extern void prepare_attach_command (void);
/* Gives ROWS, made from settings.def, the names of their options, and adds the
   defaults to their help.  */
extern void name_settings (struct option_row *rows, size_t count);
/* Returns the directory for records that the settings name, or a new one; the
   settings name it from now on.  */
extern char *choose_directory (bool quietly);

extern const struct command detach_command, report_command, diff_command,
  browse_command, top_command,
  trace_command, join_command, list_command, doctor_command,
  compiler_path_command;

/* Does what `gasp report DIRECTORY' does, for gasp run --report.  */
extern int report_directory (const char *directory);
