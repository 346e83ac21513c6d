/* defaults.c - the functions of a tool, for programs that have none.

   SPDX-License-Identifier: Apache-2.0

   They are weak, so that a tool's take precedence.  Each has a second name, by
   which tool.c recognises it.  They are in a separate file, so that the
   compiler does not assume that these definitions are the ones in use.  */

#include "gasp_upc.h"
#include "base/tool.h"

#define DEFAULT(function, own) \
  extern __typeof__ (function) function __attribute__ ((weak, alias (#own)))

/* If the linker has preferred these to the functions of a tool that tool.c
   has found after them, what the tool itself and the program call of the
   five comes here, and goes on to FUNCTION of the tool.  */
#define TOOL_HAS(function, own) (gasp_tool.function != own)

gasp_context_t
gasp_default_init (gasp_lang_t srclanguage, int *argc, char ***argv)
{
  if (TOOL_HAS (init, gasp_default_init))
    return gasp_tool.init (srclanguage, argc, argv);
  return NULL;
}

void
gasp_default_notify_va (gasp_context_t context, unsigned int evttag,
			gasp_evttype_t evttype, const char *filename,
			int linenum, int colnum, va_list varargs)
{
  if (TOOL_HAS (notify_va, gasp_default_notify_va))
    gasp_tool.notify_va (context, evttag, evttype, filename, linenum, colnum,
			 varargs);
}

void
gasp_default_notify (gasp_context_t context, unsigned int evttag,
		     gasp_evttype_t evttype, const char *filename,
		     int linenum, int colnum, ...)
{
  va_list args;
  va_start (args, colnum);
  gasp_default_notify_va (context, evttag, evttype, filename, linenum, colnum,
			  args);
  va_end (args);
}

/* The argument of the last gasp_control, "or a nonzero value if gasp_control
   has not been called" (3.3).  */
static int last_control = 1;

int
gasp_own_control (int on)
{
  return __atomic_exchange_n (&last_control, on, __ATOMIC_RELAXED);
}

int
gasp_default_control (gasp_context_t context, int on)
{
  if (TOOL_HAS (control, gasp_default_control))
    return gasp_tool.control (context, on);
  return gasp_own_control (on);
}

static int
default_control_query (gasp_context_t context)
{
  (void) context;
  return __atomic_load_n (&last_control, __ATOMIC_RELAXED);
}

unsigned int
gasp_own_event (void)
{
  static unsigned int count;
  unsigned int number = __atomic_fetch_add (&count, 1, __ATOMIC_RELAXED);
  unsigned int room = GASP_UPC_USEREVT_END - GASP_UPC_USEREVT_START + 1;
  return GASP_UPC_USEREVT_START + number % room;
}

unsigned int
gasp_default_create_event (gasp_context_t context, const char *name,
			   const char *desc)
{
  if (TOOL_HAS (create_event, gasp_default_create_event))
    return gasp_tool.create_event (context, name, desc);
  return gasp_own_event ();
}

DEFAULT (gasp_init, gasp_default_init);
DEFAULT (gasp_event_notify, gasp_default_notify);
DEFAULT (gasp_event_notifyVA, gasp_default_notify_va);
DEFAULT (gasp_control, gasp_default_control);
DEFAULT (gasp_control_query, default_control_query);
DEFAULT (gasp_create_event, gasp_default_create_event);
