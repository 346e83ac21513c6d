/* child.h - run a program as if it had been run directly.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "base/rundir.h"

/* Runs PATH with ARGV and the present environment.  Signals sent to this
   process go on to it, it stops and continues with it, and dies with it.  */
extern struct ended_child run_child (const char *path, char **argv);

/* Ends this process as STATUS says the child ended.  */
extern void end_like (int status) __attribute__ ((noreturn));

