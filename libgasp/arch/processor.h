/* processor.h - what every processor has to say to libgasp.

   SPDX-License-Identifier: Apache-2.0

   Part of common.h.  PROCESSOR/PROCESSOR.h has, inline or as macros,

     gasp_stack_pointer ()
     gasp_replace (word, before, value)
				let *WORD, if it is BEFORE, be VALUE, so that no
				signal handler comes in between; whether it was
     GASP_CALL_KEEPS_STACK	1 if the stack pointer is the same at the entry
				of a function as it was at the call
     GASP_HOOK (hook) { ... }	the function that stubs go to, given FUNCTION,
				the record, and POSITION, the stack pointer
     GASP_TAIL_HOOK { ... }	the same for __gasp_tail
     GASP_HAS_RECORDED		1 if there are to be hooks of hooks.c for
				recorders without paths
     GASP_HAS_RETURN		1 if there are hooks that return in the place
				of a function: GASP_RETURN_HOOK (hook) { ... },
				for what gasp_site_returns (site) says of
     GASP_HAS_NEAR		1 if each object has hooks of its own, for
				ordinary calls with a path: struct gasp_near,
				GASP_NEARS kinds of them, and
				gasp_prepare_near (below)
     GASP_HEAD_SIZE, GASP_STUB_SIZE
				of what is made below; powers of 2
     GASP_STUB_OF_SITE		1 if each site has a stub of its own, 0 if all
				of a kind and a function can share one
     GASP_STUB_REACH		how far apart site, stub and record may be
     GASP_CALL_STUB_SIZE	how large is what a call site goes to; not there
				if there are no such sites
     gasp_record_enter, _leave, _count, gasp_find_path
				call the recorder's functions
     gasp_read_clock ()		the time that paths are timed by
     gasp_system_call (number, arg1, arg2)
				without the C library
     gasp_return_from_handler (sp, number)
				that of NUMBER, with the stack pointer SP

     GASP_SIGNAL_FRAME, struct gasp_signal_frame
				what SP above points to, if not as below
     gasp_has_trapped (frame)
				whether the processor has run into something,
				before that was made, if it can be known
     GASP_SIGNAL_INFO_ALWAYS	1 if INFO there is filled in also for handlers
				that do not ask for it
     gasp_has_overflowed (frame)
				whether it has run over the end of the stack, if
				it can be known
     gasp_jump_target (environment)
				the stack pointer that longjmp sets, as a macro,
				or GASP_JUMP_WORD
     GASP_JUMP_WORD		which word of the environment that is

   and PROCESSOR.c and .S what is declared in the first part below, besides
   gasp_gcc_call_slowly.  */

#include <signal.h>

#if defined __x86_64__ && defined __LP64__
# include "x86-64/x86-64.h"
#elif defined __aarch64__ && defined __LP64__ && defined __AARCH64EL__
# include "aarch64/aarch64.h"
#elif defined __riscv && __riscv_xlen == 64
# include "riscv64/riscv64.h"
#else
# error "libgasp is for x86-64, and 64-bit little-endian aarch64 and riscv64"
#endif

#ifndef GASP_HAS_RECORDED
# define GASP_HAS_RECORDED 0
#endif
#ifndef GASP_HAS_RETURN
# define GASP_HAS_RETURN 0
#endif
#ifndef GASP_HAS_NEAR
# define GASP_HAS_NEAR 0
#endif

#ifndef GASP_SIGNAL_FRAME
struct gasp_signal_frame
{
  siginfo_t info;
  unsigned long flags, link, stack[3], mask;
};
#endif

#ifndef GASP_SIGNAL_INFO_ALWAYS
# define GASP_SIGNAL_INFO_ALWAYS 0
#endif

#ifndef gasp_has_trapped
# define gasp_has_trapped(frame) true
#endif

#ifndef gasp_has_overflowed
# define gasp_has_overflowed(frame) false
#endif

#ifndef gasp_jump_target
extern unsigned long gasp_jump_target (const void *environment);
#endif

/* Finds out which state has to be saved.  */
extern void gasp_state_prepare (void);
#if GASP_HAS_NEAR
/* libgasp's own.  */
extern struct gasp_near *const gasp_own_near[GASP_NEARS];
/* Makes NEAR ready.  If that is not possible, the general hooks are to be
   used.  */
extern bool gasp_prepare_near (struct gasp_near *near);
/* Forgets the hooks NEARS of an object that is being unloaded, of which some
   may be null.  */
extern void gasp_forget_near (struct gasp_near *const *nears);
#endif
/* Returns the value that the aligned word containing SITE must have for the
   site to go to STUB, as one of KIND, or to be dormant if STUB is 0; its
   present value if SITE is not as the compiler made it.  */
extern unsigned long gasp_site_word (const struct gasp_site *site,
				     unsigned int kind, unsigned long stub);
/* Makes at HEAD, in GASP_HEAD_SIZE bytes, what stubs go through to HOOK.  */
extern void gasp_make_head (unsigned long head, void (*hook) (void));
/* Writes at STUB, in GASP_STUB_SIZE bytes, the code that SITE goes to when it
   is of KIND: it passes the function and jumps to HEAD, or, if HOOK is not 0,
   directly to that.  */
extern void gasp_make_stub (unsigned long stub, const struct gasp_site *site,
			    unsigned int kind, unsigned long head,
			    unsigned long hook);
/* Returns whether signal handlers return to ADDRESS, which ends them.  */
extern bool gasp_is_end_of_handler (unsigned long address);

/* The stack pointer of this function's caller, at the call.  */
#define CALLER_POSITION ((unsigned long) __builtin_dwarf_cfa ())

#ifdef GASP_CALL_STUB_SIZE
/* Returns where the program's own call goes at a call site that has not been
   patched; 0 if it is not one as the compiler made it.  */
extern unsigned long gasp_call_target (const struct gasp_call_site *call);
/* Returns the value that the aligned word containing CALL must have for the
   call to go TO; its present value if it is not as the compiler made it.  */
extern unsigned long gasp_call_word (const struct gasp_call_site *call,
				     unsigned long to);
/* Makes at STUB what CALL, whose own target is TARGET, goes to when it is
   active.  */
extern void gasp_make_call_stub (unsigned long stub,
				 const struct gasp_call_site *call,
				 unsigned long target);
#else
# define GASP_CALL_STUB_SIZE 0
# define gasp_call_target(call) 0ul
# define gasp_call_word(call, to) 0ul
# define gasp_make_call_stub(stub, call, target) ((void) (target))
#endif
