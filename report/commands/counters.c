/* counters.c - what PAPI has to offer.  See counters.h.

   SPDX-License-Identifier: Apache-2.0

   libpapi is loaded when it is needed, so that the command works without; it
   is built without where there is no papi.h, or -DWITHOUT_PAPI says so.  */

#include "commands/counters.h"
#include "base/util.h"

#if !defined WITHOUT_PAPI && defined __has_include
#if __has_include (<papi.h>)
#define WITH_PAPI 1
#endif
#endif

#ifdef WITH_PAPI

#include <dlfcn.h>
#include <papi.h>
#include <string.h>

#define FUNCTIONS(f) \
  f (PAPI_library_init) f (PAPI_strerror) f (PAPI_num_components) \
  f (PAPI_get_component_info) f (PAPI_enum_cmp_event) f (PAPI_enum_event) \
  f (PAPI_get_event_info) f (PAPI_set_debug)

static struct {
#define MEMBER(name) __typeof__ (name) *name;
  FUNCTIONS (MEMBER)
} papi;

static void *
load_library (void)
{
  static char exact[64];
  snprintf (exact, sizeof exact, "libpapi.so.%d.%d",
	    PAPI_VERSION_MAJOR (PAPI_VERSION),
	    PAPI_VERSION_MINOR (PAPI_VERSION));
  static const char *const names[] = { exact, "libpapi.so.7", "libpapi.so" };
  for (size_t i = 0; i < COUNT_OF (names); i++)
    {
      void *library = dlopen (names[i], RTLD_NOW | RTLD_LOCAL);
      if (library)
	return library;
    }
  return NULL;
}

const char *
counters_open (void)
{
  void *library = load_library ();
  if (!library)
    return "libpapi cannot be loaded; install it (Debian: libpapi-dev)";
#define LOAD(name) \
  if (!(papi.name = (__typeof__ (name) *) dlsym (library, #name))) \
    return "libpapi lacks the function " #name;
  FUNCTIONS (LOAD)
  papi.PAPI_set_debug (PAPI_QUIET);
  int version = papi.PAPI_library_init (PAPI_VER_CURRENT);
  if (version == PAPI_VER_CURRENT)
    return NULL;
  return version > 0 ? "libpapi is of another version than gasp was built for"
		     : papi.PAPI_strerror (version);
}

const char *
counters_version (void)
{
  static char text[32];
  snprintf (text, sizeof text, "%d.%d.%d", PAPI_VERSION_MAJOR (PAPI_VERSION),
	    PAPI_VERSION_MINOR (PAPI_VERSION),
	    PAPI_VERSION_REVISION (PAPI_VERSION));
  return text;
}

/* Finds the first event of component INDEX; false if there is none.  Asking
   for it also starts a component that delays its start.  */
static bool
first_native (int index, int *code)
{
  *code = PAPI_NATIVE_MASK;
  return papi.PAPI_enum_cmp_event (code, PAPI_ENUM_FIRST, index) == PAPI_OK;
}

bool
counters_component (int index, struct counter_component *result)
{
  int code;
  if (index >= papi.PAPI_num_components ())
    return false;
  first_native (index, &code);
  const PAPI_component_info_t *info = papi.PAPI_get_component_info (index);
  if (!info)
    return false;
  *result = (struct counter_component) {
    index, info->name, info->description,
    !info->disabled ? NULL
    : *info->disabled_reason ? info->disabled_reason
    : papi.PAPI_strerror (info->disabled),
    info->num_cntrs, info->num_native_events
  };
  return true;
}

static bool
show_event (int code, show_counter *show)
{
  PAPI_event_info_t info;
  memset (&info, 0, sizeof info);
  if (papi.PAPI_get_event_info (code, &info) != PAPI_OK)
    return false;
  show (info.symbol, info.long_descr);
  return true;
}

int
counters_presets (show_counter *show)
{
  int code = (int) PAPI_PRESET_MASK, shown = 0;
  if (papi.PAPI_enum_event (&code, PAPI_ENUM_FIRST) != PAPI_OK)
    return 0;
  do
    {
      PAPI_event_info_t info;
      if (papi.PAPI_get_event_info (code, &info) == PAPI_OK && info.count)
	shown += show_event (code, show);
    }
  while (papi.PAPI_enum_event (&code, PAPI_PRESET_ENUM_AVAIL) == PAPI_OK);
  return shown;
}

int
counters_native (int index, show_counter *show)
{
  int code, shown = 0;
  if (!first_native (index, &code))
    return 0;
  do
    shown += show_event (code, show);
  while (papi.PAPI_enum_cmp_event (&code, PAPI_ENUM_EVENTS, index) == PAPI_OK);
  return shown;
}

#else /* !WITH_PAPI */

const char *
counters_open (void)
{
  return "built without PAPI; install its headers (Debian: libpapi-dev) and "
	 "build again";
}

const char *
counters_version (void)
{
  return "none";
}

bool
counters_component (int index __attribute__ ((unused)),
		    struct counter_component *result __attribute__ ((unused)))
{
  return false;
}

int
counters_presets (show_counter *show __attribute__ ((unused)))
{
  return 0;
}

int
counters_native (int index __attribute__ ((unused)),
		 show_counter *show __attribute__ ((unused)))
{
  return 0;
}

#endif /* !WITH_PAPI */
