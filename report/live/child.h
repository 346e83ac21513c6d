/* child.h - run a program as if it had been run directly.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

/* Runs PATH with ARGV and the present environment.  Signals sent to this
   process go on to it, it stops and continues with it, and dies with it.
   Returns the wait status, see end_like, and the number of the process in
   *PID.  */
extern int run_child (const char *path, char **argv, int *pid);

/* Ends this process as STATUS says the child ended.  */
extern void end_like (int status) __attribute__ ((noreturn));

/* Becomes PATH; if that cannot be, says so and exits as a shell would.  */
extern void become (const char *path, char **argv)
  __attribute__ ((noreturn));
