/* papi.c - PAPI: the library, and its clocks.

   SPDX-License-Identifier: Apache-2.0

   It is loaded when counters or its clocks are asked for, not linked: it costs
   a program that is only timed nothing, not even at start, and the same tool
   works where it is not installed.  Its calls may allocate; libgasp drops the
   events that they raise.  */

#include "measure/with-papi.h"
#ifdef WITH_PAPI

#include "measure/counters.h"
#include "measure/counting.h"
#include "ground/message.h"
#include "record/place.h"
#include "ground/state.h"
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>

struct papi_functions gasp_tool_papi;

/* Says what could not be done, for the record.  */
static char problems[8][400];
static int problem_count;

void
gasp_tool_problem (const char *format, ...)
{
  char text[sizeof *problems];
  va_list values;
  va_start (values, format);
  vsnprintf (text, sizeof text, format, values);
  va_end (values);
  gasp_tool_say ("%s", text);
  if (gasp_tool_base)
    gasp_tool_note (text);
  else if (problem_count < (int) (sizeof problems / sizeof *problems))
    strcpy (problems[problem_count++], text);
}

void
gasp_tool_note_problems (void)
{
  for (int i = 0; i < problem_count; i++)
    gasp_tool_note (problems[i]);
}

/* Loads PAPI.  Returns why it cannot be used, or null.  */
static const char *
load (void)
{
  char exact[40];
  snprintf (exact, sizeof exact, "libpapi.so.%d.%d",
	    PAPI_VERSION_MAJOR (PAPI_VERSION),
	    PAPI_VERSION_MINOR (PAPI_VERSION));
  /* No dynamic linker: it would get a C library of its own.  */
  if (getauxval (AT_BASE) == 0)
    return "a static program cannot load libpapi";
  void *library = dlopen (exact, RTLD_NOW | RTLD_GLOBAL);
  if (!library)
    library = dlopen ("libpapi.so", RTLD_NOW | RTLD_GLOBAL);
  if (!library)
    return "libpapi is not installed";
#define LOOK_UP(name) \
  papi.name = (__typeof__ (PAPI_##name) *) dlsym (library, "PAPI_" #name); \
  if (!papi.name) \
    return "libpapi lacks PAPI_" #name;
  PAPI_FUNCTIONS (LOOK_UP)
#undef LOOK_UP
  int version = papi.library_init (PAPI_VER_CURRENT);
  if (version != PAPI_VER_CURRENT)
    return version < 0 ? papi.strerror (version)
	   : "libpapi is of another version than this tool was built with";
  int error = papi.thread_init (pthread_self);
  return error == PAPI_OK ? NULL : papi.strerror (error);
}

bool
gasp_tool_papi_load (const char *setting)
{
  static bool tried;
  static const char *reason;
  if (!tried)
    reason = load ();
  tried = true;
  if (reason)
    gasp_tool_problem ("%s: PAPI cannot be used: %s; going on with time",
		       setting, reason);
  return !reason;
}

const char *
gasp_tool_papi_version (void)
{
  static char text[40];
  snprintf (text, sizeof text, "PAPI %d.%d.%d",
	    PAPI_VERSION_MAJOR (PAPI_VERSION),
	    PAPI_VERSION_MINOR (PAPI_VERSION),
	    PAPI_VERSION_REVISION (PAPI_VERSION));
  return text;
}

uint64_t
gasp_tool_papi_real (void)
{
  return papi.get_real_nsec ();
}

uint64_t
gasp_tool_papi_virtual (void)
{
  return papi.get_virt_nsec ();
}

#endif /* WITH_PAPI */
