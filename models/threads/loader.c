/* loader.c - objects that the program loads while it runs: see loader.h.

   SPDX-License-Identifier: Apache-2.0

   dlopen and dlsym go by their caller, so they are jumped to.  What a thread
   has loaded is seen to when the thread asks for a function of it, loads more,
   or unloads something.  */

#include "loader.h"
#include "gasp_provider.h"
#include "slots.h"
#include "users.h"
#include <dlfcn.h>
#include <errno.h>
#include <string.h>

#define JUMPS __attribute__ ((optimize ("optimize-sibling-calls")))

static void *(*real_dlopen) (const char *file, int mode);
static void *(*real_dlsym) (void *handle, const char *name);
static int (*real_dlclose) (void *handle);

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

JUMPS static int
wrap_dlclose (void *handle)
{
  see_what_is_loaded ();
  users_forget ();
  return real_dlclose (handle);
}

static const struct slots_entry entries[] = {
  { "dlopen", (void **) &real_dlopen, (void *) wrap_dlopen, NULL },
  { "dlsym", (void **) &real_dlsym, (void *) wrap_dlsym, NULL },
  { "dlclose", (void **) &real_dlclose, (void *) wrap_dlclose, NULL }
};

static const struct slots_entry *
find_entry (const char *name)
{
  if (name[0] != 'd' || name[1] != 'l')
    return NULL;
  for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
    if (!strcmp (entries[i].name, name))
      return &entries[i];
  return NULL;
}

static bool
is_ours (const char *name)
{
  return !strncmp (name, "libgasp", 7);
}

void
loader_redirect (void)
{
  static struct slots_seen seen;
  for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
    if (!*entries[i].real)
      *entries[i].real = dlsym (RTLD_DEFAULT, entries[i].name);
  slots_redirect (find_entry, is_ours, &seen);
}
