/* completion.h - gasp --completion=SHELL.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "base/options.h"

/* Prints the script for the shell NAME, with all commands that NEXT gives:
   from 0 on, until it returns null.  */
extern void print_completion (const char *name,
			      const struct command *next (size_t));
