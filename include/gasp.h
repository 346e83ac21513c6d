/* gasp.h - the GASP interface between compilers and performance tools.

   SPDX-License-Identifier: Apache-2.0

   Section numbers are those of "GASP: A Performance Tool Interface for Global
   Address Space Languages", version 1.4.  A tool defines the five functions
   declared here, and struct _gasp_context_S; libgasp has weak definitions
   that do nothing.  The event tags are in gasp_upc.h, which this file
   includes; gasp-events(7) describes them one by one.

   Valid in C89 and later and in C++.  */

#ifndef GASP_H
#define GASP_H

#include <stdarg.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the specification implemented, as YYYYMMDD (3.5).  */
#define GASP_VERSION 20051101

/* The language whose events a context receives (3.2).  Plain C, C++ and
   Fortran have no value of their own: they pass GASP_LANG_UPC, as section 4
   treats C's events as a part of UPC's.  */
typedef enum {
  GASP_LANG_UPC = 0,
  GASP_LANG_TITANIUM = 1,
  GASP_LANG_CAF = 2,
  GASP_LANG_MPI = 3,
  GASP_LANG_SHMEM = 4,
  /* 100 and above: models of your own (models/README).  */
  /* The same, as version 1.5 spells them.  */
  GASP_MODEL_UPC = GASP_LANG_UPC,
  GASP_MODEL_TITANIUM = GASP_LANG_TITANIUM,
  GASP_MODEL_CAF = GASP_LANG_CAF,
  GASP_MODEL_MPI = GASP_LANG_MPI,
  GASP_MODEL_SHMEM = GASP_LANG_SHMEM
} gasp_lang_t;
typedef gasp_lang_t gasp_model_t;

/* Whether an event begins, ends, or has no duration (3.2).  */
typedef enum {
  GASP_START = 0,
  GASP_END = 1,
  GASP_ATOMIC = 2
} gasp_evttype_t;

/* What the tool keeps for one thread.  The tool defines the struct (3.2).  */
struct _gasp_context_S;
typedef struct _gasp_context_S *gasp_context_t;

/* Begins measuring the calling thread (3.2).

   SRCLANGUAGE  the language whose events the result will be used for
   ARGC, ARGV   the program's arguments.  Neither they nor what they point to
		are null.  On the first thread the tool may change them, and
		main sees the change; other threads are given copies.

   Called on each thread, before any other callback on that thread: on the first
   one before the constructors of instrumented code, on others at their first
   event; always with GASP_LANG_UPC.  Called once more on a thread for each
   further language, before its first event of that language there.  Returns
   the context that is passed to all further callbacks of this thread for events
   of this language; it may be null.  */
extern gasp_context_t gasp_init (gasp_lang_t srclanguage,
				 int *argc, char ***argv);

/* Takes note of an event (3.2).

   CONTEXT   what gasp_init returned on this thread
   EVTTAG    the event: a GASP_C_*, GASP_UPC_* or GASP_GCC_* value of
	     gasp_upc.h, or what gasp_create_event returned
   EVTTYPE   whether it begins, ends or is atomic
   FILENAME  source file as it was given to the compiler, or null if unknown.
	     Valid for as long as the code that raised the event is loaded.
   LINENUM   line, counted from 1, or 0 if unknown
   COLNUM    column in bytes, counted from 1, or 0 if unknown
   ...       arguments of the event, see gasp_upc.h.  What they point to must
	     not be changed.

   May be called on several threads at once.  Events raised by the tool's own
   callbacks are not reported.  errno is kept by the caller.  */
extern void gasp_event_notify (gasp_context_t context, unsigned int evttag,
			       gasp_evttype_t evttype, const char *filename,
			       int linenum, int colnum, ...);

/* Notifies the tool of an event, with the arguments as a list.  Either may be
   called for any event (3.2).  */
extern void gasp_event_notifyVA (gasp_context_t context, unsigned int evttag,
				 gasp_evttype_t evttype, const char *filename,
				 int linenum, int colnum, va_list varargs);

/* Stops measuring if ON is 0, goes on if it is not (3.3).  Returns the value
   of ON in the previous call, or nonzero if there was none.  */
extern int gasp_control (gasp_context_t context, int on);

/* Registers a user event (3.4, 5.3).

   NAME  what to call it
   DESC  null, or a printf format for the arguments of its callbacks

   Returns its tag, from GASP_UPC_USEREVT_START to GASP_UPC_USEREVT_END.  */
extern unsigned int gasp_create_event (gasp_context_t context,
				       const char *name, const char *desc);

/* Names of version 1.3 that tools still use.  */
#define GASP_COLLECTIVE_EXIT GASP_UPC_COLLECTIVE_EXIT
#define GASP_NONCOLLECTIVE_EXIT GASP_UPC_NONCOLLECTIVE_EXIT
#define GASP_USEREVT_START GASP_UPC_USEREVT_START
#define GASP_USEREVT_END GASP_UPC_USEREVT_END

/* Returns the state of measurement, as version 1.3 asks for it: what the last
   gasp_control was given, or nonzero.  A tool need not define it.  */
extern int gasp_control_query (gasp_context_t context);

#ifdef __cplusplus
}
#endif

#include "gasp_upc.h"

#endif /* GASP_H */
