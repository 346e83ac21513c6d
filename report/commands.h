/* commands.h - the subcommands, each in the file of its name.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef REPORT_COMMANDS_H
#define REPORT_COMMANDS_H

#include "options.h"

/* These have their options made from libgasp/settings.def; call
   prepare_run_command first.  */
extern struct command run_command;
extern void prepare_run_command (void);

extern struct command attach_command;
extern void prepare_attach_command (void);
/* Give ROWS, made from settings.def, their options' names.  */
extern void name_settings (struct option_row *rows, size_t count);
/* The directory for records that the settings name, or a new one; the settings
   name it from now on.  */
extern char *choose_directory (bool quietly);

extern const struct command detach_command, report_command, trace_command,
  list_command, doctor_command, compiler_path_command;

/* What `gasp report DIRECTORY' does, for gasp run --report.  */
extern int report_directory (const char *directory);

#endif /* REPORT_COMMANDS_H */
