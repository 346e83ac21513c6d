/* redzone.c - a function with probes does without a red zone.

   SPDX-License-Identifier: GPL-3.0-or-later

   An active site is a call, in the middle of a body that may be a leaf and
   keep its variables below the stack pointer.  To GCC a probe is an asm that
   touches no memory.  Saying that the stack pointer changes in this function
   is enough for it to make room above; nothing else of the frame changes.
   Emitted mode needs none of it: at entry and before a return the red zone
   is empty.  */

#include "gasp-plugin.h"
#include "pass.h"

static void
execute (function *)
{
  for (rtx_insn *insn = get_insns (); insn; insn = NEXT_INSN (insn))
    if (gasp_is_probe (insn))
      {
	crtl->sp_is_unchanging = 0;
	break;
      }
}

GASP_PASS (gasp_make_redzone, rtl_opt_pass, RTL_PASS,
	   "gasp_redzone", 0, gasp_each_function, execute)
