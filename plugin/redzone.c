/* redzone.c - a function with probes does without a red zone.

   SPDX-License-Identifier: GPL-3.0-or-later

   An active site is a call, in the middle of a body that may be a leaf and
   keep its variables below the stack pointer.  To GCC a probe is an asm that
   touches no memory.  Saying that the stack pointer changes in this function
   is enough for it to make room above; nothing else of the frame changes.
   Emitted mode needs none of it: at entry and before a return the red zone
   is empty.  */

#include "gasp-plugin.h"

static const pass_data redzone_data = {
  RTL_PASS, "gasp_redzone", OPTGROUP_NONE, TV_NONE, 0, 0, 0, 0, 0
};

class redzone_pass : public rtl_opt_pass
{
public:
  redzone_pass (gcc::context *ctxt) : rtl_opt_pass (redzone_data, ctxt) {}

  unsigned execute (function *) final override
  {
    for (rtx_insn *insn = get_insns (); insn; insn = NEXT_INSN (insn))
      if (gasp_is_probe (insn))
	{
	  crtl->sp_is_unchanging = 0;
	  break;
	}
    return 0;
  }
};

opt_pass *
gasp_make_redzone (gcc::context *ctxt)
{
  return new redzone_pass (ctxt);
}
