/* gasp-target.h - what every processor has to say to the plugin.

   SPDX-License-Identifier: GPL-3.0-or-later

   A plugin is for one compiler, so for one processor: target-PROCESSOR.c has
   all of this, and no other file knows what the code looks like.  The build
   takes the one that CC makes code for (mk/processor.mk).  The other end is
   libgasp/arch/PROCESSOR/PROCESSOR.h, .c and .S.  */

#pragma once

/* Returns what in the options stands in the way of instrumentation, or
   null.  */
extern const char *gasp_target_problem (void);

/* Changes options that instrumented code depends on, before they take
   effect.  */
extern void gasp_target_prepare (void);

/* Returns TYPE of a function, with the calling convention that libgasp's
   have.  */
extern tree gasp_library_type (tree type);

/* A register that probes may change.  */
extern const char *const gasp_probe_register;
/* Returns whether at the entry and before the returns of the function being
   compiled there is nothing in the registers that GASP_GCC_FREE stands
   for.  */
extern bool gasp_registers_are_free (void);
/* Returns whether at no site in it more can be alive, also of its callers',
   than the registers that GASP_GCC_FEW stands for; and what tells callers,
   before INSN, if they would not know otherwise.  */
extern bool gasp_registers_are_few (void);
extern void gasp_tell_registers_are_few (rtx_insn *insn);
/* Returns a site of KIND among finished instructions: OP, an asm, with what
   it may change; FREE: whether these are among it.  */
extern rtx gasp_site_pattern (rtx op, unsigned kind, bool free);

/* Returns whether a site may stand before INSN, or must come after it.  */
extern bool gasp_must_come_first (rtx_insn *insn);
/* Returns the instruction that the site of a function's entry goes before:
   FIRST, its first one, if debuggers find the end of the prologue that way.  */
extern rtx_insn *gasp_entry_goes_before (rtx_insn *first);
/* Returns the instruction before RETURN that takes back the caller's frame
   pointer, where the stack pointer can be as it was at an entry that is not
   before the first one; null if there is none.  */
extern rtx_insn *gasp_pointer_is_taken_back (rtx_insn *return_insn);

/* Knowledge of the frame at a site.  */
enum gasp_frame { GASP_FRAME, GASP_FRAME_POINTER, GASP_NO_FRAME };

/* Writes the assembler text of site SITE: its label .LGSPa, and the
   instructions there, where FRAME is left.  Where only the end of the function
   is, values that an active site puts on the stack overwrite the memory where
   the caller's registers were saved, and where unwinders look for them.  If the
   frame pointer is left, the stack ends there from now on.  */
extern void gasp_print_site (pretty_printer *, unsigned site,
			     enum gasp_frame frame);

/* True if there are calls that libgasp can replace by others; returns whether
   those of FN are such: one instruction each, that names FN.  If there are
   none, the following are not used.  */
extern const bool gasp_patches_calls;
extern bool gasp_can_patch_call (tree fn);
/* Writes the distance from here to where calls of FUNCTION go, in four
   bytes.  */
extern void gasp_print_offset (pretty_printer *, const char *function);
/* Writes the text before the instruction that is call site SITE: its label
   .LGSPc, and the prefixes by which the call can be patched.  */
extern void gasp_print_call_start (pretty_printer *, unsigned site);

/* Writes the functions that register the object into FILE.  */
extern void gasp_print_object_functions (FILE *file, const char *group);
/* True if the object may have hooks of its own (libgasp/arch/x86-64/near).  */
extern const bool gasp_has_hooks_near_by;
/* A reference to a function in data, as a format.  Not its address if there is
   another way: in executables that are not position-independent, gold makes
   that the address of a PLT entry, and libgasp would take it for a tool's.  */
extern const char *const gasp_reference;
