/* x86-64-source-hooks.S - hooks near by, for functions of the source.

   SPDX-License-Identifier: Apache-2.0  */

#include "x86-64-hooks.h"

	enter_hook gasp_near_enter_source, GENERAL_ENTER, 1, 0, 32
	enter_hook gasp_near_enter_inlined, GENERAL_ENTER_INLINED, 0, 0, 32

	/* The end of a call, SP bytes below the site's position when the
	   registers that this uses have been saved.  */
	.macro	leave_any sp
	save_for_leave 0
	.cfi_remember_state
	begin_work
	begin_critical %r9
	check_hold 8f
	find_frame \sp, 8f
	cmpq	$RECORDED, FRAME_TIME(%rax)
	jae	4f
	movq	FRAME_WAS(%rax), %r10
	subq	$FRAME_SIZE, %rax
	end_critical 6f, 0, movq %rax, %fs:THREAD+THREAD_TOP
	end_work %r10
5:	restore_for_leave 0
	.endm
	.macro	leave_any_end sp
	.cfi_restore_state
4:	pushq	%r11
	.cfi_adjust_cfa_offset 8
	begin_end %r9, 7f
	find_frame 8+\sp, 1f
	movq	%rax, %r11
	end_time 7f
	.cfi_remember_state
	popq	%r11
	.cfi_adjust_cfa_offset -8
	jmp	5b
	.cfi_restore_state
1:	jmp	7f
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

	begin_table source
	hooks	gasp_near_enter_source, gasp_near_leave, gasp_near_tail, NONE, \
		gasp_near_enter_inlined, NONE, NONE, NONE, NONE, NONE, NONE, \
		NONE, NONE, NONE
	end_table source
