/* x86-64-tail.S - the hook whose stub cannot leave all registers alone.

   SPDX-License-Identifier: Apache-2.0  */

#ifdef __CET__
# include <cet.h>
#else
# define _CET_ENDBR
#endif

	.text

/* The target of stubs for TAIL; they have pushed r11.  */
	.p2align 4
	.globl	__gasp_tail
	.type	__gasp_tail, @function
__gasp_tail:
	.cfi_startproc
	_CET_ENDBR
	.cfi_adjust_cfa_offset 8
	call	gasp_tail
	popq	%r11
	.cfi_adjust_cfa_offset -8
	ret
	.cfi_endproc
	.size	__gasp_tail, .-__gasp_tail

	.section .note.GNU-stack, "", @progbits
