/* Functions that look at registers in which their caller has left something:
   nothing at their entry or end changes it, in r10, where a static chain would
   be, and r9.

   SPDX-License-Identifier: Apache-2.0  */

#include "ways.h"

#ifdef __x86_64__

KEEP static long
by_variable (void)
{
  register long r10 __asm__ ("r10");
  return r10;
}

KEEP static long
by_other_variable (void)
{
  register long r9 __asm__ ("r9");
  return r9;
}

KEEP static long
by_asm (void)
{
  long r10;
  __asm__ volatile ("movq %%r10, %0" : "=r" (r10));
  return r10;
}

/* FUNCTION (), with 10 in r10 and 9 in r9.  The red zone is left alone.  */
KEEP static long
call (long (*function) (void))
{
  long result;
  __asm__ volatile ("leaq -128(%%rsp), %%rsp\n\t"
		    "movl $10, %%r10d; movl $9, %%r9d\n\t"
		    "call *%1\n\t"
		    "leaq 128(%%rsp), %%rsp"
		    : "=a" (result) : "r" (function)
		    : "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11",
		      "cc", "memory");
  return result;
}

int
main (void)
{
  printf ("%ld %ld %ld\n", call (by_variable), call (by_other_variable),
	  call (by_asm));
  return 0;
}

#else

int
main (void)
{
  return 0;
}

#endif
