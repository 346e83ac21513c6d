/* pass.h - the passes of the plugin, one a file.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#pragma once

/* Defines MAKE, which makes the pass NAME of BASE, gimple_opt_pass or
   rtl_opt_pass, and TYPE.  It needs the properties NEEDS, and does EXECUTE_OF
   to each function for whose declaration GATE_OF returns true.  */
#define GASP_PASS(make, base, type, name, needs, gate_of, execute_of)	\
  static const pass_data make##_data = {				\
    type, name, OPTGROUP_NONE, TV_NONE, needs, 0, 0, 0, 0		\
  };									\
  class make##_pass : public base					\
  {									\
  public:								\
    make##_pass (gcc::context *ctxt) : base (make##_data, ctxt) {}	\
    bool gate (function *fun) final override				\
    {									\
      return ::gate_of (fun->decl);					\
    }									\
    unsigned execute (function *fun) final override			\
    {									\
      ::execute_of (fun);						\
      return 0;								\
    }									\
  };									\
  opt_pass *								\
  make (gcc::context *ctxt)						\
  {									\
    return new make##_pass (ctxt);					\
  }

/* Returns true: for passes that are for all functions.  */
static inline bool
gasp_each_function (tree)
{
  return true;
}
