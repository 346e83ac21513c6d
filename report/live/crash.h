/* crash.h - in which calls a program was that has been killed.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

/* Prints on standard error where dead processes of this command, with records
   in DIRECTORY, were: in which calls.  Does nothing unless process PID, the one
   that the command itself ran, has failed, as its wait STATUS says.  */
extern void tell_crashes (const char *directory, int pid, int status);
