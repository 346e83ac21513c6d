/* target-x86-64.c - sites and stubs in the language of the processor.

   SPDX-License-Identifier: GPL-3.0-or-later

   A site, dormant and active:

     .p2align 3,,4                .p2align 3,,4
     nopl 0(%rax,%rax)            call stub

   Five bytes within one aligned word of eight, so that one store switches it.
   libgasp/site.h has the contract, libgasp/x86-64.S the other end.  */

#include "gasp-plugin.h"
#include "site.h"

const char *const gasp_probe_register = "r11";

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

rtx
gasp_probe_clobber (void)
{
  return gen_rtx_CLOBBER (VOIDmode, gen_rtx_REG (DImode, R11_REG));
}

/* endbr64 has to be where the function is jumped to; a patchable area stays
   where -fpatchable-function-entry put it.  */
bool
gasp_must_come_first (rtx_insn *insn)
{
  if (!NONJUMP_INSN_P (insn) || GET_CODE (PATTERN (insn)) != UNSPEC_VOLATILE)
    return false;
  int what = XINT (PATTERN (insn), 1);
  return what == UNSPECV_NOP_ENDBR || what == UNSPECV_PATCHABLE_AREA;
}

/* A section that belongs to the group of the function being output, and that
   the linker drops with it.  SITE is a label in that function.  */
static void
push_section (pretty_printer *text, const char *name, const char *flags,
	      const char *site)
{
  pp_printf (text, ".pushsection %s,\"%s?o\",@progbits,%s\n\t",
	     name, flags, site);
}

void
gasp_print_site (pretty_printer *text, unsigned kind, const char *stub,
		 const char *record)
{
  static unsigned count;
  char site[32];
  snprintf (site, sizeof site, ".LGSPa%u", count++);
  pp_printf (text, ".p2align 3,,4\n%s:\t.byte 0x0f,0x1f,0x44,0,0\n\t", site);
  push_section (text, "gasp_sites", "a", site);
  pp_printf (text, ".p2align 2\n\t.long %s-., %s-., %s-., %u\n\t.popsection",
	     site, stub, record, kind);
}

/* By GASP_SITE_*.  */
static const char *const hooks[] = {
  "gasp_gcc_enter", "gasp_gcc_leave", "gasp_gcc_tail", "gasp_gcc_resume",
  "gasp_gcc_enter_inlined"
};

/* A jump through a register may have its target in r11: then the stub must
   come back with it.  */
static void
print_tail_stub (pretty_printer *text, const char *record)
{
  bool cfi = dwarf2out_do_cfi_asm ();
  pp_printf (text, "pushq %%%%r11\n\t");
  if (cfi)
    pp_string (text, ".cfi_adjust_cfa_offset 8\n\t");
  pp_printf (text, "leaq %s(%%%%rip), %%%%r11\n\t"
	     "call *%s@GOTPCREL(%%%%rip)\n\tpopq %%%%r11\n\t",
	     record, hooks[GASP_SITE_TAIL]);
  if (cfi)
    pp_string (text, ".cfi_adjust_cfa_offset -8\n\t");
  pp_string (text, "ret\n\t");
}

void
gasp_print_stub (pretty_printer *text, unsigned kind, const char *label,
		 const char *record)
{
  pp_printf (text, "%s:\t", label);
  if (kind == GASP_SITE_TAIL)
    print_tail_stub (text, record);
  else
    pp_printf (text, "leaq %s(%%%%rip), %%%%r11\n\t"
	       "jmp *%s@GOTPCREL(%%%%rip)\n\t", record, hooks[kind]);
}

void
gasp_start_stubs (pretty_printer *text)
{
  pp_string (text, ".pushsection .text.gasp,\"ax?\",@progbits\n\t");
  if (ASSEMBLER_DIALECT == ASM_INTEL)
    pp_string (text, ".att_syntax prefix\n\t");
  if (dwarf2out_do_cfi_asm ())
    pp_string (text, ".cfi_startproc\n\t");
}

void
gasp_end_stubs (pretty_printer *text)
{
  if (dwarf2out_do_cfi_asm ())
    pp_string (text, ".cfi_endproc\n\t");
  if (ASSEMBLER_DIALECT == ASM_INTEL)
    pp_string (text, ".intel_syntax noprefix\n\t");
  pp_string (text, ".popsection\n\t");
}

/* Initialisers get argc, argv, envp; the object comes as a fourth.  */
void
gasp_print_object_functions (FILE *file, const char *group)
{
  bool intel = ASSEMBLER_DIALECT == ASM_INTEL;
  fprintf (file, "\t.section\t.text.gasp,\"axG\",@progbits,%s,comdat\n"
	   "%s.LGSPstart:\n"
	   "\tleaq\t.LGSPobject(%%rip), %%rcx\n"
	   "\tjmp\t*gasp_gcc_object_start@GOTPCREL(%%rip)\n"
	   ".LGSPend:\n"
	   "\tleaq\t.LGSPobject(%%rip), %%rdi\n"
	   "\tjmp\t*gasp_gcc_object_end@GOTPCREL(%%rip)\n%s",
	   group, intel ? "\t.att_syntax prefix\n" : "",
	   intel ? "\t.intel_syntax noprefix\n" : "");
}
