/* clock.c - as calls.c, for what the C library does without the kernel.

   SPDX-License-Identifier: Apache-2.0

   A static program cannot look for the C library's: there the kernel is asked,
   which takes longer.  */

#include "syscall.h"
#include <dlfcn.h>
#include <stdbool.h>
#include <time.h>

#pragma weak dlsym
#pragma GCC visibility push (hidden)

int
clock_gettime (clockid_t clock, struct timespec *time)
{
  static __typeof__ (clock_gettime) *the_library_s;
  static bool is_known;		/* from the first call, at the start */
  if (!is_known && dlsym)
    the_library_s = dlsym (RTLD_NEXT, "clock_gettime");
  is_known = true;
  return (the_library_s ? the_library_s (clock, time)
	  : ASK_KERNEL (SYS_clock_gettime, clock, (long) time));
}
