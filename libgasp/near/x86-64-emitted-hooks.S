/* x86-64-emitted-hooks.S - hooks near by, for emitted functions.

   SPDX-License-Identifier: Apache-2.0  */

#include "x86-64-hooks.h"

	enter_hook gasp_near_enter, GENERAL_ENTER, 1, 0, 32
	enter_hook gasp_near_enter_free, GENERAL_ENTER, 1, 1, 8
	enter_timed_hook gasp_near_enter_timed, GENERAL_ENTER, 1, 0, 40
	enter_timed_hook gasp_near_enter_timed_free, GENERAL_ENTER, 1, 1, 16

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

/* Its end: a position of its own tells whose it is.  The site jumps here, and this
   returns for it.  FREE is 1 if r9 and r10 are: where most calls are counted,
   and save nothing, one hook will do.  */
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

	return_hook gasp_near_return, 0, 0
	return_hook gasp_near_return_timed, 0, 1
	return_hook gasp_near_return_timed_free, 1, 1

/* The end of one that may have no frame.  The frames may be elsewhere after a handler
   that went deep, so this looks only in a critical part.  If that is interrupted,
   the general hook looks: to begin anew would never end where each instruction
   is, as by a debugger.  */
	begin_hook gasp_near_return_leaf
	begin_critical %r11
	check_hold gasp_near_return
	of_thread 0, movq %fs:THREAD+THREAD_TOP, %r11
	end_critical 6f, no, movq FRAME_POSITION(%r11), %r11
	cmpq	%rsp, %r11
	je	gasp_near_return
	ret
	abort_here
6:	movl	$LEAF, %r11d
	call	GENERAL_LEAVE
	ret
	end_hook gasp_near_return_leaf

/* Before a jump to another function, whose target may be in r11.  The sites come
   here by themselves.  */
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

	begin_table emitted
	hooks	gasp_near_enter, NONE, NONE, NONE, NONE, NONE, NONE, NONE, \
		gasp_near_enter_free, gasp_near_enter_leaf, gasp_near_return, \
		gasp_near_return, gasp_near_return_leaf, gasp_near_tail_emitted
	hooks	gasp_near_enter_timed, NONE, NONE, NONE, NONE, NONE, NONE, \
		NONE, gasp_near_enter_timed_free, gasp_near_enter_timed_free, \
		gasp_near_return_timed, gasp_near_return_timed_free, \
		gasp_near_return_timed_free, gasp_near_tail_emitted_timed
	end_table emitted
