/* hooks-in-c.h - hooks where C has no functions that preserve all registers.

   SPDX-License-Identifier: Apache-2.0

   Part of PROCESSOR.h.  There, a hook is an assembler function that saves what
   calls do not preserve and then calls an ordinary one, named after it.  */

#define GASP_HOOK(hook) GASP_HOOK_IN_C (hook)
#define GASP_HOOK_IN_C(hook)						\
extern void hook##_in_c (const struct gasp_gcc_function *function,	\
			 unsigned long position);			\
AT_SITE void								\
hook##_in_c (const struct gasp_gcc_function *function, unsigned long position)

#define GASP_TAIL_HOOK GASP_HOOK (__gasp_tail)

/* The recorder's functions are ordinary ones.  */
#define gasp_record_enter(frame, context)				\
  gasp_recorder.enter (frame, context)
#define gasp_record_leave(frame, context)				\
  gasp_recorder.leave (frame, context)
#define gasp_record_count(frame, context, function)			\
  gasp_recorder.count (frame, context, function)
#define gasp_find_path(context, parent, function)			\
  gasp_recorder.find (context, parent, function)
