/* A coroutine whose stack is above the first thread's own, where an emulator has
   other memory of the program.

   SPDX-License-Identifier: Apache-2.0  */

#define _GNU_SOURCE
#include <sys/auxv.h>
#include <sys/mman.h>
#include <ucontext.h>
#include "test.h"

#define SIZE 65536

static ucontext_t main_context, other_context;

/* Memory above the stack; anywhere, if there is none.  */
static __attribute__ ((no_instrument_function)) void *
high_memory (void)
{
  char *address = (char *) (getauxval (AT_RANDOM) & ~0xfffful) + SIZE;
  for (int i = 0; i < 100; i++)
    {
      void *block = mmap (address + i * (1l << 20), SIZE, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1,
			  0);
      if (block != MAP_FAILED)
	return block;
    }
  return mmap (0, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
	       0);
}

KEEP void
other (void)
{
  swapcontext (&other_context, &main_context);
  MORE;
}

KEEP void
resume (void)
{
  swapcontext (&main_context, &other_context);
  MORE;
}

int
main (void)
{
  getcontext (&other_context);
  other_context.uc_stack.ss_sp = high_memory ();
  other_context.uc_stack.ss_size = SIZE;
  other_context.uc_link = &main_context;
  makecontext (&other_context, other, 0);
  resume ();
  resume ();
  return 0;
}

/* EVENTS:
     0 + main
     0 + resume
     0 + other
     0 - other
     0 - resume
     0 + resume
     0 + other
     0 - other
     0 - resume
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
