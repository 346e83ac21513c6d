/* target-riscv64.c - sites in the language of the processor.

   SPDX-License-Identifier: GPL-3.0-or-later

   A site, dormant and active:

     .p2align 3                   .p2align 3
     nop                          auipc t0, stub
     nop                          jalr  t0, stub(t0)

   Eight bytes in one aligned word, since a jump with less reaches no further
   than a megabyte.  t0 is the link register of the ABI's own out-of-line
   prologues; no argument, result or target of a jump is ever there.
   shared/site.h has the contract, libgasp/arch/riscv64/riscv64.c and .S the
   other end.  */

#include "gasp-plugin.h"
#include "site.h"
#include "target/target-plain.h"

const char *const gasp_probe_register = "t0";

/* Turns on asynchronous unwind tables, which other processors have by default:
   libgasp searches signal handlers' frames for the code that they
   interrupted.  */
void
gasp_target_prepare (void)
{
  if (!global_options_set.x_flag_asynchronous_unwind_tables)
    flag_asynchronous_unwind_tables = 1;
}

const char *
gasp_target_problem (void)
{
  if (!TARGET_64BIT)
    return "only the 64-bit mode of this processor is supported";
  /* The jump that leaves a function is in libgcc then.  */
  if (TARGET_SAVE_RESTORE)
    return "-msave-restore is not supported";
  return NULL;
}

rtx
gasp_site_pattern (rtx op, unsigned, bool)
{
  rtx clobber = gen_rtx_CLOBBER (VOIDmode, gen_rtx_REG (DImode, T0_REGNUM));
  return gen_rtx_PARALLEL (VOIDmode, gen_rtvec (2, op, clobber));
}

bool
gasp_must_come_first (rtx_insn *)
{
  return false;
}

/* Writes a site's instructions.  Registers need no note: the unwind
   information has described restored ones as they were.  */
void
gasp_print_site (pretty_printer *text, unsigned site, enum gasp_frame)
{
  pp_printf (text, ".p2align 3\n\t.option push\n\t.option norvc\n"
	     ".LGSPa%u:\tnop\n\tnop\n\t.option pop", site);
}

/* Initialisers get argc, argv, envp; the object comes as a fourth.  */
void
gasp_print_object_functions (FILE *file, const char *group)
{
  fprintf (file, "\t.section\t.text.gasp,\"axG\",@progbits,%s,comdat\n"
	   "\t.option\tpush\n"
	   "\t.option\tpic\n"
	   ".LGSPstart:\n"
	   "\tlla\ta3, .LGSPobject\n"
	   "\tla\tt1, __gasp_object_start\n"
	   "\tjr\tt1\n"
	   ".LGSPend:\n"
	   "\tlla\ta0, .LGSPobject\n"
	   "\tla\tt1, __gasp_object_end\n"
	   "\tjr\tt1\n"
	   "\t.option\tpop\n", group);
}
