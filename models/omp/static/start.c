/* start.c - a static program begins.

   SPDX-License-Identifier: Apache-2.0  */

#include "state.h"
#include "ompt/tool.h"

extern gasp_omp_start_t __real___libc_start_main;
extern gasp_omp_start_t __wrap___libc_start_main;

int
__wrap___libc_start_main (int (*main_function) (int, char **, char **),
			  int argc, char **argv, void (*init) (void),
			  void (*fini) (void), void (*loader_fini) (void),
			  void *stack_end)
{
  return gasp_omp_start (__real___libc_start_main, main_function, argc, argv,
			 init, fini, loader_fini, stack_end);
}

__attribute__ ((constructor (101))) static void
load (void)
{
  if (gasp_omp_tool_expected ())
    gasp_omp_set_activity (PENDING);
}
