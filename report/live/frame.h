/* frame.h - a frame by which a thread continues where it was, by itself.

   SPDX-License-Identifier: Apache-2.0

   As the kernel does for a thread that returns from a signal handler: a frame
   on the stack, and rt_sigreturn.  */

#pragma once

#ifdef __x86_64__

#include <stddef.h>
#include <stdint.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <ucontext.h>

/* The most that XSAVE can write, in bytes, as far as processors are known.  */
#define EXTENDED_SIZE 16384

/* The saved state of a thread.  EXTENDED_AREA is in EXTENDED, in the format of
   XSAVE.  */
struct thread_state
{
  struct user_regs_struct registers;
  uint64_t signals;
  unsigned char extended[EXTENDED_SIZE];
  struct iovec extended_area;
};

struct frame
{
  ucontext_t context;
  unsigned char extended[EXTENDED_SIZE + sizeof (uint32_t)]
    __attribute__ ((aligned (64)));
};

/* Makes FRAME, which is to be at ADDRESS, a multiple of 64, of STATE, but
   with REGISTERS.  */
extern void make_frame (struct frame *frame, unsigned long address,
			const struct thread_state *state,
			const struct user_regs_struct *registers);

#endif
