/* x86-64-try.S - calls to measure the hooks by.

   SPDX-License-Identifier: Apache-2.0  */

#ifdef __CET__
# include <cet.h>
#else
# define _CET_ENDBR
#endif

	.text

/* A loop of RSI turns, a function with two sites, what these are for an object
   that has the hooks near by.  The functions count down from RDX.  */

	.macro	try_calls name, function
	.p2align 5
	.globl	\name
	.hidden	\name
	.type	\name, @function
\name:
	.cfi_startproc
	_CET_ENDBR
	testq	%rsi, %rsi
	je	2f
1:	call	\function
	subq	$1, %rsi
	jne	1b
2:	ret
	.cfi_endproc
	.size	\name, .-\name
	.endm

	try_calls gasp_try_hooks, function_with_sites
	try_calls gasp_try_timed_hooks, function_that_is_timed
	try_calls gasp_try_logged_hooks, function_that_is_logged
	try_calls gasp_try_bare, function_without

	.macro	count_down
	testq	%rdx, %rdx
	je	2f
	movq	%rdx, %rax
1:	subq	$1, %rax
	jne	1b
2:
	.endm

	.macro	function_with_hooks name, enter, leave
	.p2align 5
\name:
	.cfi_startproc
	call	stub_of_\name
	count_down
	jmp	\leave
	.cfi_endproc
	.p2align 4
stub_of_\name:
	movq	%rdi, %r11
	jmp	\enter
	.endm

	function_with_hooks function_with_sites, gasp_near_enter_free, \
		gasp_near_return
	function_with_hooks function_that_is_timed, gasp_near_enter_timed_free, \
		gasp_near_return_timed_free
	function_with_hooks function_that_is_logged, gasp_traced_enter_free, \
		gasp_traced_return

	.p2align 5
function_without:
	count_down
	ret

	.section .note.GNU-stack, "", @progbits
