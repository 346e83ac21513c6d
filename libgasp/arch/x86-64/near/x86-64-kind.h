/* x86-64-kind.h - what a unit refers to for the hooks of a kind of functions.

   SPDX-License-Identifier: Apache-2.0

   It is hidden, so that each object takes the hooks from the archive, and does
   not find them in another; libgasp has the name for whoever does without
   (x86-64.c).  Each kind is in a file of its own, as an object takes those that
   its units refer to.  */

	.macro	refer_to kind
	.hidden	gasp_near_\kind
	.section .rodata
	.globl	__gasp_\kind\()_hooks
	.hidden	__gasp_\kind\()_hooks
	.type	__gasp_\kind\()_hooks, @object
	.p2align 2
__gasp_\kind\()_hooks:
	.long	gasp_near_\kind - .
	.size	__gasp_\kind\()_hooks, .-__gasp_\kind\()_hooks
	.section .note.GNU-stack, "", @progbits
	.endm
