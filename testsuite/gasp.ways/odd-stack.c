/* Functions called with a stack pointer that is not what the ABI asks for, as
   assembly may do; nothing that they do needs more.

   SPDX-License-Identifier: Apache-2.0  */

#include "ways.h"

#ifdef __x86_64__
# define CALL_ODDLY(function)						\
  __asm__ volatile ("movq %%rsp, %%rbx\n\tandq $-16, %%rsp\n\t"	\
		    "subq $136, %%rsp\n\tcall *%0\n\tmovq %%rbx, %%rsp"	\
		    :: "r" (function)					\
		    : "rax", "rbx", "rcx", "rdx", "rsi", "rdi", "r8", "r9",	\
		      "r10", "r11", "memory", "cc")
#else
# define CALL_ODDLY(function) function ()
#endif

static char *block;

static void
use_memory (void)
{
  int i;

  for (i = 0; i < 100; i++)
    {
      block = realloc (block, 100 + i);
      free (calloc (i, i));
      free (strdup ("block"));
      block[i] = work (3);
    }
}

static void
leave (void)
{
  exit (0);
}

static void
body (void)
{
  deep (10, work);
  use_memory ();
  atexit (use_memory);
  CALL_ODDLY (leave);
}

int
main (void)
{
  CALL_ODDLY (body);
  return 1;
}
