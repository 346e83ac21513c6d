/* x86-64.S - the way from a site to the recorder, and to ordinary C.

   SPDX-License-Identifier: Apache-2.0  */

#ifdef __CET__
# include <cet.h>
#else
# define _CET_ENDBR
#endif

	.text

/* Call a member of gasp_recorder, with the arguments as they are.  */
	.macro	forward name, member
	.p2align 4
	.globl	\name
	.hidden	\name
	.type	\name, @function
\name:
	.cfi_startproc
	jmp	*\member+gasp_recorder(%rip)
	.cfi_endproc
	.size	\name, .-\name
	.endm

	forward	gasp_record_enter, 8
	forward	gasp_record_leave, 16

/* void gasp_gcc_call_slowly (void (*function) (void *, void *),
			      void *arg1, void *arg2);

   At a site anything may be alive: arguments and results in vector registers
   and on the x87 stack, values in registers that a caller knows its callee to
   leave alone.  So all state is saved that gasp_state_mask (x86-64.c) names,
   and FUNCTION finds what the ABI promises: a stack aligned to 16 bytes, an
   empty x87 stack, the direction flag clear, exceptions masked.  */

#define SAVED_REGISTERS 72
#define X87_CONTROL 0
#define X87_TAGS 4
#define HEADER 512

	.macro	save register
	pushq	\register
	.cfi_offset \register, save_offset
	.set	save_offset, save_offset - 8
	.endm

	.p2align 4
	.globl	gasp_gcc_call_slowly, gasp_call_slowly
	.hidden	gasp_call_slowly
	.type	gasp_gcc_call_slowly, @function
	.type	gasp_call_slowly, @function
gasp_gcc_call_slowly:
gasp_call_slowly:
	.cfi_startproc
	_CET_ENDBR
	pushq	%rbp
	.cfi_def_cfa_offset 16
	.cfi_offset %rbp, -16
	movq	%rsp, %rbp
	.cfi_def_cfa_register %rbp
	.set	save_offset, -24
	save	%rax
	save	%rcx
	save	%rdx
	save	%rsi
	save	%rdi
	save	%r8
	save	%r9
	save	%r10
	save	%r11
	cld
	subq	gasp_state_size(%rip), %rsp
	andq	$-64, %rsp
	movq	%rdx, %r8
	cmpl	$1, gasp_state_how(%rip)
	jb	.Lfxsave
	movl	gasp_state_mask(%rip), %eax
	movl	4+gasp_state_mask(%rip), %edx
	/* XRSTOR wants zeros here, and neither instruction writes them.  */
	xorl	%ecx, %ecx
	movq	%rcx, HEADER+16(%rsp)
	movq	%rcx, HEADER+24(%rsp)
	movq	%rcx, HEADER+32(%rsp)
	movq	%rcx, HEADER+40(%rsp)
	movq	%rcx, HEADER+48(%rsp)
	movq	%rcx, HEADER+56(%rsp)
	je	.Lxsave
	xsavec64 (%rsp)
	jmp	.Lxsaved
.Lxsave:
	movq	%rcx, HEADER(%rsp)
	movq	%rcx, HEADER+8(%rsp)
	xsave64	(%rsp)
.Lxsaved:
	/* The first bit says whether the x87 is as FNINIT leaves it; if it is,
	   its part of the area need not have been written.  */
	testb	$1, HEADER(%rsp)
	jz	.Lx87_ready
.Lx87_look:
	cmpb	$0, X87_TAGS(%rsp)
	jne	.Lx87_init
	cmpw	$0x37f, X87_CONTROL(%rsp)
	je	.Lx87_ready
.Lx87_init:
	fninit
.Lx87_ready:
	pushq	$0x1f80
	subq	$8, %rsp
	stmxcsr	(%rsp)
	movl	(%rsp), %eax
	andl	$~0x3f, %eax
	cmpl	$0x1f80, %eax
	je	.Lcall
	ldmxcsr	8(%rsp)
.Lcall:
	movq	%r8, %rdx
	call	gasp_call_keeping_errno
	addq	$16, %rsp
	cmpl	$1, gasp_state_how(%rip)
	jb	.Lfxrstor
	movl	gasp_state_mask(%rip), %eax
	movl	4+gasp_state_mask(%rip), %edx
	xrstor64 (%rsp)
.Lrestored:
	leaq	-SAVED_REGISTERS(%rbp), %rsp
	popq	%r11
	popq	%r10
	popq	%r9
	popq	%r8
	popq	%rdi
	popq	%rsi
	popq	%rdx
	popq	%rcx
	popq	%rax
	popq	%rbp
	.cfi_remember_state
	.cfi_restore %rbp
	.cfi_def_cfa %rsp, 8
	ret
	.cfi_restore_state
.Lfxsave:
	fxsave64 (%rsp)
	jmp	.Lx87_look
.Lfxrstor:
	fxrstor64 (%rsp)
	jmp	.Lrestored
	.cfi_endproc
	.size	gasp_gcc_call_slowly, .-gasp_gcc_call_slowly
	.size	gasp_call_slowly, .-gasp_call_slowly

	.section .note.GNU-stack, "", @progbits
