/* aarch64.S - the way from a site to the recorder, and to ordinary C.

   SPDX-License-Identifier: Apache-2.0  */

	.text

/* The hooks.  The stub (aarch64.c) has saved x17 and x30 at the stack pointer,
   with room for two more words, and called; after its two instructions are the
   record and the address where the site continues.  All general registers and
   the flags may be live.  The C functions called here preserve all other
   registers.  To an unwinder this is a function called at the site: its return
   address is in a column of its own, as x30 may be the one that the site's
   function needs.  */

#define SAVED_IN_STUB 32
#define SAVED 192
#define RETURN_COLUMN 96
#define BTI_C 34

	/* Until it has been saved, the return address is where the stub has it,
	   16 bytes after x30: DW_CFA_expression RETURN_COLUMN, of two bytes,
	   DW_OP_breg30 16.  */
	.macro	return_address_is_behind_record
	.cfi_escape 0x10, RETURN_COLUMN, 2, 0x8e, 16
	.endm

	.macro	hook name
	.p2align 4
	.globl	\name
	.type	\name, %function
\name:
	.cfi_startproc
	.cfi_return_column RETURN_COLUMN
	.cfi_def_cfa_offset SAVED_IN_STUB
	.cfi_offset 17, -32
	.cfi_offset 30, -24
	return_address_is_behind_record
	hint	BTI_C
	str	x16, [sp, #16]
	.cfi_offset 16, -16
	ldp	x17, x16, [x30, #8]
	str	x16, [sp, #24]
	.cfi_offset RETURN_COLUMN, -8
	stp	x29, x30, [sp, #-SAVED]!
	.cfi_adjust_cfa_offset SAVED
	.cfi_offset 29, -SAVED_IN_STUB - SAVED
	mov	x29, sp
	stp	x0, x1, [sp, #16]
	stp	x2, x3, [sp, #32]
	stp	x4, x5, [sp, #48]
	stp	x6, x7, [sp, #64]
	stp	x8, x9, [sp, #80]
	stp	x10, x11, [sp, #96]
	stp	x12, x13, [sp, #112]
	stp	x14, x15, [sp, #128]
	mrs	x16, nzcv
	stp	x18, x16, [sp, #144]
	mov	x0, x17
	add	x1, sp, #SAVED + SAVED_IN_STUB
	bl	\name\()_in_c
	ldp	x18, x16, [sp, #144]
	msr	nzcv, x16
	ldp	x14, x15, [sp, #128]
	ldp	x12, x13, [sp, #112]
	ldp	x10, x11, [sp, #96]
	ldp	x8, x9, [sp, #80]
	ldp	x6, x7, [sp, #64]
	ldp	x4, x5, [sp, #48]
	ldp	x2, x3, [sp, #32]
	ldp	x0, x1, [sp, #16]
	ldp	x29, x30, [sp], #SAVED
	.cfi_adjust_cfa_offset -SAVED
	.cfi_restore 29
	ldr	x16, [sp, #16]
	.cfi_restore 16
	ret
	.cfi_endproc
	.size	\name, .-\name
	.hidden	\name\()_in_c
	.endm

	hook	__gasp_enter
	hook	__gasp_leave
	hook	__gasp_tail
	hook	__gasp_resume
	hook	__gasp_enter_inlined
	hook	__gasp_count
	hook	__gasp_count_inlined

/* void gasp_gcc_call_slowly (void (*function) (void *, void *),
			      void *arg1, void *arg2);

   At a site anything may be alive in vector registers: arguments and results,
   and what a caller knows its callee to leave alone.  FUNCTION is ordinary C.
   It finds the floating-point control as a program does at its start.  Where
   registers are longer than 16 bytes, writing one clears the rest of it, so
   there the whole ones are saved.  */

#define ALL_VECTORS 512

	.macro	each do, numbers:vararg
	.irp	n, \numbers
	\do	\n
	.endr
	.endm
	.macro	save_vector n
	str	q\n, [sp, #16 * \n]
	.endm
	.macro	restore_vector n
	ldr	q\n, [sp, #16 * \n]
	.endm
#define UP_TO_15 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
#define UP_TO_31 UP_TO_15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, \
  29, 30, 31

	.arch_extension sve
	/* Predicates are below vectors: 16 of an eighth of a vector, and the
	   first-fault register.  */
	.macro	save_scalable n
	str	z\n, [sp, #\n, mul vl]
	.endm
	.macro	restore_scalable n
	ldr	z\n, [sp, #\n, mul vl]
	.endm
	.macro	save_predicate n
	str	p\n, [sp, #\n, mul vl]
	.endm
	.macro	restore_predicate n
	ldr	p\n, [sp, #\n, mul vl]
	.endm

	.p2align 4
	.globl	gasp_gcc_call_slowly, gasp_call_slowly, gasp_call_tool_slowly
	.globl	gasp_call_tool_among_few
	.hidden	gasp_call_slowly, gasp_call_tool_slowly
	.hidden	gasp_call_tool_among_few
	.type	gasp_gcc_call_slowly, %function
	.type	gasp_call_slowly, %function
	.type	gasp_call_tool_slowly, %function
	.type	gasp_call_tool_among_few, %function
gasp_gcc_call_slowly:
gasp_call_tool_slowly:
gasp_call_tool_among_few:
gasp_call_slowly:
	.cfi_startproc
	hint	BTI_C
	stp	x29, x30, [sp, #-48]!
	.cfi_def_cfa_offset 48
	.cfi_offset 29, -48
	.cfi_offset 30, -40
	mov	x29, sp
	.cfi_def_cfa_register 29
	stp	x19, x20, [sp, #16]
	.cfi_offset 19, -32
	.cfi_offset 20, -24
	stp	x21, x22, [sp, #32]
	.cfi_offset 21, -16
	.cfi_offset 22, -8
	mrs	x19, fpcr
	mrs	x20, fpsr
	adrp	x21, gasp_state_scalable
	ldr	w21, [x21, #:lo12:gasp_state_scalable]
	cbnz	w21, .Lsave_scalable
	sub	sp, sp, #ALL_VECTORS
	each	save_vector, UP_TO_31
.Lsaved:
	cbz	x19, .Lcall
	msr	fpcr, xzr
.Lcall:
	bl	gasp_call_keeping_errno
	cbz	x19, .Lrestore
	msr	fpcr, x19
.Lrestore:
	msr	fpsr, x20
	cbnz	w21, .Lrestore_scalable
	each	restore_vector, UP_TO_31
.Lrestored:
	mov	sp, x29
	ldp	x19, x20, [sp, #16]
	ldp	x21, x22, [sp, #32]
	ldp	x29, x30, [sp], #48
	.cfi_remember_state
	.cfi_restore 19
	.cfi_restore 20
	.cfi_restore 21
	.cfi_restore 22
	.cfi_restore 29
	.cfi_restore 30
	.cfi_def_cfa 31, 0
	ret
	.cfi_restore_state
.Lsave_scalable:
	addvl	sp, sp, #-32
	each	save_scalable, UP_TO_31
	addvl	sp, sp, #-3
	each	save_predicate, UP_TO_15
	rdffr	p0.b
	str	p0, [sp, #16, mul vl]
	b	.Lsaved
.Lrestore_scalable:
	ldr	p0, [sp, #16, mul vl]
	wrffr	p0.b
	each	restore_predicate, UP_TO_15
	addvl	sp, sp, #3
	each	restore_scalable, UP_TO_31
	b	.Lrestored
	.cfi_endproc
	.size	gasp_gcc_call_slowly, .-gasp_gcc_call_slowly
	.size	gasp_call_tool_slowly, .-gasp_call_tool_slowly
	.size	gasp_call_tool_among_few, .-gasp_call_tool_among_few
	.size	gasp_call_slowly, .-gasp_call_slowly

#ifdef __ARM_FEATURE_BTI_DEFAULT
	/* All of this has landing pads.  */
	.section .note.gnu.property, "a", %note
	.p2align 3
	.word	4, 16, 5
	.asciz	"GNU"
	.word	0xc0000000, 4, 1, 0
#endif

	.section .note.GNU-stack, "", %progbits
