/* completion.h - gasp --completion=SHELL.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef REPORT_COMPLETION_H
#define REPORT_COMPLETION_H

#include "base/options.h"

/* Prints the script for the shell NAME, with all commands that NEXT gives:
   from 0 on, until it returns null.  */
extern void print_completion (const char *name,
			      const struct command *next (size_t));

#endif /* REPORT_COMPLETION_H */
