/* riscv64.h - what libgasp's C has to know of this processor.

   SPDX-License-Identifier: Apache-2.0

   Part of common.h, by way of processor.h, which says what each of these is.
   The rest is in riscv64.c and riscv64.S.  */

AT_SITE_INLINE unsigned long
gasp_stack_pointer (void)
{
  unsigned long sp;
  __asm__ volatile ("mv %0, sp" : "=r" (sp));
  return sp;
}

AT_SITE_INLINE bool
gasp_replace (unsigned long *word, unsigned long before, unsigned long value)
{
  unsigned long found, failed;
  __asm__ volatile ("1:\tlr.d\t%0, %2\n\t"
		    "bne\t%0, %3, 2f\n\t"
		    "sc.d\t%1, %4, %2\n\t"
		    "bnez\t%1, 1b\n"
		    "2:"
		    : "=&r" (found), "=&r" (failed), "+A" (*word)
		    : "r" (before), "r" (value) : "memory");
  return found == before;
}

#define GASP_CALL_KEEPS_STACK 1

#include "arch/hooks-in-c.h"

AT_SITE_INLINE gasp_gcc_word
gasp_read_clock (void)
{
  gasp_gcc_word t;
  __asm__ volatile ("rdtime %0" : "=r" (t));
  return t;
}

/* A head is four instructions and the address of the hook; a stub, four and
   its record.  */
#define GASP_HEAD_SIZE 32
#define GASP_STUB_SIZE 32
#define GASP_STUB_OF_SITE 0
/* Two gigabytes; but the offset that is added is signed, so the upper end is a
   little nearer.  */
#define GASP_STUB_REACH ((1ul << 31) - 4096)

static inline long
gasp_system_call (long number, long arg1, long arg2)
{
  register long a7 __asm__ ("a7") = number;
  register long a0 __asm__ ("a0") = arg1;
  register long a1 __asm__ ("a1") = arg2;
  __asm__ volatile ("ecall" : "+r" (a0) : "r" (a7), "r" (a1) : "memory");
  return a0;
}

#define GASP_SIGNAL_INFO_ALWAYS 1
#define gasp_has_trapped(frame) ((frame)->info.si_code > 0)

static inline void __attribute__ ((noreturn))
gasp_return_from_handler (unsigned long sp, long number)
{
  register long a7 __asm__ ("a7") = number;
  __asm__ volatile ("mv sp, %0\n\t"
		    "ecall\n\t"
		    "ebreak"
		    : : "r" (sp), "r" (a7) : "memory");
  __builtin_unreachable ();
}

#ifdef __GLIBC__
# define GASP_JUMP_WORD 13
#else
# define GASP_JUMP_WORD 12
#endif
