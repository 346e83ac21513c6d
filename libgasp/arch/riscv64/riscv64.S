/* riscv64.S - the way from a site to the recorder, and to ordinary C.

   SPDX-License-Identifier: Apache-2.0  */

	.text

/* The hooks.  The stub (riscv64.c) has made room for four words, and saved t0,
   the address where the site continues, in the last of them, and t1 in the
   third; t0 points to the record.  All registers but t0 may be live.  C cannot
   be compiled to use no floating-point registers, so all registers that calls
   do not preserve are saved.  To an unwinder this is a function called at the
   site, by way of t0.  */

#define SAVED_IN_STUB 32
#define INTEGERS 128
#define FLOATS 160
#define T0 5

	.macro	each do, registers:vararg
	.irp	r, \registers
	\do	\r
	.set	place, place + 8
	.endr
	.endm
	.macro	save r
	sd	\r, place(sp)
	.endm
	.macro	restore r
	ld	\r, place(sp)
	.endm
	.macro	save_float r
	fsd	\r, place(sp)
	.endm
	.macro	restore_float r
	fld	\r, place(sp)
	.endm
#define OTHERS t2, t3, t4, t5, t6, a0, a1, a2, a3, a4, a5, a6, a7
#define FLOAT_OTHERS ft0, ft1, ft2, ft3, ft4, ft5, ft6, ft7, ft8, ft9, ft10, \
  ft11, fa0, fa1, fa2, fa3, fa4, fa5, fa6, fa7

	.macro	hook name
	.p2align 2
	.globl	\name
	.type	\name, %function
\name:
	.cfi_startproc
	.cfi_return_column T0
	.cfi_def_cfa_offset SAVED_IN_STUB
	.cfi_offset T0, -8
	.cfi_offset 6, -16
	ld	t0, 0(t0)
	addi	sp, sp, -(INTEGERS + FLOATS)
	.cfi_adjust_cfa_offset INTEGERS + FLOATS
	sd	ra, 0(sp)
	.cfi_offset 1, -(SAVED_IN_STUB + INTEGERS + FLOATS)
	.set	place, 8
	each	save, OTHERS
#ifdef __riscv_flen
	.set	place, INTEGERS
	each	save_float, FLOAT_OTHERS
#endif
	mv	a0, t0
	addi	a1, sp, SAVED_IN_STUB + INTEGERS + FLOATS
	call	\name\()_in_c
#ifdef __riscv_flen
	.set	place, INTEGERS
	each	restore_float, FLOAT_OTHERS
#endif
	.set	place, 8
	each	restore, OTHERS
	ld	ra, 0(sp)
	.cfi_restore 1
	ld	t1, INTEGERS + FLOATS + 16(sp)
	ld	t0, INTEGERS + FLOATS + 24(sp)
	addi	sp, sp, SAVED_IN_STUB + INTEGERS + FLOATS
	.cfi_def_cfa_offset 0
	.cfi_restore 6
	.cfi_same_value T0
	jr	t0
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

   The hooks have saved all registers.  FUNCTION, ordinary C, finds the stack
   aligned, and the floating-point control as a program does at its start.  */
	.p2align 2
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
	addi	sp, sp, -32
	.cfi_def_cfa_offset 32
	sd	ra, 24(sp)
	.cfi_offset 1, -8
	sd	s0, 16(sp)
	.cfi_offset 8, -16
	sd	s1, 8(sp)
	.cfi_offset 9, -24
	addi	s0, sp, 32
	.cfi_def_cfa 8, 0
	andi	sp, sp, -16
#ifdef __riscv_flen
	fscsr	s1, zero
#endif
	call	gasp_call_keeping_errno
#ifdef __riscv_flen
	fscsr	s1
#endif
	addi	sp, s0, -32
	.cfi_def_cfa 2, 32
	ld	ra, 24(sp)
	.cfi_restore 1
	ld	s0, 16(sp)
	.cfi_restore 8
	ld	s1, 8(sp)
	.cfi_restore 9
	addi	sp, sp, 32
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
	.size	gasp_gcc_call_slowly, .-gasp_gcc_call_slowly
	.size	gasp_call_tool_slowly, .-gasp_call_tool_slowly
	.size	gasp_call_tool_among_few, .-gasp_call_tool_among_few
	.size	gasp_call_slowly, .-gasp_call_slowly

	.section .note.GNU-stack, "", %progbits
