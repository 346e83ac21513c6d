/* target-x86-64.c - sites in the language of the processor.

   SPDX-License-Identifier: GPL-3.0-or-later

   A site, dormant and active:

     .p2align 3,0x2e,4            .p2align 3,0x2e,4
     nopl 0(%rax,%rax)            call stub

   Five bytes within one aligned word of eight, so that one store switches it.
   What goes before to make it so are prefixes that mean nothing to either, so
   it is one instruction all the same.  shared/site.h has the contract,
   libgasp/arch/x86-64/x86-64.S the other end.  */

#include "gasp-plugin.h"
#include "rtl-iter.h"
#include "site.h"

const char *const gasp_probe_register = "r11";

void
gasp_target_prepare (void)
{
}

const char *
gasp_target_problem (void)
{
  if (!TARGET_64BIT || TARGET_X32)
    return "only the 64-bit mode of this processor is supported, not -m32 or "
	   "-mx32";
  if (ix86_cmodel == CM_LARGE || ix86_cmodel == CM_LARGE_PIC)
    return "-mcmodel=large is not supported";
  if (flag_split_stack)
    return "-fsplit-stack is not supported";
  return NULL;
}

/* Returns TYPE, a function's of the library, with sysv_abi: -mabi=ms is for
   functions that do not name their own.  */
tree
gasp_library_type (tree type)
{
  if (ix86_abi == SYSV_ABI
      || lookup_attribute ("sysv_abi", TYPE_ATTRIBUTES (type)))
    return type;
  return build_type_attribute_variant (type,
				       tree_cons (get_identifier ("sysv_abi"),
						  NULL_TREE,
						  TYPE_ATTRIBUTES (type)));
}

/* Registers that sites may change: R11 any site, R10 and R9 those at entries
   and before returns, and RAX those at entries.  */
static const unsigned dead[] = { R11_REG, R10_REG, R9_REG, AX_REG };

/* Returns whether one of them is read before it is set, in the order of
   instructions: then it has a value of the caller's, as a variable does that is
   bound to a register.  */
static bool
are_read (void)
{
  for (unsigned i = 1; i < ARRAY_SIZE (dead); i++)
    {
      rtx reg = gen_rtx_REG (DImode, dead[i]);
      for (rtx_insn *insn = get_insns (); insn; insn = NEXT_INSN (insn))
	if (INSN_P (insn))
	  {
	    if (reg_referenced_p (reg, PATTERN (insn)))
	      return true;
	    if (CALL_P (insn) || reg_set_p (reg, insn))
	      break;
	  }
    }
  return false;
}

/* Returns whether an asm names one of them, which may read it.  */
static bool
has_asm_that_names_them (void)
{
  static const char *const names[] = { "r11", "r10", "r9", "ax" };
  for (rtx_insn *insn = get_insns (); insn; insn = NEXT_INSN (insn))
    {
      if (!NONJUMP_INSN_P (insn))
	continue;
      rtx asm_operands = extract_asm_operands (PATTERN (insn));
      const char *text = asm_operands ? ASM_OPERANDS_TEMPLATE (asm_operands)
			 : GET_CODE (PATTERN (insn)) == ASM_INPUT
			   ? XSTR (PATTERN (insn), 0) : "";
      for (unsigned i = 0; *text && *text != '#' && i < ARRAY_SIZE (names); i++)
	if (strstr (text, names[i]))
	  return true;
    }
  return false;
}

/* Returns whether a probe may change the registers of DEAD: at entries rax may
   have the number of vector arguments, r10 the frame of the function around,
   r9 an argument; a program may keep a variable in any.  */
bool
gasp_registers_are_free (void)
{
  for (unsigned i = 0; i < ARRAY_SIZE (dead); i++)
    if (global_regs[dead[i]] || fixed_regs[dead[i]])
      return false;
  return (!cfun->stdarg && !DECL_STATIC_CHAIN (current_function_decl)
	  && crtl->args.info.nregs > 0
	  && !are_read () && !has_asm_that_names_them ());
}

/* Returns whether a function of this unit may use AVX: it may keep values
   wider than SSE's registers alive while it calls a function that it knows
   (-fipa-ra).  Other units' functions do not.  */
static bool
unit_has_avx (void)
{
  static bool known, has;
  struct cgraph_node *node;
  if (!known)
    FOR_EACH_FUNCTION (node)
      has |= TARGET_AVX_P (target_opts_for_fn (node->decl)->x_ix86_isa_flags);
  known = true;
  return has;
}

static bool
has_x87_or_mmx (const_rtx pattern)
{
  subrtx_iterator::array_type array;
  FOR_EACH_SUBRTX (iter, array, pattern, ALL)
    if (REG_P (*iter) && (STACK_REGNO_P (REGNO (*iter))
			  || MMX_REGNO_P (REGNO (*iter))))
      return true;
  return false;
}

/* Returns whether the function uses general and SSE registers only.  For
   callers in this unit, GCC assumes that the x87 stack is changed; the other
   MMX registers have to be named.  */
bool
gasp_registers_are_few (void)
{
  if (SAVES_ALL_REGISTERS_P (cfun) || unit_has_avx ())
    return false;
  for (rtx_insn *insn = get_insns (); insn; insn = NEXT_INSN (insn))
    if (NONDEBUG_INSN_P (insn) && has_x87_or_mmx (PATTERN (insn)))
      return false;
  return true;
}

void
gasp_tell_registers_are_few (rtx_insn *insn)
{
  for (unsigned i = FIRST_MMX_REG; i <= LAST_MMX_REG; i++)
    emit_insn_before (gen_rtx_CLOBBER (VOIDmode, gen_rtx_REG (V8QImode, i)),
		      insn);
}

/* Clobbers inform -fipa-ra.  */
rtx
gasp_site_pattern (rtx op, unsigned kind, bool free)
{
  unsigned count = !free ? 1 : kind == GASP_SITE_ENTER ? 4
		   : kind == GASP_SITE_LEAVE ? 3 : 1;
  rtvec parts = rtvec_alloc (count + 1);
  RTVEC_ELT (parts, 0) = op;
  for (unsigned i = 0; i < count; i++)
    RTVEC_ELT (parts, i + 1)
      = gen_rtx_CLOBBER (VOIDmode, gen_rtx_REG (DImode, dead[i]));
  return gen_rtx_PARALLEL (VOIDmode, parts);
}

/* Returns whether INSN has to stay in front: endbr64 where the function is
   jumped to, a patchable area where -fpatchable-function-entry put it.  */
bool
gasp_must_come_first (rtx_insn *insn)
{
  if (!NONJUMP_INSN_P (insn) || GET_CODE (PATTERN (insn)) != UNSPEC_VOLATILE)
    return false;
  int what = XINT (PATTERN (insn), 1);
  return what == UNSPECV_NOP_ENDBR || what == UNSPECV_PATCHABLE_AREA;
}

/* Returns whether INSN makes the frame pointer.  */
static bool
makes_frame_pointer (rtx_insn *insn)
{
  rtx set = single_set (insn);
  return (set && SET_DEST (set) == hard_frame_pointer_rtx
	  && SET_SRC (set) == stack_pointer_rtx);
}

/* Returns what is after "push %rbp; mov %rsp, %rbp", without optimisation:
   gdb looks for these where a function begins, and takes anything else for the
   place where arguments can be read.  */
rtx_insn *
gasp_entry_goes_before (rtx_insn *first)
{
  if (optimize || !frame_pointer_needed)
    return first;
  for (rtx_insn *insn = first; insn; insn = NEXT_INSN (insn))
    if (NONDEBUG_INSN_P (insn))
      {
	if (!RTX_FRAME_RELATED_P (insn))
	  break;
	if (makes_frame_pointer (insn))
	  return next_real_insn (insn);
      }
  return first;
}

/* Returns "leave" or "pop %rbp" before RETURN_INSN.  */
rtx_insn *
gasp_pointer_is_taken_back (rtx_insn *return_insn)
{
  for (rtx_insn *insn = PREV_INSN (return_insn);
       insn && !BARRIER_P (insn) && !LABEL_P (insn) && !CALL_P (insn);
       insn = PREV_INSN (insn))
    if (NONDEBUG_INSN_P (insn) && reg_set_p (hard_frame_pointer_rtx, insn))
      return insn;
  return NULL;
}

/* Writes the registers that the function saves, by their numbers in unwind
   information: they have been restored, but for the frame pointer if that is
   left of FRAME.  Returns whether there are any.  */
static bool
print_restored (pretty_printer *text, enum gasp_frame frame)
{
  bool any = false;
  static const struct { unsigned gcc, dwarf; } kept[] = {
    { BX_REG, 3 }, { BP_REG, 6 }, { R12_REG, 12 }, { R13_REG, 13 },
    { R14_REG, 14 }, { R15_REG, 15 }
  };
  for (unsigned i = 0; i < ARRAY_SIZE (kept); i++)
    if (kept[i].gcc == BP_REG && frame_pointer_needed
	? frame == GASP_NO_FRAME : df_regs_ever_live_p (kept[i].gcc))
      {
	if (!any)
	  pp_string (text, ".cfi_remember_state\n\t");
	pp_printf (text, ".cfi_restore %u\n\t", kept[i].dwarf);
	any = true;
      }
  return any;
}

void
gasp_print_site (pretty_printer *text, unsigned site, enum gasp_frame frame)
{
  if (frame == GASP_FRAME_POINTER)
    pp_string (text, "mov\t{%%rbp, %%rsp|rsp, rbp}\n\t");
  bool unwound = (frame != GASP_FRAME && dwarf2out_do_cfi_asm ()
		  && print_restored (text, frame));
  pp_printf (text, ".p2align 3,0x2e,4\n.LGSPa%u:\t.byte 0x0f,0x1f,0x44,0,0%s",
	     site, unwound ? "\n\t.cfi_restore_state" : "");
}

const bool gasp_patches_calls = true;

/* Returns whether calls of FN are "call FN", not through a register or
   memory.  */
bool
gasp_can_patch_call (tree fn)
{
  return (flag_plt && !flag_force_indirect_call
	  && !lookup_attribute ("noplt", DECL_ATTRIBUTES (fn)));
}

void
gasp_print_offset (pretty_printer *text, const char *function)
{
  pp_printf (text, ".long %s@PLT\n\t", function);
}

/* Writes what precedes a call: its five bytes must not cross a boundary of
   eight, as those of a site.  */
void
gasp_print_call_start (pretty_printer *text, unsigned site)
{
  pp_printf (text, ".p2align 3,0x2e,4\n.LGSPc%u:", site);
}

/* Initialisers get argc, argv, envp; the object comes as a fourth.  */
void
gasp_print_object_functions (FILE *file, const char *group)
{
  bool intel = ASSEMBLER_DIALECT == ASM_INTEL;
  fprintf (file, "\t.section\t.text.gasp,\"axG\",@progbits,%s,comdat\n"
	   "%s.LGSPstart:\n"
	   "\tleaq\t.LGSPobject(%%rip), %%rcx\n"
	   "\tjmp\t*__gasp_object_start@GOTPCREL(%%rip)\n"
	   ".LGSPend:\n"
	   "\tleaq\t.LGSPobject(%%rip), %%rdi\n"
	   "\tjmp\t*__gasp_object_end@GOTPCREL(%%rip)\n%s",
	   group, intel ? "\t.att_syntax prefix\n" : "",
	   intel ? "\t.intel_syntax noprefix\n" : "");
}

const bool gasp_has_hooks_near_by = true;
const char *const gasp_reference = "\t.long\t%s@GOTPCREL, 0\n";
