/* x86-64-emitted-hooks.S - hooks near by, for emitted functions.

   SPDX-License-Identifier: Apache-2.0  */

#include "x86-64-hooks.h"

	enter_hook gasp_near_enter, GENERAL_ENTER, 1, 0, 32
	enter_hook gasp_near_enter_free, GENERAL_ENTER, 1, 1, 8

/* Of a function that calls nothing: it needs no frame, unless it is timed.  */
	begin_hook gasp_near_enter_leaf
	begin_work
	find_path 1, 8, 0
	end_critical 6f, no, addq $1, PATH_CALLS(%r9)
	subl	$1, PATH_SKIP(%r9)
	jbe	4f
	end_work %r9
	ret
4:	subq	$1, PATH_CALLS(%r9)
	movl	$1, PATH_SKIP(%r9)
	interrupt_work
	jmp	gasp_near_enter_free
	abort_here
6:
1:	jmp	GENERAL_ENTER
	end_hook gasp_near_enter_leaf

/* Its end: a position of its own tells whose it is.  The site jumps here, and
   this returns for it.  */
	begin_hook gasp_near_return
	leave_counted 0
	ret
	abort_here
6:	jmp	2f
4:	save_for_leave 0
	.cfi_remember_state
	leave_timed 32
	restore_for_leave 0
	ret
	.cfi_restore_state
1:	jmp	7f
	abort_here
7:	restore_for_leave 0
2:	xorl	%r11d, %r11d
	call	GENERAL_LEAVE
	ret
	end_hook gasp_near_return

/* The end of one that may have no frame.  The frames may be elsewhere after a
   handler that went deep, so this looks only in a critical part.  If that is
   interrupted, the general hook looks: to begin anew would never end where each
   instruction is, as by a debugger.  */
	begin_hook gasp_near_return_leaf
	begin_work
	begin_critical %r11
	check_hold gasp_near_return
	of_thread 0, movq %fs:THREAD+THREAD_TOP, %r11
	cmpq	%rsp, FRAME_POSITION(%r11)
	je	gasp_near_return
	movq	FRAME_DATA(%r11), %r11
	end_critical 6f, 0, movq %r11, %fs:THREAD+THREAD_WHERE
	ret
	abort_here
6:	movl	$LEAF, %r11d
	call	GENERAL_LEAVE
	ret
	end_hook gasp_near_return_leaf

/* Before a jump to another function, whose target may be in r11.  The sites
   come here by themselves.  */
	begin_hook gasp_near_tail_emitted
	pushq	%r11
	.cfi_adjust_cfa_offset 8
	leave_counted 16
	popq	%r11
	.cfi_remember_state
	.cfi_adjust_cfa_offset -8
	ret
	.cfi_restore_state
	abort_here
6:	jmp	2f
4:	save_for_leave 0
	.cfi_remember_state
	leave_timed 48
	restore_for_leave 0
3:	popq	%r11
	.cfi_adjust_cfa_offset -8
	ret
	.cfi_restore_state
1:	jmp	7f
	abort_here
7:	restore_for_leave 0
2:	xorl	%r11d, %r11d
	call	GENERAL_TAIL
	jmp	3b
	end_hook gasp_near_tail_emitted

	begin_table emitted
	hooks	gasp_near_enter, NONE, NONE, NONE, NONE, NONE, NONE, NONE, \
		gasp_near_enter_free, gasp_near_enter_leaf, gasp_near_return, \
		gasp_near_return, gasp_near_return_leaf, gasp_near_tail_emitted
	end_table emitted
