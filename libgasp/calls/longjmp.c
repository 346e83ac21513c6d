/* longjmp.c - longjmp and its like, which are not reported.

   SPDX-License-Identifier: Apache-2.0

   There are no events of their own: the calls that are jumped out of end.  But
   in a signal handler that interrupted the tool, the tool is allowed to finish
   first.  */

#include <setjmp.h>
#include "entry/raise.h"
#include "process/defer.h"

#define JUMP(variant, function)						\
  static void __attribute__ ((noreturn))				\
  jump_by_##function (void *environment, int value)			\
  {									\
    gasp_gcc_leave_by_jump (environment);				\
    function (environment, value);					\
  }									\
  void									\
  variant (void *environment, int value)			\
  {									\
    gasp_defer_jump (jump_by_##function, environment, value,		\
		     gasp_jump_target (environment));			\
    jump_by_##function (environment, value);				\
  }

JUMP (__gasp_longjmp, longjmp)
JUMP (__gasp__longjmp, _longjmp)
JUMP (__gasp_siglongjmp, siglongjmp)
