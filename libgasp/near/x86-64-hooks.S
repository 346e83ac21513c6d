/* x86-64-hooks.S - what happens at sites, for ordinary calls with a path.

   SPDX-License-Identifier: Apache-2.0

   In each executable and shared object that is linked with libgasp, as a jump
   from there to a library takes longer than all of this; and in libgasp, for
   others.

   Stubs jump here (stubs.c), for calls that are only counted, and for those
   that are timed for themselves alone.  All others go to the general hooks of
   events.c, which do the same and more; paths.h has it in C.  There are two sets:
   the second is for recorders that want each call timed, and so need not ask
   which are.

   HOLD is not set here, but what is read of the frames must still be so when
   they are changed, whatever signal handlers do in between, be it that they go
   on with another stack.  The kernel sees to that: these are restartable
   sequences (rseq(2)), registered by the C library.  From begin_critical to
   end_critical, whose last instruction makes the change, whoever is interrupted
   goes on at the general hook, as if nothing had been done yet.  Where the
   kernel or the C library has no such thing, all go to the general hooks.

   What is in the record changes by one instruction at a time.  Whether a path's
   call is open is seen by its ticks (paths.h), so it does no harm that a handler
   which jumps away may come between the ticks and the frame's time or end: the
   clock is taken off the ticks when the frame says so, and added while it does.

   Where the thread's structure is, relative to %fs, is known when the program
   runs: gasp_prepare_near (x86-64.c) puts it into each instruction that is
   listed among the uses, and the addresses of libgasp's functions into
   gasp_near; and what the kernel has to know of the critical parts.  Until then,
   none of this may run.  */

#include "x86-64-hooks.h"

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

	/* Go to OTHER if somebody is at work on the frames, or there are none.  */
	.macro	check_hold other
	of_thread 1, cmpq $0, %fs:THREAD+THREAD_HOLD
	jne	\other
	.endm

	/* R9: the path, and RAX: the top frame, if what is below the site's
	   position by LIVE is dead and nothing is out of the ordinary; else go
	   to 1.  SP is the stack pointer at the site minus that here.  */
	.macro	find_path live, sp
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

	/* Go to 12 if the call of the frame RAX may be timed as a sample.  One that
	   is counted only has no weight: to ask for both would take longer than to
	   set it.  */
	.macro	find_sample
	cmpq	$0, FRAME_WEIGHT(%rax)
	jne	12f
	.endm

	/* Make RAX the frame above RAX, for R9's call.  Changes R10.  */
	.macro	make_frame sp
	addq	$FRAME_SIZE, %rax
	leaq	\sp(%rsp), %r10
	movq	%r11, FRAME_FUNCTION(%rax)
	movq	%r9, FRAME_DATA(%rax)
	movq	%r10, FRAME_POSITION(%rax)
	movq	$0, FRAME_WEIGHT(%rax)
	.endm

	/* The call is counted only, so far.  */
	.macro	push_frame sp
	make_frame \sp
	movq	$0, FRAME_TIME(%rax)
	end_critical 6f, 0, movq %rax, %fs:THREAD+THREAD_TOP
	.endm

	/* It is timed.  RDX has been saved.  */
	.macro	push_timed_frame sp
	make_frame \sp
	movq	%rax, %r10
	read_clock
	movq	%rdx, FRAME_TIME(%r10)
	end_critical 6f, 0, movq %r10, %fs:THREAD+THREAD_TOP
	addq	$1, PATH_CALLS(%r9)
	begin_ticks
	.endm

	/* R9's call began at RDX.  Changes RAX.  */
	.macro	begin_ticks
	subq	%rdx, PATH_TICKS(%r9)
	of_thread 0, movq %fs:THREAD+THREAD_LATEST, %rax
	movq	%rdx, (%rax)
	.endm

	/* The turn of R9's call, which has the frame RAX, to be timed, if that
	   is the top one; else go to SAMPLE, also if this is interrupted; if by
	   a handler that jumps away, SKIP may stay 0, and it is the next call's
	   turn.  */
	.macro	begin_time free, sp, sample
	cmpl	$0, PATH_PERIOD(%r9)
	jne	\sample
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
	end_critical 5f, no, movq %rdx, FRAME_TIME(%r10)
	begin_ticks
	movq	%r11, %rdx
	.cfi_remember_state
	restore_for_entry \free
	ret
	.cfi_restore_state
	abort_here
5:
3:	movq	%r11, %rdx
	movq	PATH_FUNCTION(%r9), %r11
	jmp	\sample
	.endm

	/* The caller's time stands still from now on.  */
	.macro	notice_entry
	movq	%rdx, %r10
	read_clock
	of_thread 0, movq %rdx, %fs:THREAD+THREAD_NOTICED
	movq	%r10, %rdx
	.endm

	/* The entry of a function, at NAME; what is out of the ordinary goes on
	   at GENERAL.  */
	.macro	enter_hook name, general, live, free, sp
	begin_hook \name
	save_for_entry \free
	.cfi_remember_state
	find_path \live, \sp
	find_sample
	push_frame \sp
	addq	$1, PATH_CALLS(%r9)
	subl	$1, PATH_SKIP(%r9)
	jbe	4f
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
	.cfi_remember_state
12:	notice_entry
	restore_for_entry \free
	jmp	\general
	.cfi_restore_state
8:	restore_for_entry \free
	jmp	BEGIN_SAMPLE
	end_hook \name
	.endm

	enter_hook gasp_near_enter, GENERAL_ENTER, 1, 0, 32
	enter_hook gasp_near_enter_free, GENERAL_ENTER, 1, 1, 8
	enter_hook gasp_near_enter_inlined, GENERAL_ENTER_INLINED, 0, 0, 32

	/* The same where each call is timed.  */
	.macro	enter_timed_hook name, general, live, free, sp
	begin_hook \name
	save_for_entry \free
	save_at_site %rdx
	.cfi_remember_state
	find_path \live, \sp
	push_timed_frame \sp
	restore_at_site %rdx
	restore_for_entry \free
	ret
	.cfi_restore_state
	abort_here
6:
1:	restore_at_site %rdx
	restore_for_entry \free
	jmp	\general
	end_hook \name
	.endm

	enter_timed_hook gasp_near_enter_timed, GENERAL_ENTER, 1, 0, 40
	enter_timed_hook gasp_near_enter_timed_free, GENERAL_ENTER, 1, 1, 16
	enter_timed_hook gasp_near_enter_timed_inlined, GENERAL_ENTER_INLINED, 0, \
		0, 40

/* Of a function that calls nothing: it needs no frame, unless it is timed.  */
	begin_hook gasp_near_enter_leaf
	find_path 1, 8
	find_sample
	end_critical 6f, no, addq $1, PATH_CALLS(%r9)
	subl	$1, PATH_SKIP(%r9)
	jbe	4f
	ret
4:	subq	$1, PATH_CALLS(%r9)
	movl	$1, PATH_SKIP(%r9)
	jmp	gasp_near_enter_free
12:	notice_entry
	jmp	GENERAL_ENTER
	abort_here
6:
1:	jmp	GENERAL_ENTER
	end_hook gasp_near_enter_leaf

/* ---- Ends  */

	/* The top frame's call, whose position is SP bytes above the stack
	   pointer, is over, if it was only counted; go to 4 if it was not, to 2
	   if that is another's frame, and to 6 if this is interrupted.  */
	.macro	leave_counted sp
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
	end_critical 6f, 1, subq $FRAME_SIZE, %fs:THREAD+THREAD_TOP
	.else
	cmpq	%rsp, FRAME_POSITION(%r11)
	jne	2f
	subq	$FRAME_SIZE, %r11
	end_critical 6f, 0, movq %r11, %fs:THREAD+THREAD_TOP
	.endif
	.endm

	/* Read the clock, in a critical part that this begins.  If the top frame's
	   call, REGISTER's from now on, is not timed, go to OTHER: there are none
	   in a thread that may not read it.  To look at more first takes time.  */
	.macro	begin_end register, other
	begin_critical \register
	check_hold \other
	of_thread 0, movq %fs:THREAD+THREAD_TOP, \register
	cmpq	$RECORDED, FRAME_TIME(\register)
	jbe	\other
	read_clock
	.endm

	/* The same as leave_counted if it was timed, and RAX, RDX, R9 and R10
	   have been saved; go to 1 if there is more to do than to time it, and to
	   7 if it was not timed, or this is interrupted.  ALWAYS is 1 if each
	   call is timed.  A handler's calls are part of this one.  */
	.macro	leave_timed sp, always
	begin_end %r11, 7f
	leaq	\sp(%rsp), %rax
	cmpq	%rax, FRAME_POSITION(%r11)
	jne	1f
	end_time 7f, \always
	.endm

	/* R11, the top frame's timed call, was over at RDX; in a critical part.  */
	.macro	end_time abort, always
	of_thread 1, cmpb $0, %fs:THREAD+THREAD_CAREFUL
	jne	1f
	movq	FRAME_DATA(%r11), %r9
	movq	FRAME_FUNCTION(%r11), %r10
	cmpq	%r10, PATH_FUNCTION(%r9)
	jne	1f
	.if	!\always
	cmpq	$0, FRAME_WEIGHT-FRAME_SIZE(%r11)
	jne	1f
	cmpl	$0, PATH_PERIOD(%r9)
	jne	1f
	movq	PATH_CALLS(%r9), %r10
	leaq	-1(%r10), %rax
	testq	%r10, %rax
	je	1f
	.endif
	cmpq	$0, PATH_TICKS(%r9)
	jge	1f
	subq	$FRAME_SIZE, %r11
	of_thread 0, movq %fs:THREAD+THREAD_LATEST, %rax
	addq	%rdx, PATH_TICKS(%r9)
	end_critical \abort, 0, movq %r11, %fs:THREAD+THREAD_TOP
	movq	%rdx, (%rax)
	.endm

/* Of an emitted function, which has a position of its own: that tells.  The site
   jumps here, and this returns for it.  Two hooks of each set: r9 and r10 are
   free, or not.  */
	.macro	return_hook name, free, always
	begin_hook \name
	.if	!\always
	leave_counted 0
	ret
	abort_here
6:	jmp	2f
4:
	.endif
	save_for_leave \free
	.cfi_remember_state
	leave_timed 32-16*\free, \always
	restore_for_leave \free
	ret
	.cfi_restore_state
1:	notice_end
	jmp	7f
	abort_here
7:	restore_for_leave \free
2:	xorl	%r11d, %r11d
	call	GENERAL_LEAVE
	ret
	end_hook \name
	.endm
	/* The call was over at RDX.  */
	.macro	notice_end
	of_thread 0, movq %rdx, %fs:THREAD+THREAD_NOTICED
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

	return_hook gasp_near_return, 0, 0
	return_hook gasp_near_return_free, 1, 0
	return_hook gasp_near_return_timed, 0, 1
	return_hook gasp_near_return_timed_free, 1, 1

/* Of one that may have no frame.  The frames may be elsewhere after a handler
   that went deep, so this looks only in a critical part.  If that is interrupted,
   the general hook looks: to begin anew would never end where each instruction
   is, as by a debugger.  */
	begin_hook gasp_near_return_leaf
	begin_critical %r11
	check_hold gasp_near_return_free
	of_thread 0, movq %fs:THREAD+THREAD_TOP, %r11
	end_critical 6f, no, movq FRAME_POSITION(%r11), %r11
	cmpq	%rsp, %r11
	je	gasp_near_return_free
	ret
	abort_here
6:	movl	$LEAF, %r11d
	call	GENERAL_LEAVE
	ret
	end_hook gasp_near_return_leaf

	/* RAX: the top frame, if it is that of r11's call, which ends SP bytes
	   above the stack pointer; for those of the source, any position on this
	   stack will do.  Else go to OTHER.  In a critical part.  */
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

	/* The end of a call, SP bytes below the site's position when the
	   registers that this uses have been saved.  ALWAYS is 1 if each call
	   is timed.  */
	.macro	leave_any sp, always
	save_for_leave 0
	.if	\always
	time_any \sp, 1
	.else
	.cfi_remember_state
	begin_critical %r9
	check_hold 8f
	find_frame \sp, 8f
	cmpq	$RECORDED, FRAME_TIME(%rax)
	jae	4f
	subq	$FRAME_SIZE, %rax
	end_critical 6f, 0, movq %rax, %fs:THREAD+THREAD_TOP
	.endif
5:	restore_for_leave 0
	.endm
	.macro	leave_any_end sp, always
	.cfi_restore_state
	.if	!\always
4:	time_any \sp, 0
	jmp	5b
	.cfi_restore_state
	.endif
1:	notice_end
	jmp	7f
	abort_here
7:	popq	%r11
	.cfi_adjust_cfa_offset -8
	.if	!\always
	jmp	8f
	abort_here
6:
8:
	.endif
	restore_for_leave 0
	.endm
	.macro	time_any sp, always
	pushq	%r11
	.cfi_adjust_cfa_offset 8
	begin_end %r9, 7f
	find_frame 8+\sp, 1f
	movq	%rax, %r11
	end_time 7f, \always
	.cfi_remember_state
	popq	%r11
	.cfi_adjust_cfa_offset -8
	.endm

	.macro	leave_hook name, always
	begin_hook \name
	leave_any 40, \always
	ret
	leave_any_end 40, \always
	jmp	GENERAL_LEAVE
	end_hook \name
	.endm

	leave_hook gasp_near_leave, 0
	leave_hook gasp_near_leave_timed, 1

/* The hook of sites before a jump to another function, whose target may be in
   r11: the stub has pushed it.  */
	.macro	tail_hook name, always
	begin_hook \name
	.cfi_adjust_cfa_offset 8
	leave_any 48, \always
	popq	%r11
	.cfi_adjust_cfa_offset -8
	ret
	leave_any_end 48, \always
	call	GENERAL_TAIL
	popq	%r11
	.cfi_adjust_cfa_offset -8
	ret
	end_hook \name
	.endm

	tail_hook gasp_near_tail, 0
	tail_hook gasp_near_tail_timed, 1

/* The same of an emitted function.  Its sites come here by themselves.  */
	.macro	tail_emitted_hook name, always
	begin_hook \name
	pushq	%r11
	.cfi_adjust_cfa_offset 8
	.if	!\always
	leave_counted 16
	popq	%r11
	.cfi_remember_state
	.cfi_adjust_cfa_offset -8
	ret
	.cfi_restore_state
	abort_here
6:	jmp	2f
4:
	.endif
	save_for_leave 0
	.cfi_remember_state
	leave_timed 48, \always
	restore_for_leave 0
3:	popq	%r11
	.cfi_adjust_cfa_offset -8
	ret
	.cfi_restore_state
1:	notice_end
	jmp	7f
	abort_here
7:	restore_for_leave 0
2:	xorl	%r11d, %r11d
	call	GENERAL_TAIL
	jmp	3b
	end_hook \name
	.endm

	tail_emitted_hook gasp_near_tail_emitted, 0
	tail_emitted_hook gasp_near_tail_emitted_timed, 1

/* ---- What libgasp has to know: struct gasp_near (x86-64.h).  */

	.section .rodata.gasp_uses
uses_end:
	.section .rodata.gasp_parts
parts_end:
	.section .text.gasp_hooks
text_end:

	.section .data.gasp_near, "aw"
	.p2align 3
	.globl	gasp_near
	.hidden	gasp_near
	.type	gasp_near, @object
gasp_near:
	.quad	0, 0, 0, 0, 0, 0
	.long	0
	.long	text - gasp_near, text_end - gasp_near
	.long	uses - gasp_near, uses_end - gasp_near
	.long	parts - gasp_near, parts_end - gasp_near
	.long	descriptors - gasp_near
	/* By what stubs.c numbers.  */
	.macro	hooks name:req, names:vararg
	.long	\name - gasp_near
	.ifnb	\names
	hooks	\names
	.endif
	.endm
	hooks	gasp_near_enter, gasp_near_leave, gasp_near_tail, gasp_near, \
		gasp_near_enter_inlined, gasp_near, gasp_near, gasp_near, \
		gasp_near_enter_free, gasp_near_enter_leaf, gasp_near_return, \
		gasp_near_return_free, gasp_near_return_leaf, gasp_near_tail_emitted
	hooks	gasp_near_enter_timed, gasp_near_leave_timed, \
		gasp_near_tail_timed, gasp_near, \
		gasp_near_enter_timed_inlined, gasp_near, gasp_near, gasp_near, \
		gasp_near_enter_timed_free, gasp_near_enter_timed_free, \
		gasp_near_return_timed, gasp_near_return_timed_free, \
		gasp_near_return_timed_free, gasp_near_tail_emitted_timed
	.size	gasp_near, .-gasp_near

	.section .note.GNU-stack, "", @progbits
