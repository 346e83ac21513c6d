/* x86-64-hooks.h - what happens at sites, for ordinary calls with a path: what
   hooks near by are made of.

   SPDX-License-Identifier: Apache-2.0

   They are in each executable and shared object that is linked with libgasp, as
   a jump from there to a library takes longer than all of this; and in libgasp,
   for others.  Those for emitted functions are in one file and those for
   functions of the source in another, as few objects need both.

   Stubs jump there (stubs.c), for calls that are only counted, and for those
   that are timed.  All others go to the general hooks of hooks.c, which do the
   same and more; paths.h has it in C.

   HOLD is not set here, but what is read of the frames must still be so when
   they are changed, whatever signal handlers do in between, be it that they go
   on with another stack.  The kernel sees to that: these are restartable
   sequences (rseq(2)), registered by the C library.  From begin_critical to
   end_critical, whose last instruction makes the change, whoever is interrupted
   goes on at the general hook, as if nothing had been done yet.  Where the
   kernel or the C library has no such thing, all go to the general hooks.

   What is in the record changes by one instruction at a time.  Whether a path's
   call is open is seen by its ticks (paths.h), so it does no harm that a
   handler which jumps away may come between the ticks and the frame's time or
   end: the clock is taken off the ticks when the frame says so, and added while
   it does.

   Where the thread's structure is, relative to %fs, is known when the program
   runs: gasp_prepare_near (x86-64.c) puts it into each instruction that is
   listed among the uses, and the addresses of libgasp's functions into the
   table; and what the kernel has to know of the critical parts.  Until then,
   none of this may run.  */

#pragma once

#ifdef __CET__
# include <cet.h>
#else
# define _CET_ENDBR
#endif

#include "offsets.h"

/* The byte of THREAD_WHERE that GASP_GCC_AT_WORK is in.  */
#define AT_WORK 7
#define LEAF 1			/* GASP_LEAF */

/* In libgasp, by the table.  */
#define GENERAL_ENTER *table(%rip)
#define GENERAL_ENTER_INLINED *table+8(%rip)
#define GENERAL_LEAVE *table+16(%rip)
#define GENERAL_TAIL *table+24(%rip)
#define BEGIN_CALL *table+32(%rip)
#define PROCESS_MARK table+40(%rip)

	.section .rodata.gasp_uses, "a"
	.p2align 2
uses:
	.section .rodata.gasp_parts, "a"
	.p2align 2
parts:
	.section .data.gasp_parts, "aw"
	.p2align 3
descriptors:
	.section .text.gasp_hooks, "ax"
text:

	/* An instruction that has %fs:THREAD+... in it, and after that an
	   immediate operand of so many BYTES.  */
#define THREAD 0x40000000
#define CRITICAL_PART 0x50000000	/* of the C library's struct rseq */
	.macro	of_thread bytes, instruction:vararg
	\instruction
	.ifnc	\bytes, no
9:	.pushsection .rodata.gasp_uses
	.long	9b - \bytes - 4 - uses
	.popsection
	.endif
	.endm

	/* The instructions from here to end_critical's INSTRUCTION are
	   restarted if they are interrupted: at ABORT, which is after
	   GASP_ABORT.  No other code may be in between, not even code that is
	   jumped over: the kernel may still hold the section from an earlier
	   time.  Changes REGISTER.  */
	.macro	begin_critical register
	.pushsection .data.gasp_parts, "aw"
10:	.quad	0
	.popsection
	movq	10b(%rip), \register
	of_thread 0, movq \register, %fs:CRITICAL_PART
11:	.pushsection .rodata.gasp_parts
	.long	11b - parts
	.popsection
	.endm
	.macro	end_critical abort, bytes, instruction:vararg
	of_thread \bytes, \instruction
11:	.pushsection .rodata.gasp_parts
	.long	11b - parts, \abort - parts
	.popsection
	.endm
	/* The kernel continues only where this is in front: no instruction
	   begins like that.  */
	.macro	abort_here
	.byte	0x0f, 0xb9, 0x3d
	.long	0x53053053
	.endm

	.macro	save_at_site register
	pushq	\register
	.cfi_adjust_cfa_offset 8
	.endm
	.macro	restore_at_site register
	popq	\register
	.cfi_adjust_cfa_offset -8
	.endm
	.macro	begin_hook name
	.p2align 6
	.globl	\name
	.hidden	\name
	.type	\name, @function
\name:
	.cfi_startproc
	_CET_ENDBR
	.endm
	.macro	end_hook name
	.cfi_endproc
	.size	\name, .-\name
	.endm

	/* The thread is recording, from now on; or it is at REGISTER
	   (gasp_gcc_where).  */
	.macro	begin_work
	of_thread 1, movb $1, %fs:THREAD+THREAD_WHERE+AT_WORK
	.endm
	/* The thread records no more; it is where it was.  */
	.macro	interrupt_work
	of_thread 1, movb $0, %fs:THREAD+THREAD_WHERE+AT_WORK
	.endm
	.macro	end_work register
	of_thread 0, movq \register, %fs:THREAD+THREAD_WHERE
	.endm
	/* The same at an entry, with where the thread has been in R9.  */
	.macro	begin_entry
	of_thread 0, movq %fs:THREAD+THREAD_WHERE, %r9
	begin_work
	.endm

	/* The clock in RDX, and the low half in RAX.  */
	.macro	read_clock
	rdtsc
	shlq	$32, %rdx
	orq	%rax, %rdx
	.endm

/* ---- Entries.  Registers: rax, r9, r10, which are saved unless they are free,
   and r11, the function.  */

	.macro	save_for_entry free
	.if	!\free
	save_at_site %rax
	save_at_site %r9
	save_at_site %r10
	.endif
	.endm
	.macro	restore_for_entry free
	.if	!\free
	restore_at_site %r10
	restore_at_site %r9
	restore_at_site %rax
	.endif
	.endm

	/* Go to OTHER if somebody is at work on the frames, or there are
	   none.  */
	.macro	check_hold other
	of_thread 1, cmpq $0, %fs:THREAD+THREAD_HOLD
	jne	\other
	.endm

	/* R9: the path, and RAX: the top frame, if all frames below the site's
	   position by LIVE are dead and this is an ordinary call; else go to 1.
	   SP is the stack pointer at the site minus the one here.  If there
	   will be a FRAME, R9, from begin_entry, goes into it.  */
	.macro	find_path live, sp, frame=1
	begin_critical %r10
	of_thread 0, movq %fs:THREAD+THREAD_TOP, %rax
	check_hold 1f
	of_thread 0, cmpq %fs:THREAD+THREAD_LIMIT, %rax
	jae	1f
	leaq	\sp+\live(%rsp), %r10
	cmpq	%r10, FRAME_POSITION(%rax)
	jb	1f
	of_thread 0, cmpq %fs:THREAD+THREAD_LOW, %r10
	jb	1f
	.if	\frame
	movq	%r9, FRAME_SIZE+FRAME_WAS(%rax)
	.endif
	movq	FRAME_DATA(%rax), %r9
	imull	$PATHS_FACTOR, %r11d, %r10d
	addl	%r9d, %r10d
	andl	$PATHS_MASK, %r10d
	of_thread 0, addq %fs:THREAD+THREAD_PATHS, %r10
	cmpq	%r9, (%r10)
	jne	1f
	movq	8(%r10), %r9
	cmpq	%r11, PATH_FUNCTION(%r9)
	jne	1f
	.endm

	/* Make RAX the frame above RAX, for R9's call.  Changes R10.  */
	.macro	make_frame sp
	addq	$FRAME_SIZE, %rax
	leaq	\sp(%rsp), %r10
	movq	%r11, FRAME_FUNCTION(%rax)
	movq	%r9, FRAME_DATA(%rax)
	movq	%r10, FRAME_POSITION(%rax)
	.endm

	/* The call is counted only, so far.  */
	.macro	push_frame sp
	make_frame \sp
	movq	$0, FRAME_TIME(%rax)
	end_critical 6f, 0, movq %rax, %fs:THREAD+THREAD_TOP
	.endm

	/* R9's call began at RDX.  Changes RAX.  */
	.macro	begin_ticks
	subq	%rdx, PATH_TICKS(%r9)
	of_thread 0, movq %fs:THREAD+THREAD_LATEST, %rax
	movq	%rdx, (%rax)
	.endm

	/* R9's call, which has the frame RAX, is to be timed, if that is the
	   top one; else go to OTHER, also if this is interrupted, if the path
	   is observed, or if the clock is due.  If a handler that interrupts it
	   jumps away, SKIP may stay 0, and it is the next call that finds it
	   so.  */
	.macro	begin_time free, sp, other
	cmpl	$0, PATH_PERIOD(%r9)
	jne	\other
	movl	$1, PATH_SKIP(%r9)
	movq	%rdx, %r11
	begin_critical %r10
	of_thread 0, cmpq %fs:THREAD+THREAD_TOP, %rax
	jne	3f
	leaq	\sp(%rsp), %r10
	cmpq	%r10, FRAME_POSITION(%rax)
	jne	3f
	movq	%rax, %r10
	read_clock
	of_thread 0, cmpq %fs:THREAD+THREAD_DUE, %rdx
	jae	3f
	end_critical 5f, no, movq %rdx, FRAME_TIME(%r10)
	begin_ticks
	end_work %r9
	movq	%r11, %rdx
	.cfi_remember_state
	restore_for_entry \free
	ret
	.cfi_restore_state
	abort_here
5:
3:	movq	%r11, %rdx
	movq	PATH_FUNCTION(%r9), %r11
	jmp	\other
	.endm

	/* The entry of a function, at NAME; calls that are not ordinary
	   continue at GENERAL.  */
	.macro	enter_hook name, general, live, free, sp
	begin_hook \name
	save_for_entry \free
	.cfi_remember_state
	begin_entry
	find_path \live, \sp
	push_frame \sp
	addq	$1, PATH_CALLS(%r9)
	subl	$1, PATH_SKIP(%r9)
	jbe	4f
	end_work %r9
	restore_for_entry \free
	ret
	.cfi_restore_state
	.cfi_remember_state
4:	begin_time \free, \sp, 8f
	.cfi_restore_state
	.cfi_remember_state
	abort_here
6:
1:	restore_for_entry \free
	jmp	\general
	.cfi_restore_state
8:	restore_for_entry \free
	jmp	BEGIN_CALL
	end_hook \name
	.endm

/* ---- Ends  */

	/* The top frame's call, whose position is SP bytes above the stack
	   pointer, is over, if it was only counted; go to 4 if it was not, to 2
	   if that is another's frame, and to 6 if this is interrupted.  There
	   is but one register.  */
	.macro	leave_counted sp
	begin_work
	begin_critical %r11
	check_hold 2f
	of_thread 0, movq %fs:THREAD+THREAD_TOP, %r11
	cmpq	$RECORDED, FRAME_TIME(%r11)
	jae	4f
	.if	\sp
	movq	FRAME_POSITION(%r11), %r11
	subq	%rsp, %r11
	cmpq	$\sp, %r11
	jne	2f
	of_thread 0, movq %fs:THREAD+THREAD_TOP, %r11
	.else
	cmpq	%rsp, FRAME_POSITION(%r11)
	jne	2f
	.endif
	movq	FRAME_WAS(%r11), %r11
	end_work %r11
	end_critical 6f, 1, subq $FRAME_SIZE, %fs:THREAD+THREAD_TOP
	.endm

	/* Read the clock, in a critical part that this begins.  If the top
	   frame's call, REGISTER's from now on, is not timed, go to OTHER:
	   there are none in a thread that may not read it.  To look at more
	   first takes time.  */
	.macro	begin_end register, other
	begin_critical \register
	check_hold \other
	of_thread 0, movq %fs:THREAD+THREAD_TOP, \register
	cmpq	$RECORDED, FRAME_TIME(\register)
	jbe	\other
	read_clock
	.endm

	/* The same as leave_counted if it was timed, and RAX, RDX, R9 and R10
	   have been saved; go to 1 if there is more to do than to time it, and
	   to 7 if it was not timed, or this is interrupted.  A handler's calls
	   are part of this one.  */
	.macro	leave_timed sp
	begin_end %r11, 7f
	leaq	\sp(%rsp), %rax
	cmpq	%rax, FRAME_POSITION(%r11)
	jne	1f
	end_time 7f
	.endm

	/* R9: the path of R11's call, which is timed and ends at RDX; go to 1
	   if somebody else is to know that it is over, the clock is due, or
	   this process is a copy.  In a critical part.  At entries, a copy is
	   noticed as it has no known paths.  */
	.macro	find_ended
	of_thread 1, cmpb $0, %fs:THREAD+THREAD_SLOW_PATH
	jne	1f
	of_thread 0, cmpq %fs:THREAD+THREAD_DUE, %rdx
	jae	1f
	movq	PROCESS_MARK, %r10
	movq	(%r10), %r10
	cmpb	$0, (%r10)
	je	1f
	movq	FRAME_DATA(%r11), %r9
	movq	FRAME_FUNCTION(%r11), %r10
	cmpq	%r10, PATH_FUNCTION(%r9)
	jne	1f
	.endm

	/* R11, the top frame's timed call, was over at RDX; in a critical
	   part.  */
	.macro	end_time abort
	find_ended
	cmpl	$0, PATH_PERIOD(%r9)
	jne	1f
	movq	PATH_CALLS(%r9), %r10
	leaq	-1(%r10), %rax
	testq	%r10, %rax
	je	1f
	cmpq	$0, PATH_TICKS(%r9)
	jge	1f
	movq	FRAME_WAS(%r11), %r10
	subq	$FRAME_SIZE, %r11
	of_thread 0, movq %fs:THREAD+THREAD_LATEST, %rax
	addq	%rdx, PATH_TICKS(%r9)
	end_critical \abort, 0, movq %r11, %fs:THREAD+THREAD_TOP
	movq	%rdx, (%rax)
	end_work %r10
	.endm

	/* RAX: the top frame, if it is that of r11's call, which ends SP bytes
	   above the stack pointer; for those of the source, any position on
	   this stack will do.  Else go to OTHER.  In a critical part.  */
	.macro	find_frame sp, other
	of_thread 0, movq %fs:THREAD+THREAD_TOP, %rax
	cmpq	%r11, FRAME_FUNCTION(%rax)
	jne	\other
	leaq	\sp(%rsp), %r10
	cmpq	%r10, FRAME_POSITION(%rax)
	je	2f
	testb	$SOURCE, FUNCTION_FLAGS(%r11)
	je	\other
	cmpq	%r10, FRAME_POSITION(%rax)
	jb	\other
	of_thread 0, cmpq %fs:THREAD+THREAD_LOW, %r10
	jb	\other
2:
	.endm

	.macro	save_for_leave free
	save_at_site %rax
	save_at_site %rdx
	.if	!\free
	save_at_site %r9
	save_at_site %r10
	.endif
	.endm
	.macro	restore_for_leave free
	.if	!\free
	restore_at_site %r10
	restore_at_site %r9
	.endif
	restore_at_site %rdx
	restore_at_site %rax
	.endm

/* ---- What libgasp has to know: struct gasp_near (x86-64.h).  */

	/* KIND's, as gasp_near_KIND; HOOKS says which, in two lists by what
	   stubs.c numbers.  */
	.macro	begin_table kind
	.section .rodata.gasp_uses
uses_end:
	.section .rodata.gasp_parts
parts_end:
	.section .text.gasp_hooks
text_end:
	.section .data.gasp_near, "aw"
	.p2align 3
	.globl	gasp_near_\kind
	.hidden	gasp_near_\kind
	.type	gasp_near_\kind, @object
gasp_near_\kind:
table:
	.quad	0, 0, 0, 0, 0, 0, 0
	.long	0
	.long	text - table, text_end - table
	.long	uses - table, uses_end - table
	.long	parts - table, parts_end - table
	.long	descriptors - table
	.endm
	.macro	hooks name:req, names:vararg
	.long	\name - table
	.ifnb	\names
	hooks	\names
	.endif
	.endm
#define NONE table
	.macro	end_table kind
	.size	gasp_near_\kind, .-gasp_near_\kind
	.section .note.GNU-stack, "", @progbits
	.endm
