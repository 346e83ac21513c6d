/* x86-64-start.S - how an object's hooks become known.

   SPDX-License-Identifier: Apache-2.0

   In each executable and shared object that is linked with libgasp, beside the
   hooks; in front of the function of this name that libgasp has for others.
   The object is the fourth argument (site.h).  If libgasp is of another build,
   and takes hooks to be otherwise than these are, the object does without
   (NEAR_FORMAT, near.c).  */

#ifdef __CET__
# include <cet.h>
#else
# define _CET_ENDBR
#endif

#include "offsets.h"

	/* Those that the object's units name
	   (plugin/target/target-x86-64.c).  */
	.weak	gasp_near_emitted, gasp_near_source
	.hidden	gasp_near_emitted, gasp_near_source
	.section .data.rel.ro.local.gasp_nears, "aw"
	.p2align 3
nears:
	.quad	gasp_near_emitted, gasp_near_source

	.weak	NEAR_FORMAT
	.text
	.globl	__gasp_object_start
	.hidden	__gasp_object_start
	.type	__gasp_object_start, @function
__gasp_object_start:
	.cfi_startproc
	_CET_ENDBR
	movq	NEAR_FORMAT@GOTPCREL(%rip), %rax
	testq	%rax, %rax
	je	1f
	leaq	nears(%rip), %rax
	movq	%rax, OBJECT_NEAR(%rcx)
1:	jmp	*__gasp_object_open@GOTPCREL(%rip)
	.cfi_endproc
	.size	__gasp_object_start, .-__gasp_object_start

	.section .note.GNU-stack, "", @progbits
