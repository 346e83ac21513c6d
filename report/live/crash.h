/* crash.h - in which calls a program was that has been killed.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

/* Says, on standard error, in which calls the processes were that this command
   has started, have written records into DIRECTORY, and are dead: if the one
   that it ran itself, PID, has failed, as STATUS says (waitpid).  */
extern void tell_crashes (const char *directory, int pid, int status);
