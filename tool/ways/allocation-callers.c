/* allocation-callers.c - who called functions of C++'s library that allocate.

   SPDX-License-Identifier: Apache-2.0

   What calls malloc in a program of C++ without instrumentation is operator
   new, and that may be called by std::string: these say nothing.  Their frames
   have the same size whenever they are at a call.  So it is found out once for
   each call, by the tables that unwinders read.

   On x86-64 only; elsewhere gasp_gcc_callers finds none.  */

#define _GNU_SOURCE
#include "ways/allocation-callers.h"
#include "gasp_gcc.h"
#include "gasp_provider.h"
#include "ground/state.h"
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

#define CALLS 32
static struct call {
  uintptr_t address;		/* that it returns to */
  unsigned long size;		/* of the frame; 0: of no such function */
} calls[CALLS];
static unsigned int call_count;
static bool is_learning;

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

/* Returns what is known of the call that returns to ADDRESS, or null.  */
static const struct call *
find_call (uintptr_t address)
{
  unsigned int count = __atomic_load_n (&call_count, __ATOMIC_ACQUIRE);
  for (unsigned int i = 0; i < count; i++)
    if (calls[i].address == address)
      return &calls[i];
  return NULL;
}

/* Finds out about the call at POSITION, which returns to ADDRESS.  Returns null
   if that is not possible now.  */
static const struct call *
learn (uintptr_t address, unsigned long position)
{
  const struct call *call = NULL;
  if (__atomic_exchange_n (&is_learning, true, __ATOMIC_ACQUIRE))
    return NULL;
  struct gasp_gcc_caller callers[2];
  unsigned int count = call_count;
  if (count < CALLS && !find_call (address)
      && gasp_gcc_callers (position, callers, 2) == 2)
    {
      calls[count] = (struct call) {
	address, is_function (callers[0].function)
		 ? callers[1].position - callers[0].position : 0
      };
      __atomic_store_n (&call_count, count + 1, __ATOMIC_RELEASE);
      call = &calls[count];
    }
  __atomic_store_n (&is_learning, false, __ATOMIC_RELEASE);
  return call;
}

const void *
gasp_tool_allocation_caller (const void *address, unsigned long position)
{
  uintptr_t at = (uintptr_t) address;
  while (functions[0] && at - functions[0] + REACH < 2 * REACH
	 && gasp_gcc_callers)
    {
      const struct call *call = find_call (at);
      if (!call)
	call = learn (at, position);
      if (!call || !call->size)
	break;
      position += call->size;
      at = ((const uintptr_t *) position)[-1];
    }
  return (const void *) at;
}
