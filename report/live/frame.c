/* frame.c - a frame by which a thread continues where it was, by itself.

   SPDX-License-Identifier: Apache-2.0  */

#include "live/frame.h"

#ifdef __x86_64__

#include <cpuid.h>
#include <signal.h>
#include <string.h>

/* ---- The general registers  */

/* Returns the selectors, as they are in one register of a frame.  */
static greg_t
selectors (const struct user_regs_struct *registers)
{
  return (greg_t) (registers->cs | registers->gs << 16 | registers->fs << 32
		   | registers->ss << 48);
}

static void
fill_in_registers (greg_t *to, const struct user_regs_struct *from)
{
  to[REG_R8] = from->r8;
  to[REG_R9] = from->r9;
  to[REG_R10] = from->r10;
  to[REG_R11] = from->r11;
  to[REG_R12] = from->r12;
  to[REG_R13] = from->r13;
  to[REG_R14] = from->r14;
  to[REG_R15] = from->r15;
  to[REG_RDI] = from->rdi;
  to[REG_RSI] = from->rsi;
  to[REG_RBP] = from->rbp;
  to[REG_RBX] = from->rbx;
  to[REG_RDX] = from->rdx;
  to[REG_RAX] = from->rax;
  to[REG_RCX] = from->rcx;
  to[REG_RSP] = from->rsp;
  to[REG_RIP] = from->rip;
  to[REG_EFL] = from->eflags;
  to[REG_CSGSFS] = selectors (from);
}

/* ---- The rest  */

/* Returns where what XSAVE writes for FEATURES, a set, ends.  */
static size_t
end_of_features (uint64_t features)
{
  enum { STATE_LEAF = 0xd, FIRST_EXTENDED = 2, LEGACY_AND_HEADER = 576 };
  size_t end = LEGACY_AND_HEADER;
  for (unsigned int i = FIRST_EXTENDED; i < 63; i++)
    {
      unsigned int size = 0, offset = 0, c, d;
      if (features >> i & 1
	  && __get_cpuid_count (STATE_LEAF, i, &size, &offset, &c, &d)
	  && offset + size > end)
	end = offset + size;
    }
  return end;
}

/* Fills TO with the extended state.  A tracer gets room for all features that
   the processor has; here the kernel accepts only those that the thread may
   use.  */
static void
fill_in_extended (unsigned char *to, const struct thread_state *state)
{
  enum { FOR_SOFTWARE = 464, IN_USE = 512 };
  const uint32_t end_mark = FP_XSTATE_MAGIC2;
  struct _fpx_sw_bytes software = { .magic1 = FP_XSTATE_MAGIC1 };
  uint64_t in_use;
  memcpy (to, state->extended, state->extended_area.iov_len);
  memcpy (&in_use, to + IN_USE, sizeof in_use);
  size_t end = end_of_features (in_use);
  /* The features in use are recorded there.  */
  memcpy (&software.xstate_bv, to + FOR_SOFTWARE, sizeof software.xstate_bv);
  software.xstate_size = end;
  software.extended_size = end + sizeof end_mark;
  memcpy (to + FOR_SOFTWARE, &software, sizeof software);
  memcpy (to + end, &end_mark, sizeof end_mark);
}

void
make_frame (struct frame *frame, unsigned long address,
	    const struct thread_state *state,
	    const struct user_regs_struct *registers)
{
  /* What the kernel has in its header: extended state, a stack's selector.  */
  enum { FP_XSTATE = 1, SIGCONTEXT_SS = 2, STRICT_RESTORE_SS = 4 };
  ucontext_t *c = &frame->context;
  memset (frame, 0, sizeof *frame);
  c->uc_flags = FP_XSTATE | SIGCONTEXT_SS | STRICT_RESTORE_SS;
  /* No stack can be there, so the thread keeps its own.  */
  c->uc_stack.ss_flags = -1;
  c->uc_mcontext.fpregs
    = (fpregset_t) (address + offsetof (struct frame, extended));
  fill_in_registers (c->uc_mcontext.gregs, registers);
  memcpy (&c->uc_sigmask, &state->signals, sizeof state->signals);
  fill_in_extended (frame->extended, state);
}

#endif
