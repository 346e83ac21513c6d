/* x86-64.S - the way from a site to the recorder, and to ordinary C.

   SPDX-License-Identifier: Apache-2.0  */

#ifdef __CET__
# include <cet.h>
#else
# define _CET_ENDBR
#endif

#include <asm/unistd_64.h>
#include "offsets.h"

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

	forward	gasp_record_enter, RECORDER_ENTER
	forward	gasp_record_leave, RECORDER_LEAVE
	forward	gasp_record_count, RECORDER_COUNT
	forward	gasp_find_path, RECORDER_FIND

/* Where gasp attach has a thread begin, with the function to call in rax, on
   gasp_gcc_attach_stack (attachment.h).  After the call, the thread waits for
   its registers to be restored.  It does not wait by a trap: where SIGTRAP is
   ignored or blocked, that would replace the program's handler.  Nor in a
   system call that the kernel restarts with saved state when it is interrupted,
   as the call that the thread was in may have such state.  */
	.set	NANOSECONDS, 5000000
	.globl	__gasp_call
	.type	__gasp_call, @function
__gasp_call:
	movq	gasp_gcc_attachment@GOTPCREL(%rip), %rbx
	movl	$1, ATTACHMENT_TAKEN(%rbx)
	call	*%rax
	movl	%eax, ATTACHMENT_RESULT(%rbx)
	incl	ATTACHMENT_CALLS(%rbx)
.Lwait_for_registers:
	pushq	$NANOSECONDS
	pushq	$0
	xorl	%edi, %edi
	xorl	%esi, %esi
	movq	%rsp, %rdx
	xorl	%r10d, %r10d
	movl	$8, %r8d
	movl	$__NR_ppoll, %eax
	syscall
	addq	$16, %rsp
	jmp	.Lwait_for_registers
	.size	__gasp_call, .-__gasp_call

/* void gasp_call_on_stack (void (*function) (void *), void *argument,
			    void *end);

   Call FUNCTION with ARGUMENT on the stack that ends at END, which is aligned
   to 16 bytes.  */
	.p2align 4
	.globl	gasp_call_on_stack
	.hidden	gasp_call_on_stack
	.type	gasp_call_on_stack, @function
gasp_call_on_stack:
	.cfi_startproc
	_CET_ENDBR
	pushq	%rbp
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset %rbp, 0
	movq	%rsp, %rbp
	.cfi_def_cfa_register %rbp
	movq	%rdx, %rsp
	movq	%rdi, %rax
	movq	%rsi, %rdi
	call	*%rax
	movq	%rbp, %rsp
	popq	%rbp
	.cfi_def_cfa %rsp, 8
	ret
	.cfi_endproc
	.size	gasp_call_on_stack, .-gasp_call_on_stack

/* void gasp_gcc_call_slowly (void (*function) (void *, void *),
			      void *arg1, void *arg2);

   At a site anything may be alive: arguments and results in vector registers
   and on the x87 stack, values in registers that a caller knows its callee to
   leave alone.  So all state is saved that gasp_state_mask (x86-64.c) names,
   and FUNCTION finds what the ABI promises: a stack aligned to 16 bytes, an
   empty x87 stack, the direction flag clear, exceptions masked.

   Usually only the SSE registers are in use and, after a call of one of the C
   library's string functions, those that AVX-512 added.  Where the processor
   can tell (XGETBV 1), these are saved one by one: XSAVEC and XRSTOR take
   three times as long.  What FUNCTION has brought into use of the rest is put
   back into its initial configuration, in which it was.

   Where the compiler knows (GASP_GCC_FEW), nobody asks the processor, which
   takes as long as all else: in a unit without AVX the SSE registers are all
   there is, and what a function keeps for itself on the x87 stack.  */

#define SAVED_REGISTERS 72
#define X87_CONTROL 0
#define X87_TAGS 4
#define HEADER 512

#define XINUSE 1
/* State components.  */
#define SSE (1 << 1)
#define ADDED (1 << 5 | 1 << 7)	/* mask registers, ZMM16 to ZMM31 */

/* Where they are saved one by one.  */
#define MXCSR 256
#define MXCSR_DEFAULT 260
#define IN_USE 264
#define ZMM 320
#define MASKS 1344
#define FEW_SIZE 1408
/* Where only SSE registers are.  */
#define X87_WORD 260
#define FEWEST_SIZE 272

	.macro	each do, numbers:vararg
	.irp	n, \numbers
	\do	\n
	.endr
	.endm
	.macro	save_xmm n
	movaps	%xmm\n, 16*\n(%rsp)
	.endm
	.macro	restore_xmm n
	movaps	16*\n(%rsp), %xmm\n
	.endm
	.macro	save_zmm n
	vmovdqa64 %zmm\n, ZMM+64*(\n-16)(%rsp)
	.endm
	.macro	restore_zmm n
	vmovdqa64 ZMM+64*(\n-16)(%rsp), %zmm\n
	.endm
	.macro	save_mask n
	kmovq	%k\n, MASKS+8*\n(%rsp)
	.endm
	.macro	restore_mask n
	kmovq	MASKS+8*\n(%rsp), %k\n
	.endm
#define UP_TO_7 0, 1, 2, 3, 4, 5, 6, 7
#define UP_TO_15 UP_TO_7, 8, 9, 10, 11, 12, 13, 14, 15
#define UP_TO_31 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31

	/* EDX:EAX become the components that are in use, of those to be saved.
	   Changes RCX.  */
	.macro	look_what_is_in_use
	movl	$XINUSE, %ecx
	xgetbv
	andl	gasp_state_mask(%rip), %eax
	andl	4+gasp_state_mask(%rip), %edx
	.endm

	/* Store SSE's control and flags at WHERE.  Changes EAX; "equal", if the
	   control is as a program finds it at its start.  */
	.macro	store_mxcsr where:vararg
	stmxcsr	\where
	movl	\where, %eax
	andl	$~0x3f, %eax
	cmpl	$0x1f80, %eax
	.endm

	.macro	save register
	pushq	\register
	.cfi_offset \register, save_offset
	.set	save_offset, save_offset - 8
	.endm

	.macro	save_general
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
	.endm

	/* Return, from whatever depth of the stack.  */
	.macro	return_with_general
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
	.endm

	/* For a tool (stack/thread.h).  If the state has been saved, general
	   registers are left, and the stack's alignment.  */
	.macro	look_whether_saved
	pushq	%rax
	.cfi_adjust_cfa_offset 8
	movq	gasp_thread@gottpoff(%rip), %rax
	cmpb	$0, %fs:THREAD_STATE_SAVED(%rax)
	popq	%rax
	.cfi_adjust_cfa_offset -8
	.endm

	.p2align 4
	.globl	gasp_gcc_call_slowly, gasp_call_tool_slowly
	.hidden	gasp_call_tool_slowly
	.type	gasp_gcc_call_slowly, @function
	.type	gasp_call_tool_slowly, @function
gasp_gcc_call_slowly:
gasp_call_tool_slowly:
	.cfi_startproc
	_CET_ENDBR
	look_whether_saved
	je	gasp_call_slowly
.Lsaved:
	save_general
	andq	$-16, %rsp
	call	gasp_call_keeping_errno
	return_with_general
	.cfi_endproc
	.size	gasp_gcc_call_slowly, .-gasp_gcc_call_slowly
	.size	gasp_call_tool_slowly, .-gasp_call_tool_slowly

	/* The same where there are few registers.  Control that is not as the
	   ABI has it at a program's start is seen to there.  */
	.p2align 4
	.globl	gasp_call_tool_among_few
	.hidden	gasp_call_tool_among_few
	.type	gasp_call_tool_among_few, @function
gasp_call_tool_among_few:
	.cfi_startproc
	look_whether_saved
	jne	.Lsaved
	save_general
	subq	$FEWEST_SIZE, %rsp
	andq	$-16, %rsp
	store_mxcsr MXCSR(%rsp)
	jne	.Lcontrol
	fnstcw	X87_WORD(%rsp)
	cmpw	$0x37f, X87_WORD(%rsp)
	jne	.Lcontrol
	cld
	each	save_xmm, UP_TO_15
	call	gasp_call_keeping_errno
	each	restore_xmm, UP_TO_15
	ldmxcsr	MXCSR(%rsp)
	return_with_general
.Lcontrol:
	call	gasp_call_slowly
	return_with_general
	.cfi_endproc
	.size	gasp_call_tool_among_few, .-gasp_call_tool_among_few

	.p2align 4
	.globl	gasp_call_slowly
	.hidden	gasp_call_slowly
	.type	gasp_call_slowly, @function
gasp_call_slowly:
	.cfi_startproc
	_CET_ENDBR
	save_general
	cld
	movq	%rdx, %r8
	cmpl	$3, gasp_state_how(%rip)
	jne	.Lall
	look_what_is_in_use
	testl	%edx, %edx
	jnz	.Lall
	testl	$~(SSE | ADDED), %eax
	jz	.Lfew
.Lall:
	subq	gasp_state_size(%rip), %rsp
	andq	$-64, %rsp
	cmpl	$1, gasp_state_how(%rip)
	jb	.Lfxsave
	movl	gasp_state_mask(%rip), %eax
	movl	4+gasp_state_mask(%rip), %edx
	/* XRSTOR wants zeros here, and neither instruction writes them.  */
	movl	$0, %ecx		/* keeps the flags */
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
	store_mxcsr (%rsp)
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
	return_with_general
.Lfew:
	subq	$FEW_SIZE, %rsp
	andq	$-64, %rsp
	movl	%eax, IN_USE(%rsp)
	each	save_xmm, UP_TO_15
	testl	$ADDED, %eax
	jz	.Lfew_saved
	each	save_zmm, UP_TO_31
	each	save_mask, UP_TO_7
.Lfew_saved:
	store_mxcsr MXCSR(%rsp)
	je	.Lcall_few
	movl	$0x1f80, MXCSR_DEFAULT(%rsp)
	ldmxcsr	MXCSR_DEFAULT(%rsp)
.Lcall_few:
	movq	%r8, %rdx
	call	gasp_call_keeping_errno
	look_what_is_in_use
	movl	IN_USE(%rsp), %ecx
	orl	$SSE, %ecx
	notl	%ecx
	andl	%ecx, %eax
	movl	%eax, %ecx
	orl	%edx, %ecx
	jz	.Lrestore_few
	xrstor64 initial_state(%rip)
.Lrestore_few:
	testl	$ADDED, IN_USE(%rsp)
	jz	.Lrestore_sse
	each	restore_mask, UP_TO_7
	each	restore_zmm, UP_TO_31
.Lrestore_sse:
	each	restore_xmm, UP_TO_15
	ldmxcsr	MXCSR(%rsp)
	jmp	.Lrestored
.Lfxsave:
	fxsave64 (%rsp)
	jmp	.Lx87_look
.Lfxrstor:
	fxrstor64 (%rsp)
	jmp	.Lrestored
	.cfi_endproc
	.size	gasp_call_slowly, .-gasp_call_slowly

	/* An area for XRSTOR in the compacted form that holds no component:
	   those asked for get their initial values.  */
	.section .rodata
	.p2align 6
initial_state:
	.zero	HEADER
	.quad	0, 1 << 63, 0, 0, 0, 0, 0, 0

	.section .note.GNU-stack, "", @progbits
