/* allocation-callers.c - who called functions of C++'s library that allocate.

   SPDX-License-Identifier: Apache-2.0

   What calls malloc in a program of C++ without instrumentation is operator
   new, and that may be called by std::string: these say nothing.

   On x86-64 only; elsewhere gasp_gcc_callers finds none.  */

#define _GNU_SOURCE
#include "ways/allocation-callers.h"
#include "gasp_gcc.h"
#include "gasp_provider.h"
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

#pragma weak gasp_gcc_callers

/* C++'s functions that allocate for their callers.  */
#define STRING "_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE"
static const char *const names[] = {
  "_Znwm", "_Znam", STRING "9_M_createERmm", STRING "9_M_mutateEmmPKcm",
  STRING "9_M_appendEPKcm", STRING "9_M_assignERKS4_", STRING "7reserveEm",
  STRING "10_M_replaceEmmPKcm", STRING "14_M_replace_auxEmmmc",
  STRING "12_M_constructEmc", STRING "C1ERKS4_", STRING "C2ERKS4_"
};
#define NAMES (sizeof names / sizeof *names)
static uintptr_t functions[NAMES];
/* No function of the library is further away from operator new.  */
#define REACH (4u << 20)

void
gasp_tool_find_allocating (void)
{
  for (unsigned int i = 0; i < NAMES; i++)
    functions[i] = (uintptr_t) dlsym (RTLD_DEFAULT, names[i]);
}

/* Returns whether such a function begins at ADDRESS.  */
static bool
is_function (uintptr_t address)
{
  for (unsigned int i = 0; i < NAMES; i++)
    if (functions[i] && functions[i] == address)
      return true;
  return false;
}

const void *
gasp_tool_allocation_caller (const void *address, unsigned long position)
{
  struct gasp_gcc_caller calls[2] = { { (uintptr_t) address, 0, position, 0 } };
  while (functions[0] && calls->address - functions[0] + REACH < 2 * REACH
	 && gasp_gcc_callers && gasp_gcc_callers (calls, 2) == 2
	 && is_function (calls->function))
    calls[0] = calls[1];
  return (const void *) calls->address;
}
