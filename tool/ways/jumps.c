/* jumps.c - a thread that is about to continue further out on its stack.

   SPDX-License-Identifier: Apache-2.0

   Where instrumented code catches an exception, or is jumped to, the runtime
   notices.  Where a library does, this notifies it: else the time after that
   would be that of calls that are over, until the thread's next event.

     longjmp		knows the stack pointer from its environment
     _Unwind_SetIP	is how any language has an exception continue in a
			function: at a handler, or to clean up

   The program finds these functions in front of the C library's and libgcc's,
   which are then called.  Not in archives: a static program cannot look for
   them.  */

#define _GNU_SOURCE
#include "ways/jumps.h"
#include "gasp_gcc.h"
#include <dlfcn.h>
#include <unwind.h>

#pragma weak gasp_gcc_leave_below
#pragma weak gasp_gcc_leave_by_jump

#define JUMPS \
  F (longjmp) \
  F (_longjmp) \
  F (siglongjmp) \
  F (__longjmp_chk)

#define F(name) static void (*the_library_s_##name) (void *, int);
JUMPS
#undef F

/* An unwinder's.  */
struct unwinder
{
  _Unwind_Word (*get_cfa) (struct _Unwind_Context *context);
  void (*set_ip) (struct _Unwind_Context *context, _Unwind_Ptr address);
};

/* A library may be loaded for itself, with all that it needs: then only its own
   code finds this.  */

/* Returns the library with the code at ADDRESS, for dlsym, or null.  */
static void *
open_library (void *address)
{
  Dl_info found;
  return (dladdr (address, &found)
	  ? dlopen (found.dli_fname, RTLD_LAZY | RTLD_NOLOAD) : NULL);
}

static void
close_library (void *library)
{
  if (library)
    dlclose (library);
}

/* The runtime's.  */
static __typeof__ (gasp_gcc_leave_below) *leave_below = gasp_gcc_leave_below;
static __typeof__ (gasp_gcc_leave_by_jump) *leave_by_jump
  = gasp_gcc_leave_by_jump;

void
gasp_tool_find_runtime (void *address)
{
  void *library = leave_below ? NULL : open_library (address);
  if (!library)
    return;
  leave_below = dlsym (library, "gasp_gcc_leave_below");
  leave_by_jump = dlsym (library, "gasp_gcc_leave_by_jump");
  close_library (library);
}

static struct unwinder
unwinder_in (void *library)
{
  return (struct unwinder) { dlsym (library, "_Unwind_GetCFA"),
			     dlsym (library, "_Unwind_SetIP") };
}

static struct unwinder usual;

/* Finds the library's functions early: a jump may be made where nothing may be
   looked up.  */
static __attribute__ ((constructor)) void
find_functions (void)
{
#define F(name) the_library_s_##name = dlsym (RTLD_NEXT, #name);
  JUMPS
#undef F
  usual = unwinder_in (RTLD_NEXT);
}

/* Returns the unwinder of the code at ADDRESS.  */
static struct unwinder
unwinder_of (void *address)
{
  if (!usual.set_ip)
    usual = unwinder_in (RTLD_NEXT);
  if (usual.set_ip)
    return usual;
  void *library = open_library (address);
  struct unwinder its = unwinder_in (library);
  close_library (library);
  return its;
}

#pragma GCC visibility push (default)
/* By other names: the compiler knows these functions.  */
#define F(name) \
  void jump_by_##name (void *environment, int value) __asm__ (#name); \
  void \
  jump_by_##name (void *environment, int value) \
  { \
    if (!the_library_s_##name) \
      find_functions (); \
    if (leave_by_jump) \
      leave_by_jump (environment); \
    the_library_s_##name (environment, value); \
  }
JUMPS
#undef F

void
_Unwind_SetIP (struct _Unwind_Context *context, _Unwind_Ptr address)
{
  struct unwinder its = unwinder_of (__builtin_return_address (0));
  if (leave_below)
    leave_below (its.get_cfa (context));
  its.set_ip (context, address);
}
#pragma GCC visibility pop
