/* defaults.c - the functions of a tool, for programs that have none.

   SPDX-License-Identifier: Apache-2.0

   Weak, so that a tool's win.  Each has a second name, by which tool.c
   recognises it.  In a file of their own, so that no compiler concludes from
   the definitions who has won.  */

#include "runtime.h"

#define DEFAULT(function, own) \
  extern __typeof__ (function) function __attribute__ ((weak, alias (#own)))

gasp_context_t
gasp_default_init (gasp_lang_t srclanguage, int *argc, char ***argv)
{
  (void) srclanguage;
  (void) argc;
  (void) argv;
  return NULL;
}

void
gasp_default_notify (gasp_context_t context, unsigned int evttag,
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

void
gasp_default_notify_va (gasp_context_t context, unsigned int evttag,
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

/* The argument of the last gasp_control, "or a nonzero value if gasp_control
   has not been called" (3.3).  */
static int control = 1;

int
gasp_default_control (gasp_context_t context, int on)
{
  (void) context;
  return __atomic_exchange_n (&control, on, __ATOMIC_RELAXED);
}

static int
default_control_query (gasp_context_t context)
{
  (void) context;
  return __atomic_load_n (&control, __ATOMIC_RELAXED);
}

unsigned int
gasp_default_create_event (gasp_context_t context, const char *name,
			   const char *desc)
{
  static unsigned int count;
  (void) context;
  (void) name;
  (void) desc;
  unsigned int number = __atomic_fetch_add (&count, 1, __ATOMIC_RELAXED);
  unsigned int room = GASP_UPC_USEREVT_END - GASP_UPC_USEREVT_START + 1;
  return GASP_UPC_USEREVT_START + number % room;
}

DEFAULT (gasp_init, gasp_default_init);
DEFAULT (gasp_event_notify, gasp_default_notify);
DEFAULT (gasp_event_notifyVA, gasp_default_notify_va);
DEFAULT (gasp_control, gasp_default_control);
DEFAULT (gasp_control_query, default_control_query);
DEFAULT (gasp_create_event, gasp_default_create_event);
