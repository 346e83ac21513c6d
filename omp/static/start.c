/* start.c - a static program begins.

   SPDX-License-Identifier: Apache-2.0  */

#include "state.h"
#include "tool.h"

typedef int start_function (int (*) (int, char **, char **), int, char **,
			    void (*) (void), void (*) (void), void (*) (void),
			    void *);
extern start_function __real___libc_start_main;
extern start_function __wrap___libc_start_main;

int
__wrap___libc_start_main (int (*main_function) (int, char **, char **),
			  int argc, char **argv, void (*init) (void),
			  void (*fini) (void), void (*loader_fini) (void),
			  void *stack_end)
{
  gasp_omp_program_main = main_function;
  return __real___libc_start_main (gasp_omp_enter_main, argc, argv, init, fini,
				   loader_fini, stack_end);
}

__attribute__ ((constructor (101))) static void
load (void)
{
  if (gasp_omp_tool_expected ())
    gasp_omp_set_activity (PENDING);
}
