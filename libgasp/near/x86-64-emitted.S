/* x86-64-emitted.S - what a unit refers to that has emitted functions.

   SPDX-License-Identifier: Apache-2.0

   It is hidden, so that each object takes the hooks from the archive, and does not
   find them in another; libgasp has the name for whoever does without
   (x86-64.c).  */

	.hidden	gasp_near_emitted
	.section .rodata
	.globl	gasp_gcc_emitted_hooks
	.hidden	gasp_gcc_emitted_hooks
	.type	gasp_gcc_emitted_hooks, @object
	.p2align 2
gasp_gcc_emitted_hooks:
	.long	gasp_near_emitted - .
	.size	gasp_gcc_emitted_hooks, .-gasp_gcc_emitted_hooks

	.section .note.GNU-stack, "", @progbits
