/* null.c - who uses a null pointer-to-shared dies, as of one in C.

   SPDX-License-Identifier: Apache-2.0

   Null is the beginning of thread 0's part, where no object is: nothing can be
   read or written there.  Nor at the beginning of the others' parts, which is
   where arithmetic on null leads, as long as that is worth a mapping each.

   What the program would die of is said before it does, unless it has a handler
   of its own.  In compiled code nothing is known but the address; calls of the
   library, and profiled accesses, know their place.  */

#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>
#include "core/control.h"
#include "core/runtime.h"

/* For more threads the kernel would be busy with copying mappings.  */
#define MANY_THREADS 32

/* OFFSET is in the part that begins with null.  */
static void
say_null (unsigned long offset)
{
  char what[64] = "a null pointer-to-shared", where[512] = "";
  if (offset)
    snprintf (what, sizeof what, "a pointer-to-shared %lu bytes from null",
	      offset);
  if (upc_place)
    snprintf (where, sizeof where, " at %.400s:%d", upc_place->file,
	      upc_place->line);
  upc_message ("thread %d used %s%s", MYTHREAD, what, where);
}

/* The instruction is run again, without a handler.  */
static void
on_fault (int number, siginfo_t *info, void *context)
{
  (void) context;
  unsigned long place = (char *) info->si_addr - __upc_base;
  unsigned long offset = place & (UPC_MAX_PART - 1);
  if (info->si_code > 0 && offset < UPC_FIRST_ADDRESS
      && place < (unsigned long) THREADS << UPC_ADDRESS_BITS)
    say_null (offset);
  signal (number, SIG_DFL);
  if (info->si_code <= 0)
    raise (number);
}

void
upc_guard_null (void)
{
  struct sigaction now, ours = { .sa_sigaction = on_fault,
				 .sa_flags = SA_SIGINFO | SA_ONSTACK };
  if (sysconf (_SC_PAGESIZE) > UPC_FIRST_ADDRESS)
    return;
  int first = upc_control->first, count = upc_control->count;
  for (int t = first; t < first + (count > MANY_THREADS ? 1 : count); t++)
    mprotect (__upc_base + ((uint64_t) t << UPC_ADDRESS_BITS),
	      UPC_FIRST_ADDRESS, PROT_NONE);
  if (sigaction (SIGSEGV, NULL, &now) == 0 && now.sa_handler == SIG_DFL)
    sigaction (SIGSEGV, &ours, NULL);
}
