/* longjmp_chk.c - longjmp with -D_FORTIFY_SOURCE.

   SPDX-License-Identifier: Apache-2.0

   Apart from longjmp.c, as not every C library has it.  */

#include "entry/raise.h"
#include "process/defer.h"

extern void __longjmp_chk (void *, int) __attribute__ ((noreturn));

void
__gasp_longjmp_chk (void *environment, int value)
{
  gasp_defer_jump (__longjmp_chk, environment, value,
		   gasp_jump_target (environment));
  __longjmp_chk (environment, value);
}
