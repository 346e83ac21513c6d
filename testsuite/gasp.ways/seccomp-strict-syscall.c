/* The strictest sandbox there is, by seccomp(2) itself: read, write, and the end
   of the thread.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-not-emulated "no seccomp" } */
/* { dg-status 4 } */

#define CONFINE syscall (SYS_seccomp, SECCOMP_SET_MODE_STRICT, 0, NULL)
#include "strict.h"
