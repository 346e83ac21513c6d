/* provider.h - what libgasp offers to runtimes of languages, which raise events
   of their own.

   SPDX-License-Identifier: Apache-2.0

   Private to libgasp and the runtimes that come with it.  They refer to these
   weakly: a program without instrumentation has no libgasp.

     void *call = gasp_gcc_call_at ? gasp_gcc_call_at (position) : NULL;
     if (call)
       {
	 gasp_gcc_notify_t *notify
	   = gasp_gcc_tool_enter (call, frame, &context);
	 if (notify)
	   {
	     notify (context, GASP_UPC_FENCE, GASP_START, file, line, column);
	     gasp_gcc_tool_leave (call);
	   }
       }  */

#ifndef GASP_PROVIDER_H
#define GASP_PROVIDER_H

#include "gasp.h"
#include "gasp_gcc.h"

#ifdef GASP_PROVIDES		/* libgasp itself */
#define GASP_PROVIDED __attribute__ ((visibility ("default")))
#else
#define GASP_PROVIDED __attribute__ ((weak))
#endif

typedef void gasp_gcc_notify_t (gasp_context_t, unsigned int, gasp_evttype_t,
				const char *, int, int, ...);

/* What stands for a call that was made with the stack pointer at POSITION, and
   is about to raise events; null if they are to be dropped.  Open calls of
   functions that are gone are ended first.  */
extern void *gasp_gcc_call_at (unsigned long position) GASP_PROVIDED;
/* The same if the events are TAG, which the tool may do without.  */
extern void *gasp_gcc_event_at (unsigned int tag, unsigned long position)
  GASP_PROVIDED;

/* What is not 0 while there is a tool that wants events.  */
extern const volatile unsigned char *gasp_gcc_activity (void) GASP_PROVIDED;

/* Begin and end to tell the tool.  What happens on the thread meanwhile, in
   functions called from the one that has its frame at FRAME, is no event.
   Returns gasp_event_notify of the tool, and its context; null if the event is
   to be dropped after all.  errno is kept.  */
extern gasp_gcc_notify_t *gasp_gcc_tool_enter (void *call, unsigned long frame,
					       gasp_context_t *context)
  GASP_PROVIDED;
extern void gasp_gcc_tool_leave (void *call) GASP_PROVIDED;

/* No more events: the process is about to end, or it is not one that events
   are of.  */
extern void gasp_gcc_no_more_events (void) GASP_PROVIDED;

/* From the runtime's start: the program is COUNT processes, and this is NUMBER of
   them, from 0.  */
extern void gasp_gcc_set_process (int number, int count) GASP_PROVIDED;
/* Likewise: what finds shared objects for gasp_gcc_find_shared.  */
typedef int gasp_gcc_finder_t (const void *pointer,
			       struct gasp_gcc_shared *result);
extern void gasp_gcc_set_finder (gasp_gcc_finder_t *finder) GASP_PROVIDED;

/* What a runtime defines: called once, before the tool's gasp_init and, as a
   rule, before any constructor.  It may change the arguments, and return in
   several processes, each of which goes on from here.  */
extern void gasp_gcc_provider_start (int *argc, char ***argv)
  __attribute__ ((weak));

#endif /* GASP_PROVIDER_H */
