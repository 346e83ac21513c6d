/* event-cost-tool.c - a tool that does nothing, at once.

   SPDX-License-Identifier: Apache-2.0

   WITH_RECORDER: by a recorder; WITH_NOTIFY: by gasp_event_notify.  */

#include <stddef.h>
#include "gasp_gcc.h"

#ifdef WITH_RECORDER
static void GASP_GCC_FAST
at_function (struct gasp_gcc_frame *frame, gasp_context_t context)
{
  (void) frame;
  (void) context;
}

static const struct gasp_gcc_recorder recorder = {
  .version = GASP_GCC_VERSION, .enter = at_function, .leave = at_function
};
#endif

gasp_context_t
gasp_init (gasp_lang_t srclanguage, int *argc, char ***argv)
{
  (void) srclanguage;
  (void) argc;
  (void) argv;
#ifdef WITH_RECORDER
  gasp_gcc_set_recorder (&recorder);
#endif
  return NULL;
}

void
gasp_event_notifyVA (gasp_context_t context, unsigned int evttag,
		     gasp_evttype_t evttype, const char *filename,
		     int linenum, int colnum, va_list varargs)
{
  (void) context;
  (void) evttag;
  (void) evttype;
  (void) filename;
  (void) linenum;
  (void) colnum;
  (void) varargs;
}

void
gasp_event_notify (gasp_context_t context, unsigned int evttag,
		   gasp_evttype_t evttype, const char *filename,
		   int linenum, int colnum, ...)
{
  (void) context;
  (void) evttag;
  (void) evttype;
  (void) filename;
  (void) linenum;
  (void) colnum;
}

int
gasp_control (gasp_context_t context, int on)
{
  (void) context;
  (void) on;
  return 1;
}

unsigned int
gasp_create_event (gasp_context_t context, const char *name, const char *desc)
{
  (void) context;
  (void) name;
  (void) desc;
  return GASP_UPC_USEREVT_START;
}
