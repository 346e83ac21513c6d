/* x86-64-hooks.S - what happens at sites, for ordinary calls with a path.

   SPDX-License-Identifier: Apache-2.0

   In each executable and shared object that is linked with libgasp, as a jump
   from there to a library takes longer than all of this; and in libgasp, for
   others.

   Stubs jump here (stubs.c), for calls that are only counted, and for those
   that are timed for themselves alone.  All others go to the general hooks of
   events.c, which do the same and more; paths.h has it in C.

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

#ifdef __CET__
# include <cet.h>
#else
# define _CET_ENDBR
#endif

#define THREAD_HOLD 0
#define THREAD_TOP 8
#define THREAD_LIMIT 16
#define THREAD_LATEST 40
#define THREAD_PATHS 48
#define THREAD_CAREFUL 56
#define THREAD_LOW 64
#define THREAD_NOTICED 80
#define FRAME_FUNCTION 0
#define FRAME_POSITION 8
#define FRAME_DATA 16
#define FRAME_TIME 24
#define FRAME_WEIGHT 40
#define FRAME_SIZE 48
#define PATH_FUNCTION 0
#define PATH_CALLS 32
#define PATH_TICKS 40
#define PATH_SKIP 56
#define PATH_PERIOD 60
#define FUNCTION_FLAGS 20
#define SOURCE 1		/* GASP_GCC_SOURCE */
#define LEAF 1			/* GASP_LEAF */
#define RECORDED 1		/* GASP_GCC_RECORDED; below is UNTIMED */
#define PATHS_FACTOR 1688	/* GASP_PATHS_FACTOR */
#define PATHS_MASK 0x1fff0

/* In libgasp, by gasp_near.  */
#define GENERAL_ENTER *gasp_near(%rip)
#define GENERAL_ENTER_INLINED *gasp_near+8(%rip)
#define GENERAL_LEAVE *gasp_near+16(%rip)
#define GENERAL_TAIL *gasp_near+24(%rip)
#define BEGIN_SAMPLE *gasp_near+32(%rip)

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

	/* An instruction that has %fs:THREAD+... in it, and behind that an
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

	/* What follows, up to end_critical's INSTRUCTION, begins anew if it is
	   interrupted: at ABORT, which is behind GASP_ABORT.  Nothing else may
	   be in between, be it jumped to or over: the kernel may still know of
	   the part from another time.  Changes REGISTER.  */
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
	/* The kernel goes nowhere without this in front: an instruction that
	   there is not.  */
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

	/* R9: the path, and RAX: the top frame, if what is below the site's
	   position by LIVE is dead and nothing is out of the ordinary; else go
	   to 1, or, if the caller's call is timed as a sample, to 12.  SP is the
	   stack pointer at the site minus that here.  */
	.macro	find_path live, sp
	begin_critical %r10
	of_thread 0, movq %fs:THREAD+THREAD_TOP, %rax
	of_thread 1, cmpq $0, %fs:THREAD+THREAD_HOLD
	jne	1f
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
	cmpq	$RECORDED, FRAME_TIME(%rax)
	jbe	2f
	cmpq	$0, FRAME_WEIGHT(%rax)
	jne	12f
2:
	.endm

	/* Make the frame above RAX, for R9.  */
	.macro	push_frame sp
	addq	$FRAME_SIZE, %rax
	leaq	\sp(%rsp), %r10
	movq	%r11, FRAME_FUNCTION(%rax)
	movq	%r9, FRAME_DATA(%rax)
	movq	$0, FRAME_TIME(%rax)
	movq	%r10, FRAME_POSITION(%rax)
	end_critical 6f, 0, movq %rax, %fs:THREAD+THREAD_TOP
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
	movq	$0, FRAME_WEIGHT(%r10)
	read_clock
	end_critical 5f, no, movq %rdx, FRAME_TIME(%r10)
	subq	%rdx, PATH_TICKS(%r9)
	of_thread 0, movq %fs:THREAD+THREAD_LATEST, %rax
	movq	%rdx, (%rax)
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

/* Of a function that calls nothing: it needs no frame, unless it is timed.  */
	begin_hook gasp_near_enter_leaf
	find_path 1, 8
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
	of_thread 1, cmpq $0, %fs:THREAD+THREAD_HOLD
	jne	2f
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

	/* The same if it was timed, and RAX, RDX, R9 and R10 have been saved; go
	   to 1 if there is more to do than to time it, and to 7 if this is
	   interrupted.  The clock comes first, since to look takes time, but is
	   read in the critical part: a handler's calls are part of this one.  */
	.macro	leave_timed sp
	begin_critical %r11
	read_clock
	of_thread 1, cmpq $0, %fs:THREAD+THREAD_HOLD
	jne	1f
	of_thread 0, movq %fs:THREAD+THREAD_TOP, %r11
	leaq	\sp(%rsp), %rax
	cmpq	%rax, FRAME_POSITION(%r11)
	jne	1f
	end_time 7f
	.endm

	/* R11 is the top frame, whose call was over at RDX, in a critical part.  */
	.macro	end_time abort
	cmpq	$RECORDED, FRAME_TIME(%r11)
	jbe	1f
	of_thread 1, cmpb $0, %fs:THREAD+THREAD_CAREFUL
	jne	1f
	cmpq	$0, FRAME_WEIGHT-FRAME_SIZE(%r11)
	jne	1f
	movq	FRAME_DATA(%r11), %r9
	movq	FRAME_FUNCTION(%r11), %r10
	cmpq	%r10, PATH_FUNCTION(%r9)
	jne	1f
	cmpl	$0, PATH_PERIOD(%r9)
	jne	1f
	movq	PATH_CALLS(%r9), %r10
	leaq	-1(%r10), %rax
	testq	%r10, %rax
	je	1f
	cmpq	$0, PATH_TICKS(%r9)
	jge	1f
	subq	$FRAME_SIZE, %r11
	of_thread 0, movq %fs:THREAD+THREAD_LATEST, %rax
	addq	%rdx, PATH_TICKS(%r9)
	end_critical \abort, 0, movq %r11, %fs:THREAD+THREAD_TOP
	movq	%rdx, (%rax)
	.endm

/* Of an emitted function, which has a position of its own: that tells.  The site
   jumps here, and this returns for it.  Two hooks: r9 and r10 are free, or
   not.  */
	.macro	return_hook name, free
	begin_hook \name
	leave_counted 0
	ret
	abort_here
6:
2:	xorl	%r11d, %r11d
	call	GENERAL_LEAVE
	ret
4:	save_at_site %rax
	save_at_site %rdx
	.if	!\free
	save_at_site %r9
	save_at_site %r10
	.endif
	.cfi_remember_state
	leave_timed 32-16*\free
	restore_for_leave \free
	ret
	.cfi_restore_state
1:	notice_end
	jmp	7f
	abort_here
7:	restore_for_leave \free
	jmp	2b
	end_hook \name
	.endm
	/* The call was over at RDX.  */
	.macro	notice_end
	of_thread 0, movq %rdx, %fs:THREAD+THREAD_NOTICED
	.endm
	.macro	restore_for_leave free
	.if	!\free
	restore_at_site %r10
	restore_at_site %r9
	.endif
	restore_at_site %rdx
	restore_at_site %rax
	.endm

	return_hook gasp_near_return, 0
	return_hook gasp_near_return_free, 1

/* Of one that may have no frame.  The frames may be elsewhere after a handler
   that went deep, so this looks only in a critical part.  If that is interrupted,
   the general hook looks: to begin anew would never end where each instruction
   is, as by a debugger.  */
	begin_hook gasp_near_return_leaf
	begin_critical %r11
	of_thread 1, cmpq $0, %fs:THREAD+THREAD_HOLD
	jne	gasp_near_return_free
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
	of_thread 1, cmpq $0, %fs:THREAD+THREAD_HOLD
	jne	\other
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
	   registers that this uses have been saved.  */
	.macro	leave_any sp
	save_at_site %rax
	save_at_site %rdx
	save_at_site %r9
	save_at_site %r10
	.cfi_remember_state
	begin_critical %r9
	find_frame \sp, 8f
	cmpq	$RECORDED, FRAME_TIME(%rax)
	jae	4f
	subq	$FRAME_SIZE, %rax
	end_critical 6f, 0, movq %rax, %fs:THREAD+THREAD_TOP
5:	restore_for_leave 0
	.endm
	.macro	leave_any_end sp
	.cfi_restore_state
4:	pushq	%r11
	.cfi_adjust_cfa_offset 8
	begin_critical %r9
	read_clock
	find_frame 8+\sp, 1f
	movq	%rax, %r11
	end_time 7f
	popq	%r11
	.cfi_remember_state
	.cfi_adjust_cfa_offset -8
	jmp	5b
	.cfi_restore_state
1:	notice_end
	jmp	7f
	abort_here
7:	popq	%r11
	.cfi_adjust_cfa_offset -8
	jmp	8f
	abort_here
6:
8:	restore_for_leave 0
	.endm

	begin_hook gasp_near_leave
	leave_any 40
	ret
	leave_any_end 40
	jmp	GENERAL_LEAVE
	end_hook gasp_near_leave

/* The hook of sites before a jump to another function, whose target may be in
   r11: the stub has pushed it.  */
	begin_hook gasp_near_tail
	.cfi_adjust_cfa_offset 8
	leave_any 48
	popq	%r11
	.cfi_adjust_cfa_offset -8
	ret
	leave_any_end 48
	call	GENERAL_TAIL
	popq	%r11
	.cfi_adjust_cfa_offset -8
	ret
	end_hook gasp_near_tail

/* The same of an emitted function.  Its sites come here by themselves.  */
	begin_hook gasp_near_tail_emitted
	pushq	%r11
	.cfi_adjust_cfa_offset 8
	leave_counted 16
3:	popq	%r11
	.cfi_remember_state
	.cfi_adjust_cfa_offset -8
	ret
	.cfi_restore_state
	abort_here
6:
2:	xorl	%r11d, %r11d
	call	GENERAL_TAIL
	jmp	3b
4:	save_at_site %rax
	save_at_site %rdx
	save_at_site %r9
	save_at_site %r10
	.cfi_remember_state
	leave_timed 48
	restore_for_leave 0
	jmp	3b
	.cfi_restore_state
	abort_here
7:
1:	notice_end
	restore_for_leave 0
	jmp	2b
	end_hook gasp_near_tail_emitted

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
	.size	gasp_near, .-gasp_near

	.section .note.GNU-stack, "", @progbits
