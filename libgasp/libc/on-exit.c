/* on-exit.c - as syscalls.c, for what the kernel does not have.

   SPDX-License-Identifier: Apache-2.0

   Not in archives: a static program cannot look for the C library's.  */

#include <dlfcn.h>
#include <stdlib.h>

#pragma GCC visibility push (hidden)

int
on_exit (void (*function) (int, void *), void *argument)
{
  static int (*the_library_s) (void (*) (int, void *), void *);
  if (!the_library_s)
    the_library_s = dlsym (RTLD_NEXT, "on_exit");
  return the_library_s ? the_library_s (function, argument) : -1;
}
