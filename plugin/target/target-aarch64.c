/* target-aarch64.c - sites in the language of the processor.

   SPDX-License-Identifier: GPL-3.0-or-later

   A site, dormant and active:

     nop                          b stub

   Four bytes, which one store switches.  It is a jump, not a call: where a site
   is, the link register may be all that knows where to return to.  So each site
   has a stub of its own, that jumps back after it.  shared/site.h has the
   contract, libgasp/arch/aarch64/aarch64.c and .S the other end.  */

#include "gasp-plugin.h"
#include "site.h"
#include "target/target-plain.h"

/* A site changes nothing; but a probe has to name some register.  */
const char *const gasp_probe_register = "cc";

void
gasp_target_prepare (void)
{
}

const char *
gasp_target_problem (void)
{
  if (TARGET_ILP32)
    return "only the 64-bit mode of this processor is supported, not "
	   "-mabi=ilp32";
  if (BYTES_BIG_ENDIAN)
    return "-mbig-endian is not supported";
  if (aarch64_cmodel == AARCH64_CMODEL_LARGE)
    return "-mcmodel=large is not supported";
  return NULL;
}

rtx
gasp_site_pattern (rtx op, unsigned, bool)
{
  rtx clobber = gen_rtx_CLOBBER (VOIDmode, gen_rtx_REG (CCmode, CC_REGNUM));
  return gen_rtx_PARALLEL (VOIDmode, gen_rtvec (2, op, clobber));
}

/* Returns whether PATTERN signs a return address, and so is a landing pad,
   too.  */
static bool
signs_return_address (rtx pattern)
{
  if (GET_CODE (pattern) != SET || GET_CODE (SET_SRC (pattern)) != UNSPEC)
    return false;
  int what = XINT (SET_SRC (pattern), 1);
  return what == UNSPEC_PACIASP || what == UNSPEC_PACIBSP;
}

/* Returns whether INSN is a landing pad, which has to be where the function is
   jumped to.  */
bool
gasp_must_come_first (rtx_insn *insn)
{
  if (!NONJUMP_INSN_P (insn))
    return false;
  rtx pattern = PATTERN (insn);
  if (GET_CODE (pattern) != UNSPEC_VOLATILE)
    return signs_return_address (pattern);
  int what = XINT (pattern, 1);
  return (what == UNSPECV_BTI_NOARG || what == UNSPECV_BTI_C
	  || what == UNSPECV_BTI_J || what == UNSPECV_BTI_JC);
}

/* Writes a site's instruction.  Registers need no note: the unwind information
   has described restored ones as they were.  */
void
gasp_print_site (pretty_printer *text, unsigned site, enum gasp_frame)
{
  pp_printf (text, ".LGSPa%u:\tnop", site);
}

/* Initialisers get argc, argv, envp; the object comes as a fourth.  They are
   called through pointers, hence the landing pad.  */
static void
print_object_function (FILE *file, const char *name, int argument,
		       const char *function)
{
  fprintf (file, "%s:\n"
	   "\thint\t34\n"
	   "\tadrp\tx%d, .LGSPobject\n"
	   "\tadd\tx%d, x%d, :lo12:.LGSPobject\n"
	   "\tadrp\tx16, :got:%s\n"
	   "\tldr\tx16, [x16, :got_lo12:%s]\n"
	   "\tbr\tx16\n",
	   name, argument, argument, argument, function, function);
}

void
gasp_print_object_functions (FILE *file, const char *group)
{
  fprintf (file, "\t.section\t.text.gasp,\"axG\",@progbits,%s,comdat\n"
	   "\t.p2align 2\n", group);
  print_object_function (file, ".LGSPstart", 3, "__gasp_object_start");
  print_object_function (file, ".LGSPend", 0, "__gasp_object_end");
}
