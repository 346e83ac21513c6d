/* x86-64-source-hooks.S - hooks near by, for functions of the source.

   SPDX-License-Identifier: Apache-2.0  */

#include "x86-64-hooks.h"

	enter_hook gasp_near_enter_source, GENERAL_ENTER, 1, 0, 32
	enter_hook gasp_near_enter_inlined, GENERAL_ENTER_INLINED, 0, 0, 32
	enter_timed_hook gasp_near_enter_source_timed, GENERAL_ENTER, 1, 0, 40
	enter_timed_hook gasp_near_enter_inlined_timed, GENERAL_ENTER_INLINED, 0, \
		0, 40

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

	begin_table source
	hooks	gasp_near_enter_source, gasp_near_leave, gasp_near_tail, NONE, \
		gasp_near_enter_inlined, NONE, NONE, NONE, NONE, NONE, NONE, \
		NONE, NONE, NONE
	hooks	gasp_near_enter_source_timed, gasp_near_leave_timed, \
		gasp_near_tail_timed, NONE, gasp_near_enter_inlined_timed, NONE, \
		NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE
	end_table source
