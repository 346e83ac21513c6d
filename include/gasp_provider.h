/* gasp_provider.h - what libgasp offers to runtimes that raise events: those of
   languages (UPC) and of libraries.

   SPDX-License-Identifier: Apache-2.0

   A runtime registers a struct gasp_gcc_provider, and then raises the events of
   its model (models/README).  It refers to all of this weakly, as a program
   without instrumentation has no libgasp:

     static struct gasp_gcc_provider provider = {
       .version = GASP_GCC_PROVIDER_VERSION, .language = GASP_LANG_UPC
     };
     ...
     void *call = gasp_gcc_event_at (GASP_UPC_FENCE, position);
     if (call)
       {
	 gasp_gcc_notify_t *notify
	   = gasp_gcc_tool_enter (call, frame, &provider, &context);
	 if (notify)
	   {
	     notify (context, GASP_UPC_FENCE, GASP_START, file, line, column);
	     gasp_gcc_tool_leave (call);
	   }
       }

   Valid in C89 and later and in C++.  */

#ifndef GASP_PROVIDER_H
#define GASP_PROVIDER_H

#include "gasp.h"
#include "gasp_gcc.h"

#ifdef __cplusplus
extern "C" {
#endif

#ifdef GASP_PROVIDES		/* libgasp itself */
#define GASP_PROVIDED __attribute__ ((visibility ("default")))
#else
#define GASP_PROVIDED __attribute__ ((weak))
#endif

/* ---- Who raises events  */

#define GASP_GCC_PROVIDER_VERSION 9

struct gasp_gcc_provider {
  unsigned int version;		/* GASP_GCC_PROVIDER_VERSION */
  /* The argument of gasp_init: the language of the events that this provider
     raises.  */
  gasp_lang_t language;
  /* Called once, before the first gasp_init and usually before any constructor.
     It may change the arguments and the rest of the struct, and may return in
     several processes, each of which continues from here.  May be null.  */
  void (*start) (struct gasp_gcc_provider *provider, int *argc, char ***argv);
  /* The program is COUNT processes, and this is NUMBER of them, from 0.  COUNT
     is 0 if this provider does not know.  */
  int number, count;
  /* The nanoseconds to add to CLOCK_REALTIME for that of process 0, whose
     machine may have another clock.  */
  long clock;
  /* A number that all of the program's processes have, and no others, as far as
     can be: who reads records of several machines tells by it which belong
     together.  0 if this provider has none.  */
  unsigned long job;
  /* The number, from 0, of those of the processes that share memory with this
     one.  */
  int node;
  /* Find in *RESULT what POINTER, which an event of this provider handed out,
     refers to: as gasp_gcc_find_shared.  May be null.  */
  int (*find) (const void *pointer, struct gasp_gcc_shared *result);
  /* Called each time that the process has been attached to (gasp attach), so
     that there is a tool from now on.  The thread may be in any instrumented
     function; signals are blocked.  May be null.  */
  void (*attached) (void);
  /* Called once there is a tool, and then each time that an instrumented object
     has been loaded, before its constructors; under gasp run, some time after
     any has been.  May be null.  */
  void (*loaded) (void);
  /* Called once where the process exits while there is a tool: after the exit
     handlers, most destructors, and the last event.  May be null.  */
  void (*over) (void);
  /* libgasp's: for the tool's context, and the list of providers.  */
  unsigned int index;
  struct gasp_gcc_provider *next;
};

/* Registers PROVIDER, which must stay valid.  To be called from a
   constructor, or from the executable's .preinit_array: that comes before
   constructors of instrumented libraries, the first of which calls
   gasp_init.  Once gasp_init has been called, START is called at once.
   Returns 0; -1 if the version is unknown, or there are too many
   languages.  */
extern int gasp_gcc_register_provider (struct gasp_gcc_provider *provider)
  GASP_PROVIDED;

/* Looks for libraries that the program has loaded meanwhile and whose events
   are to be raised, and calls each provider's LOADED.  To be called, too,
   before the program unloads any.  Changes errno.  */
extern void gasp_gcc_objects_loaded (void) GASP_PROVIDED;

/* ---- Events  */

typedef void gasp_gcc_notify_t (gasp_context_t, unsigned int, gasp_evttype_t,
				const char *, int, int, ...);

/* Returns a handle for a call that was made with the stack pointer at
   POSITION, and is about to raise events; null if they are to be dropped.
   Open calls of functions that are gone are ended first.  */
extern void *gasp_gcc_call_at (unsigned long position) GASP_PROVIDED;
/* Does the same for the calling thread, which is about to execute FUNCTION, as
   its first event.  */
extern void gasp_gcc_thread_begins (unsigned long position,
				    const void *function) GASP_PROVIDED;
/* Does the same as gasp_gcc_call_at for events TAG; returns null, too, if the
   tool has switched those off.  */
extern void *gasp_gcc_event_at (unsigned int tag, unsigned long position)
  GASP_PROVIDED;

/* Returns whether the tool does without events TAG.  */
extern int gasp_gcc_is_left_out (unsigned int tag) GASP_PROVIDED;

/* Returns the address of a byte that is not 0 while there is a tool that
   wants events.  */
extern const volatile unsigned char *gasp_gcc_activity (void) GASP_PROVIDED;

/* A call that is open: the address in it that what it has called returns to,
   where its function begins, the stack pointer before the return address was
   pushed, and the frame pointer then; 0 if that is not known.  From there, the
   caller's POSITION is always SIZE further; 0 if not.  */
struct gasp_gcc_caller {
  unsigned long address, function, position, pointer, size;
};
/* In place of SIZE: POINTER points to what the frame ends with, the caller's
   POINTER and the ADDRESS in it.  */
#define GASP_GCC_BY_POINTER 1ul
/* Sets CALLERS, of which the first has ADDRESS, POSITION and POINTER, to that
   call and those which it was made from, and returns how many: MOST at most,
   and as far as they are understood, which they are on x86-64 only.  The last
   one's FUNCTION and SIZE are not set.  */
extern unsigned int gasp_gcc_callers (struct gasp_gcc_caller *callers,
				      unsigned int most) GASP_PROVIDED;
/* Does the same in a signal handler, for code that the C library finds there.
   The first of CALLERS is the code that the signal has interrupted, if
   IS_INNERMOST: its ADDRESS is one more, and its POSITION the stack pointer.
   Sets *IS_OVER to whether the last one has no caller.  FUNCTION is 0, or where
   nothing describes the code's frames, as of what a program makes while it
   runs: */
#define GASP_GCC_NOT_DESCRIBED 1ul
extern unsigned int
gasp_gcc_interrupted_callers (struct gasp_gcc_caller *callers,
			      unsigned int most, int is_innermost,
			      int *is_over) GASP_PROVIDED;
/* Returns whether CALLERS, COUNT of one chain, of which the first is known to
   be open, all are, as far as the stack shows.  Also in a handler.  */
extern int gasp_gcc_are_open (const struct gasp_gcc_caller *callers,
			      unsigned int count) GASP_PROVIDED;

/* Returns whether the calling thread is in a sandbox, or may have entered one
   unseen.  That may forbid any system call, and reading the processor's counter
   of time.  */
extern int gasp_gcc_is_sandboxed (void) GASP_PROVIDED;

/* Begins and ends calling the tool.  What happens on the thread in between, in
   functions called from the one that has its frame at FRAME, is not an event.
   Returns gasp_event_notify of the tool, and in *CONTEXT the calling thread's
   context for PROVIDER's language, which the first call makes; null if the
   event is to be dropped after all.  errno is kept.  */
extern gasp_gcc_notify_t *
gasp_gcc_tool_enter (void *call, unsigned long frame,
		     const struct gasp_gcc_provider *provider,
		     gasp_context_t *context) GASP_PROVIDED;
extern void gasp_gcc_tool_leave (void *call) GASP_PROVIDED;

/* Records EVENT, which a call made with the stack pointer at POSITION raises,
   the short way, to be tried first.  Returns 1 if it is recorded, or is to be
   dropped; 0 if it is to be raised as above.  */
extern int gasp_gcc_record_event (const struct gasp_gcc_provider *provider,
				  unsigned long position,
				  const struct gasp_gcc_short_event *event)
  GASP_PROVIDED;

/* Records COUNT of EVENTS in this way, one after the other.  Returns how many
   of them are recorded or dropped; the first of the others is to be raised as
   above.  */
extern int gasp_gcc_record_events (const struct gasp_gcc_provider *provider,
				   unsigned long position,
				   const struct gasp_gcc_short_event *events,
				   int count) GASP_PROVIDED;

/* Says to people, once, what of the program is not measured, and why: TEXT,
   which tools then get from gasp_gcc_unmeasured.  */
extern void gasp_gcc_say_unmeasured (const char *text) GASP_PROVIDED;

/* Where in the source a call stands.  */
struct gasp_gcc_place {
  const char *file;
  int line, column;
};
/* Sets *RESULT to the position of the call that returns to ADDRESS, in a
   function of a library whose calls the compiler describes (libgomp); in code
   without instrumentation, to gasp_gcc_at_address, if the tool has that.
   Returns 1; 0 if there is no description.  Async-signal-safe.  */
extern int gasp_gcc_find_place (const void *address,
				struct gasp_gcc_place *result) GASP_PROVIDED;
/* Changes when objects are loaded or unloaded: until then, what was found, or
   not found, stays valid.  */
extern unsigned int gasp_gcc_places_version (void) GASP_PROVIDED;

/* Ends all events: the process is about to end, or it is not one that events
   are of.  */
extern void gasp_gcc_no_more_events (void) GASP_PROVIDED;

#ifdef __cplusplus
}
#endif

#endif /* GASP_PROVIDER_H */
