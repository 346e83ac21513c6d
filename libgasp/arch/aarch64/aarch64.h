/* aarch64.h - what libgasp's C has to know of this processor.

   SPDX-License-Identifier: Apache-2.0

   Part of common.h, by way of processor.h, which says what each of these is.
   The rest is in aarch64.c and aarch64.S.  */

AT_SITE_INLINE unsigned long
gasp_stack_pointer (void)
{
  unsigned long sp;
  __asm__ volatile ("mov %0, sp" : "=r" (sp));
  return sp;
}

AT_SITE_INLINE bool
gasp_replace (unsigned long *word, unsigned long before, unsigned long value)
{
  unsigned long found;
  unsigned int failed;
  __asm__ volatile ("1:\tldxr\t%0, %2\n\t"
		    "cmp\t%0, %3\n\t"
		    "b.ne\t2f\n\t"
		    "stxr\t%w1, %4, %2\n\t"
		    "cbnz\t%w1, 1b\n"
		    "2:"
		    : "=&r" (found), "=&r" (failed), "+Q" (*word)
		    : "r" (before), "r" (value) : "memory", "cc");
  return found == before;
}

#define GASP_CALL_KEEPS_STACK 1

#include "arch/hooks-in-c.h"

AT_SITE_INLINE gasp_gcc_word
gasp_read_clock (void)
{
  gasp_gcc_word t;
  __asm__ volatile ("mrs %0, cntvct_el0" : "=r" (t));
  return t;
}

/* A head is two instructions and the address of the hook; a stub, four, its
   record and the address after its site.  */
#define GASP_HEAD_SIZE 16
#define GASP_STUB_SIZE 32
/* A site jumps, and its stub jumps back.  */
#define GASP_STUB_OF_SITE 1
/* 128 megabytes.  */
#define GASP_STUB_REACH (1ul << 27)

static inline long
gasp_system_call (long number, long arg1, long arg2)
{
  register long x8 __asm__ ("x8") = number;
  register long x0 __asm__ ("x0") = arg1;
  register long x1 __asm__ ("x1") = arg2;
  __asm__ volatile ("svc #0" : "+r" (x0) : "r" (x8), "r" (x1) : "memory");
  return x0;
}

static inline void __attribute__ ((noreturn))
gasp_return_from_handler (unsigned long sp, long number)
{
  register long x8 __asm__ ("x8") = number;
  __asm__ volatile ("mov sp, %0\n\t"
		    "svc #0\n\t"
		    "brk #1"
		    : : "r" (sp), "r" (x8) : "memory");
  __builtin_unreachable ();
}

/* The frame that the kernel makes for a signal's handler.  INFO is filled in
   only for handlers with SA_SIGINFO.  The address of the latest fault is always
   in CONTEXT, though the fault may be an old one.  */
#define GASP_SIGNAL_FRAME
struct gasp_signal_frame
{
  siginfo_t info;
  unsigned long flags, link, stack[3], mask, unused[15];
  struct
  {
    unsigned long fault_address, registers[31], sp, pc, pstate;
  } __attribute__ ((aligned (16))) context;
};

/* Not far from the stack pointer.  */
#define gasp_has_overflowed(frame) \
  ((frame)->context.fault_address - (frame)->context.sp + 4096 < 65536)

#define GASP_JUMP_WORD 13
