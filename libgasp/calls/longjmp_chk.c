/* longjmp_chk.c - longjmp with -D_FORTIFY_SOURCE.

   SPDX-License-Identifier: Apache-2.0

   Apart from longjmp.c, as not every C library has it.  */

#include "entry/raise.h"
#include "process/defer.h"

extern void __longjmp_chk (void *, int) __attribute__ ((noreturn));

static void __attribute__ ((noreturn))
jump (void *environment, int value)
{
  gasp_gcc_leave_by_jump (environment);
  __longjmp_chk (environment, value);
}

void
__gasp_longjmp_chk (void *environment, int value)
{
  gasp_defer_jump (jump, environment, value, gasp_jump_target (environment));
  jump (environment, value);
}
