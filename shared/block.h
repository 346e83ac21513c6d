/* block.h - keep signal handlers away from the calling thread.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <signal.h>
#include "syscall.h"

/* A set of signals as the kernel has it.  The C library's takes sixteen times
   that, of a stack of which little may be left.  */
typedef unsigned long gasp_signals;

static inline void
gasp_block_signals (gasp_signals *saved)
{
#define SIGNAL(number) (1ul << ((number) - 1))
  /* Those that an instruction brings about are let through: the kernel ends a
     process that blocks one, be its handler a debugger's for single steps, or
     that of a seccomp(2) filter for our own system calls.  And two that the C
     library has for itself.  */
  static const gasp_signals others
    = ~(SIGNAL (SIGSEGV) | SIGNAL (SIGBUS) | SIGNAL (SIGFPE) | SIGNAL (SIGILL)
	| SIGNAL (SIGTRAP) | SIGNAL (SIGSYS) | SIGNAL (32) | SIGNAL (33));
#undef SIGNAL
  ASK_KERNEL (SYS_rt_sigprocmask, SIG_BLOCK, (long) &others, (long) saved,
	      sizeof *saved);
}

static inline void
gasp_unblock_signals (const gasp_signals *saved)
{
  ASK_KERNEL (SYS_rt_sigprocmask, SIG_SETMASK, (long) saved, 0,
	      sizeof *saved);
}
