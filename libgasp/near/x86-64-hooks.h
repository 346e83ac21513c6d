/* x86-64-hooks.h - what x86-64-hooks.S is written in: where things are, and parts
   that begin anew.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef GASP_X86_64_HOOKS_H
#define GASP_X86_64_HOOKS_H

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

#endif /* GASP_X86_64_HOOKS_H */
