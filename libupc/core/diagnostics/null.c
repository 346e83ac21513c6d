/* null.c - using a null pointer-to-shared ends the program, as in C.

   SPDX-License-Identifier: Apache-2.0

   Null is the beginning of thread 0's part, where no object is: nothing can be
   read or written there.  Nor at the beginning of the others' parts, which is
   where arithmetic on null leads, as long as that is worth a mapping each.  */

#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>
#include "core/control.h"
#include "core/runtime.h"

/* For more threads the kernel would be busy with copying mappings.  */
#define MANY_THREADS 32

bool
upc_describe_shared (uint64_t address, char *what, size_t size)
{
  uint64_t place = address - (uint64_t) __upc_base;
  unsigned long long offset = place & (UPC_MAX_PART - 1);
  if (place >= (uint64_t) THREADS << UPC_ADDRESS_BITS)
    return false;
  if (offset >= UPC_FIRST_ADDRESS)
    snprintf (what, size, "a pointer-to-shared where nothing is (thread %d, "
	      "address 0x%llx)", (int) (place >> UPC_ADDRESS_BITS), offset);
  else if (offset)
    snprintf (what, size, "a pointer-to-shared %llu bytes from null", offset);
  else
    snprintf (what, size, "a null pointer-to-shared");
  return true;
}

void
upc_guard_null (void)
{
  if (sysconf (_SC_PAGESIZE) > UPC_FIRST_ADDRESS)
    return;
  int first = upc_control->first, count = upc_control->count;
  for (int t = first; t < first + (count > MANY_THREADS ? 1 : count); t++)
    mprotect (__upc_base + ((uint64_t) t << UPC_ADDRESS_BITS),
	      UPC_FIRST_ADDRESS, PROT_NONE);
}
