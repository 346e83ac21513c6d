/* cancellation.c - functions of the C library that threads may be cancelled in,
   and of the vdso.

   SPDX-License-Identifier: Apache-2.0

   What two of the former call is the function that makes their system calls.
   In older versions it is one that has nothing to do with samples, as they make
   these themselves.  */

#include "measure/sampling/cancellation.h"

#ifdef __x86_64__

#include <string.h>
#include <unistd.h>

/* By names that programs cannot define; null elsewhere than in GNU's.  */
extern __typeof__ (read) __read __attribute__ ((weak));
extern __typeof__ (write) __write __attribute__ ((weak));

static struct code_range library, vdso;
static uint64_t function;	/* 0: not found */

/* The first byte of a call with a relative address, and its size; and how many
   bytes of a function are searched for such calls.  */
enum { CALL = 0xe8, CALL_SIZE = 5, SOON = 96 };

static bool
is_in_library (uint64_t address)
{
  return address >= library.start && address < library.end;
}

/* Returns what the call before ADDRESS, both in the library, goes to; or 0.  */
static uint64_t
called_before (uint64_t address)
{
  const unsigned char *call = (const unsigned char *) address - CALL_SIZE;
  int32_t distance;
  if (!is_in_library ((uintptr_t) call) || !is_in_library (address)
      || *call != CALL)
    return 0;
  memcpy (&distance, call + 1, sizeof distance);
  uint64_t target = address + (uint64_t) distance;
  return is_in_library (target) ? target : 0;
}

/* Returns whether the function that begins at CODE calls TARGET, soon.  */
static bool
calls (uintptr_t code, uint64_t target)
{
  for (uint64_t at = code + CALL_SIZE; at < code + SOON; at++)
    if (called_before (at) == target)
      return true;
  return false;
}

void
gasp_tool_find_cancellation (const struct code_range *code)
{
  if (library.end || !__read || !__write)
    return;
  library = *code;
  uintptr_t first = (uintptr_t) __read;
  uint64_t found = 0;
  for (uint64_t at = first + CALL_SIZE; !found && at < first + SOON; at++)
    {
      uint64_t target = called_before (at);
      found = target && calls ((uintptr_t) __write, target) ? target : 0;
    }
  __atomic_store_n (&function, found, __ATOMIC_RELEASE);
}

void
gasp_tool_note_vdso (const struct code_range *code)
{
  vdso.start = code->start;
  __atomic_store_n (&vdso.end, code->end, __ATOMIC_RELEASE);
}

bool
gasp_tool_is_in_cancellable (uint64_t address)
{
  if (address < __atomic_load_n (&vdso.end, __ATOMIC_ACQUIRE)
      && address >= vdso.start)
    return true;
  uint64_t known = __atomic_load_n (&function, __ATOMIC_ACQUIRE);
  return known && called_before (address) == known;
}

#else

void
gasp_tool_find_cancellation (const struct code_range *code)
{
  (void) code;
}

void
gasp_tool_note_vdso (const struct code_range *code)
{
  (void) code;
}

bool
gasp_tool_is_in_cancellable (uint64_t address)
{
  (void) address;
  return false;
}

#endif
