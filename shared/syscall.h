/* syscall.h - a system call, any.

   SPDX-License-Identifier: Apache-2.0

   What the C library's function "syscall" does, for who stands in front of it,
   and for who must not call a program's function of that name.  A call that
   returns on another stack, as clone does, finds nothing of ours there: so
   ask_kernel and its caller have no frame.  */

#pragma once

#include <errno.h>
#include <sys/syscall.h>

#if defined __x86_64__

static inline __attribute__ ((always_inline)) long
ask_kernel (long number, const long a[6])
{
  long result = number;
  register long r10 __asm__ ("r10") = a[3];
  register long r8 __asm__ ("r8") = a[4];
  register long r9 __asm__ ("r9") = a[5];
  __asm__ volatile ("syscall" : "+a" (result)
		    : "D" (a[0]), "S" (a[1]), "d" (a[2]), "r" (r10), "r" (r8),
		      "r" (r9)
		    : "rcx", "r11", "memory");
  return result;
}

#else

# if defined __aarch64__
#  define GASP_NUMBER "x8"
#  define GASP_SYSCALL_REGISTER(n) "x" #n
#  define GASP_ASK "svc #0"
# elif defined __riscv
#  define GASP_NUMBER "a7"
#  define GASP_SYSCALL_REGISTER(n) "a" #n
#  define GASP_ASK "ecall"
# else
#  error "How are system calls made on this processor?"
# endif

static inline __attribute__ ((always_inline)) long
ask_kernel (long number, const long a[6])
{
  register long which __asm__ (GASP_NUMBER) = number;
  register long a0 __asm__ (GASP_SYSCALL_REGISTER (0)) = a[0];
  register long a1 __asm__ (GASP_SYSCALL_REGISTER (1)) = a[1];
  register long a2 __asm__ (GASP_SYSCALL_REGISTER (2)) = a[2];
  register long a3 __asm__ (GASP_SYSCALL_REGISTER (3)) = a[3];
  register long a4 __asm__ (GASP_SYSCALL_REGISTER (4)) = a[4];
  register long a5 __asm__ (GASP_SYSCALL_REGISTER (5)) = a[5];
  __asm__ volatile (GASP_ASK : "+r" (a0)
		    : "r" (which), "r" (a1), "r" (a2), "r" (a3), "r" (a4),
		      "r" (a5)
		    : "memory");
  return a0;
}

#endif

static __attribute__ ((noinline, unused)) long
kernel_error (long error)
{
  errno = -error;
  return -1;
}

/* Returns the kernel's ANSWER as the C library does.  */
static inline __attribute__ ((always_inline)) long
kernel_answer (long answer)
{
  return (unsigned long) answer > -4096ul ? kernel_error (answer) : answer;
}

/* System call NUMBER, with up to six arguments, as the C library's
   function.  */
#define ASK_KERNEL(number, ...) \
  kernel_answer (ask_kernel (number, (const long[6]) { __VA_ARGS__ }))
