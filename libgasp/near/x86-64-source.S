/* x86-64-source.S - what a unit refers to that has functions of the source.

   SPDX-License-Identifier: Apache-2.0

   It is hidden, so that each object takes the hooks from the archive, and does not
   find them in another; libgasp has the name for whoever does without
   (x86-64.c).  */

	.hidden	gasp_near_source
	.section .rodata
	.globl	gasp_gcc_source_hooks
	.hidden	gasp_gcc_source_hooks
	.type	gasp_gcc_source_hooks, @object
	.p2align 2
gasp_gcc_source_hooks:
	.long	gasp_near_source - .
	.size	gasp_gcc_source_hooks, .-gasp_gcc_source_hooks

	.section .note.GNU-stack, "", @progbits
