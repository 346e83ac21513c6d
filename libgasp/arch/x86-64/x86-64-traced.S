/* x86-64-traced.S - hooks for calls that are all timed, and logged (gasp_gcc.h).

   SPDX-License-Identifier: Apache-2.0

   These are as near/x86-64-hooks.h says, but for two things.  No one instruction
   changes both the frames and the log, so the last one of a critical part sets
   HOLD, and the changes are made while that is set.  And they are in libgasp
   alone: a jump there takes a nanosecond of some 15, and programs stay
   smaller.  */

#include "near/x86-64-hooks.h"

	/* The last instruction of a critical part: from now on it is HOLD that keeps
	   others away.  */
	.macro	hold abort
	end_critical \abort, 0, movq %rsp, %fs:THREAD+THREAD_HOLD
	.endm
	/* Go to 14 if there is something to be done that was put off.  Changes
	   R10.  */
	.macro	release
	of_thread 0, movq %fs:THREAD+THREAD_TOP, %r10
	movq	FRAME_DATA(%r10), %r10
	end_work %r10
	of_thread 4, movq $0, %fs:THREAD+THREAD_HOLD
	of_thread 1, cmpq $0, %fs:THREAD+THREAD_GO_ON
	jne	14f
	.endm

	/* Write an entry of KIND at RDX, of BYTES, in which RAX is; go to 13 if it
	   does not fit.  Changes RAX, RDX, R9 to R11.  The time is behind KIND's
	   bits, as LOG_UNIT says, so it is where it belongs.  */
	.macro	log kind, bytes
	of_thread 0, movq %fs:THREAD+THREAD_LOG, %r10
	andq	$-LOG_UNIT, %rdx
	movq	%rdx, %r11
	subq	LOG_TIME(%r10), %r11
	cmpq	$LOG_TOO_LATE, %r11
	jae	13f
	movq	LOG_AT(%r10), %r9
	cmpq	LOG_LIMIT(%r10), %r9
	jae	13f
	leaq	\kind(%rax,%r11), %rax
	movq	%rax, (%r9)
	addq	$\bytes, %r9
	movq	%r9, LOG_AT(%r10)
	movq	%rdx, LOG_TIME(%r10)
	.endm

	/* Return, by FUNCTION if there is one; r11 may have been PUSHED by the
	   stub.  */
	.macro	return_by pushed, function
	.if	\pushed
	.ifnb	\function
	call	\function
	.endif
	popq	%r11
	.cfi_adjust_cfa_offset -8
	ret
	.else
	.ifnb	\function
	jmp	\function
	.else
	ret
	.endif
	.endif
	.endm

/* ---- Entries  */

	.macro	enter_traced_hook name, general, live, free, sp
	begin_hook \name
	save_for_entry \free
	save_at_site %rdx
	.cfi_remember_state
	begin_entry
	find_path \live, \sp
	hold	6f
	make_frame \sp
	of_thread 0, movq %rax, %fs:THREAD+THREAD_TOP
	addq	$1, PATH_CALLS(%r9)
	movq	%rax, %r10
	read_clock
	movq	%rdx, FRAME_TIME(%r10)
	begin_ticks
	movq	%r9, %rax
	subq	FRAME_DATA-FRAME_SIZE(%r10), %rax
	sarq	$LOG_DISTANCE_SHIFT, %rax
	cmpq	$0xff, %rax
	ja	15f
	shll	$16, %eax
	log	LOG_NEAR, 3
16:	release
	restore_at_site %rdx
	restore_for_entry \free
	ret
	.cfi_restore_state
	.cfi_remember_state
	/* Three bytes, signed, behind the two with the time.  */
15:	leaq	0x800000(%rax), %r11
	shrq	$24, %r11
	jnz	13f
	shlq	$40, %rax
	shrq	$24, %rax
	log	LOG_START, 5
	jmp	16b
13:	restore_at_site %rdx
	restore_for_entry \free
	jmp	gasp_log_start
	.cfi_restore_state
	.cfi_remember_state
14:	restore_at_site %rdx
	restore_for_entry \free
	jmp	gasp_log_go_on
	.cfi_restore_state
	abort_here
6:
1:	restore_at_site %rdx
	restore_for_entry \free
	jmp	\general
	end_hook \name
	.endm

	enter_traced_hook gasp_traced_enter, GENERAL_ENTER, 1, 0, 40
	enter_traced_hook gasp_traced_enter_free, GENERAL_ENTER, 1, 1, 16
	enter_traced_hook gasp_traced_enter_inlined, GENERAL_ENTER_INLINED, 0, 0, 40

/* ---- Ends  */

	/* R11, the top frame's timed call, was over at RDX; in a critical part.  */
	.macro	end_traced
	find_ended
	cmpq	$0, PATH_TICKS(%r9)
	jge	1f
	of_thread 0, movq %fs:THREAD+THREAD_LATEST, %r10
	hold	7f
	addq	%rdx, PATH_TICKS(%r9)
	movq	%rdx, (%r10)
	xorl	%eax, %eax
	log	LOG_END, 2
	of_thread 1, subq $FRAME_SIZE, %fs:THREAD+THREAD_TOP
	release
	.endm

	begin_hook gasp_traced_return
	save_for_leave 0
	.cfi_remember_state
	begin_work
	begin_end %r11, 7f
	leaq	32(%rsp), %rax
	cmpq	%rax, FRAME_POSITION(%r11)
	jne	1f
	end_traced
	restore_for_leave 0
	ret
	.cfi_restore_state
	.cfi_remember_state
13:	restore_for_leave 0
	jmp	gasp_log_end
	.cfi_restore_state
	.cfi_remember_state
14:	restore_for_leave 0
	jmp	gasp_log_go_on
	.cfi_restore_state
1:	jmp	7f
	abort_here
7:	restore_for_leave 0
	xorl	%r11d, %r11d
	call	GENERAL_LEAVE
	ret
	end_hook gasp_traced_return

	.macro	restore_for_any
	popq	%r11
	.cfi_adjust_cfa_offset -8
	restore_for_leave 0
	.endm
	.macro	leave_traced sp, general, pushed
	save_for_leave 0
	pushq	%r11
	.cfi_adjust_cfa_offset 8
	.cfi_remember_state
	begin_work
	begin_end %r9, 7f
	find_frame \sp, 1f
	movq	%rax, %r11
	end_traced
	restore_for_any
	return_by \pushed
	.cfi_restore_state
	.cfi_remember_state
13:	restore_for_any
	return_by \pushed, gasp_log_end
	.cfi_restore_state
	.cfi_remember_state
14:	restore_for_any
	return_by \pushed, gasp_log_go_on
	.cfi_restore_state
1:	jmp	7f
	abort_here
7:	restore_for_any
	return_by \pushed, \general
	.endm

	begin_hook gasp_traced_leave
	leave_traced 48, GENERAL_LEAVE, 0
	end_hook gasp_traced_leave

	begin_hook gasp_traced_tail
	.cfi_adjust_cfa_offset 8
	leave_traced 56, GENERAL_TAIL, 1
	end_hook gasp_traced_tail

	begin_table traced
	hooks	gasp_traced_enter, gasp_traced_leave, gasp_traced_tail, NONE, \
		gasp_traced_enter_inlined, NONE, NONE, NONE, \
		gasp_traced_enter_free, gasp_traced_enter_free, \
		gasp_traced_return, gasp_traced_return, gasp_traced_return, NONE
	end_table traced
