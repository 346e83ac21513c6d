/* loader.c - objects that the program loads while it runs: see loader.h.

   SPDX-License-Identifier: Apache-2.0

   dlopen and dlsym go by their caller, so they are jumped to.  What a thread
   has loaded is seen to when the thread asks for a function of it, or loads
   more.  */

#include "loader.h"
#include "gasp_provider.h"
#include <dlfcn.h>
#include <errno.h>
#include <string.h>

#define JUMPS __attribute__ ((optimize ("optimize-sibling-calls")))

static void *(*real_dlopen) (const char *file, int mode);
static void *(*real_dlsym) (void *handle, const char *name);

static __thread bool has_loaded;

static void
see_what_is_loaded (void)
{
  int saved_errno = errno;
  has_loaded = false;
  gasp_gcc_objects_loaded ();
  errno = saved_errno;
}

JUMPS static void *
wrap_dlopen (const char *file, int mode)
{
  if (has_loaded)
    see_what_is_loaded ();
  has_loaded = true;
  return real_dlopen (file, mode);
}

JUMPS static void *
wrap_dlsym (void *handle, const char *name)
{
  if (has_loaded)
    see_what_is_loaded ();
  return real_dlsym (handle, name);
}

const struct slots_entry *
loader_entry (const char *name)
{
  static const struct slots_entry entries[] = {
    { "dlopen", (void **) &real_dlopen, (void *) wrap_dlopen, NULL },
    { "dlsym", (void **) &real_dlsym, (void *) wrap_dlsym, NULL }
  };
  if (name[0] != 'd' || name[1] != 'l')
    return NULL;
  for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
    if (!strcmp (entries[i].name, name))
      {
	if (!*entries[i].real)
	  *entries[i].real = dlsym (RTLD_DEFAULT, name);
	return &entries[i];
      }
  return NULL;
}
