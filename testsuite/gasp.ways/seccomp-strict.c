/* The strictest sandbox there is: read, write, and the end of the thread.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-not-emulated "no seccomp" } */
/* { dg-status 4 } */

#define CONFINE prctl (PR_SET_SECCOMP, SECCOMP_MODE_STRICT, 0, 0, 0)
#include "strict.h"
