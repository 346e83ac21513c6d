/* clock.c - as syscalls.c, for what the C library does without the kernel.

   SPDX-License-Identifier: Apache-2.0

   A static program cannot look for the C library's: there the kernel is asked,
   which takes longer.  */

#include "syscall.h"
#include <dlfcn.h>
#include <time.h>

#pragma weak dlsym
#pragma GCC visibility push (hidden)

typedef int clock_function (clockid_t, struct timespec *);

static int
ask_the_kernel (clockid_t clock, struct timespec *time)
{
  return ASK_KERNEL (SYS_clock_gettime, clock, (long) time);
}

static clock_function *
find (void)
{
  clock_function *found = dlsym ? dlsym (RTLD_NEXT, "clock_gettime") : NULL;
  return found ? found : ask_the_kernel;
}

int
clock_gettime (clockid_t clock, struct timespec *time)
{
  /* Known from the first call, at the start: later, a lock of the dynamic
     linker may be held by who was interrupted.  */
  static clock_function *known;
  clock_function *function = __atomic_load_n (&known, __ATOMIC_RELAXED);
  if (!function)
    {
      function = find ();
      __atomic_store_n (&known, function, __ATOMIC_RELAXED);
    }
  return function (clock, time);
}
