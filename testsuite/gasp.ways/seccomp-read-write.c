/* A sandbox: once in it, the program may read, write and end, or it is killed.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-not-emulated "no seccomp" } */
/* { dg-status 4 } */

#include "sandbox.h"

KEEP static int
confine (void)
{
  return prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
	 || prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, reading_and_writing ());
}
