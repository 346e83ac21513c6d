/* switch.h - going from one stack to another, as small libraries do.

   SPDX-License-Identifier: Apache-2.0

   switch_to saves the stack pointer in *FROM and goes on at TO.  What is at the
   end of a new stack is not tidy.  */

#include <stdlib.h>
#include <string.h>

void switch_to (void **from, void *to);
extern char switch_entry[];

#ifdef __x86_64__
__asm__ (".text\n"
	 ".globl switch_to, switch_entry\n"
	 "switch_to:\n\t"
	 "pushq %rbp\n\tpushq %rbx\n\tpushq %r12\n\tpushq %r13\n\t"
	 "pushq %r14\n\tpushq %r15\n\t"
	 "movq %rsp, (%rdi)\n\tmovq %rsi, %rsp\n\t"
	 "popq %r15\n\tpopq %r14\n\tpopq %r13\n\tpopq %r12\n\t"
	 "popq %rbx\n\tpopq %rbp\n\tret\n"
	 /* The function is in r12, its argument in r13.  */
	 "switch_entry:\n\tmovq %r13, %rdi\n\tjmp *%r12\n");

#define HAVE_SWITCH 1

/* A stack pointer for switch_to: FUNCTION (ARGUMENT), which never returns, on
   the stack of SIZE bytes at STACK.  */
static inline void *
switch_prepare (void *stack, size_t size, void function (void *),
		void *argument)
{
  void **sp = (void **) (((size_t) stack + size) & ~(size_t) 15);

  *--sp = (void *) 0xdeadbeefdeadbeef;	/* there is no return */
  *--sp = switch_entry;
  *--sp = 0;
  *--sp = 0;
  *--sp = function;
  *--sp = argument;
  *--sp = 0;
  *--sp = 0;
  return sp;
}
#endif
