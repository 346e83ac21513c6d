/* commands.h - the subcommands, each in the file of its name.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef REPORT_COMMANDS_H
#define REPORT_COMMANDS_H

#include "options.h"

/* These have their options made from libgasp/settings.def; call
   prepare_run_command first.  */
extern struct command run_command;
extern void prepare_run_command (void);

extern const struct command report_command, list_command, doctor_command,
  compiler_path_command;

/* What `gasp report DIRECTORY' does, for gasp run --report.  */
extern int report_directory (const char *directory);

#endif /* REPORT_COMMANDS_H */
