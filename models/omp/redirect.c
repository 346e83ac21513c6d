/* redirect.c - calls of libgomp lead to the wrappers.

   SPDX-License-Identifier: Apache-2.0

   Where there may be a tool, the slots by which loaded objects call libgomp are
   pointed at the wrappers; else nothing is touched.  Only slots that lead to
   the one libgomp, or will, are taken, so that another runtime in the process
   is left alone.  */

#include "device/acc.h"
#include "calls.h"
#include "ompt/consumer.h"
#include "device/plugins.h"
#include "file-names.h"
#include "gasp_provider.h"
#include "slots.h"
#include "state.h"
#include "ompt/tool.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>

/* Functions of the C library: what starts main, and what loads objects.  */
static gasp_omp_start_t *real_start;
static void *(*real_dlopen) (const char *, int);
static void *(*real_dlsym) (void *, const char *);
static gasp_omp_start_t wrap_start;
static __typeof__ (*real_dlopen) wrap_dlopen;
static __typeof__ (*real_dlsym) wrap_dlsym;

static const struct slots_entry system_entries[] = {
  { "__libc_start_main", (void **) &real_start, (void *) wrap_start, NULL },
  { "dlopen", (void **) &real_dlopen, (void *) wrap_dlopen, NULL },
  { "dlsym", (void **) &real_dlsym, (void *) wrap_dlsym, NULL },
};

/* ---- The real functions  */

static int
note_libgomp (struct dl_phdr_info *info, size_t size, void *name)
{
  (void) size;
  const char *base = base_name (info->dlpi_name);
  if (strncmp (base, "libgomp.so", 10) && strncmp (base, "libgomp-", 8))
    return 0;
  *(char **) name = strdup (info->dlpi_name);
  return 1;
}

/* Finds libgomp's functions, and returns whether it could.  LLVM's library
   under libgomp's name has OMPT of its own.  */
static bool
find_real_functions (void)
{
  static bool found;
  char *name = NULL;
  if (found || !dl_iterate_phdr (note_libgomp, &name) || !name)
    return found;
  void *library = dlopen (name, RTLD_LAZY | RTLD_NOLOAD);
  free (name);
  if (!library || dlsym (library, "__kmpc_fork_call"))
    return false;
  for (unsigned int i = 0; i < gasp_omp_entry_count; i++)
    *gasp_omp_entries[i].real = dlsym (library, gasp_omp_entries[i].name);
  return found = real_GOMP_parallel != NULL;
}

static void
find_system_functions (void)
{
  for (unsigned int i = 0; i < sizeof system_entries / sizeof *system_entries;
       i++)
    if (!*system_entries[i].real)
      *system_entries[i].real = dlsym (RTLD_DEFAULT, system_entries[i].name);
}

static const struct slots_entry *
find_entry (const char *name)
{
  for (unsigned int i = 0; i < sizeof system_entries / sizeof *system_entries;
       i++)
    if (!strcmp (system_entries[i].name, name))
      return &system_entries[i];
  if (!strncmp (name, "GOACC_", 6))
    gasp_omp_has_acc = true;
  if (strncmp (name, "GOMP_", 5) && strncmp (name, "omp_", 4))
    return NULL;
  for (unsigned int i = 0; i < gasp_omp_entry_count; i++)
    if (!strcmp (gasp_omp_entries[i].name, name))
      return gasp_omp_entries[i].wrapper ? &gasp_omp_entries[i] : NULL;
  return NULL;
}

static bool
is_libgomp (const char *name)
{
  return !strncmp (name, "libgomp", 7);
}

/* Returns whether the object in NAME is libgomp's, or one of ours.  */
static bool
is_left_alone (const char *name)
{
  return is_libgomp (name) || !strncmp (name, "libgasp", 7);
}

/* ---- What libgomp looks up in its plugins for devices  */

static void *(*libgomp_dlsym) (void *, const char *);

static void *
plugin_dlsym (void *handle, const char *name)
{
  return gasp_omp_plugin_function (handle, name, libgomp_dlsym (handle, name));
}

static const struct slots_entry plugin_entry
    = { "dlsym", (void **) &libgomp_dlsym, (void *) plugin_dlsym, NULL };

static const struct slots_entry *
find_plugin_entry (const char *name)
{
  return strcmp (name, plugin_entry.name) ? NULL : &plugin_entry;
}

static bool
is_not_libgomp (const char *name)
{
  return !is_libgomp (name) || !strncmp (name, "libgomp-plugin", 14);
}

/* Redirects libgomp's look-up of its plugins, which it loads once: at the
   first use of a device.  */
static void
redirect_plugins (void)
{
  libgomp_dlsym = real_dlsym;
  gasp_omp_sees_devices = slots_redirect (find_plugin_entry, is_not_libgomp,
					  NULL);
}

static void
redirect (void)
{
  static struct slots_seen seen;
  find_system_functions ();
  if (find_real_functions () && !gasp_omp_sees_devices)
    redirect_plugins ();
  slots_redirect (find_entry, is_left_alone, &seen);
}

/* ---- Objects that are loaded later.  dlopen goes by its caller, so it has to
   be jumped to; what it has loaded is seen to when the program asks for a
   function of it.  */

#define JUMPS __attribute__ ((optimize ("optimize-sibling-calls")))

static bool loaded;		/* atomic: since the last time */

/* Redirects what has been loaded.  Libraries of other models may be among
   that, too.  */
static void
see_what_is_loaded (void)
{
  int saved_errno = errno;
  redirect ();
  if (gasp_gcc_objects_loaded)
    gasp_gcc_objects_loaded ();
  errno = saved_errno;
}

JUMPS static void *
wrap_dlopen (const char *file, int mode)
{
  __atomic_store_n (&loaded, true, __ATOMIC_RELEASE);
  return real_dlopen (file, mode);
}

JUMPS static void *
wrap_dlsym (void *handle, const char *name)
{
  if (__atomic_exchange_n (&loaded, false, __ATOMIC_ACQ_REL))
    see_what_is_loaded ();
  return real_dlsym (handle, name);
}

/* ---- main  */

static int
wrap_start (int (*main_function) (int, char **, char **), int argc,
	    char **argv, void (*init) (void), void (*fini) (void),
	    void (*loader_fini) (void), void *stack_end)
{
  return gasp_omp_start (real_start, main_function, argc, argv, init, fini,
			 loader_fini, stack_end);
}

/* ---- When this library is loaded  */

static void
begin (void)
{
  gasp_omp_set_activity (PENDING);
  redirect ();
}

/* Begins after the program has been attached to.  Threads may be in any
   construct by now; of those that have begun, only the ends are seen.  */
static void
begin_late (void)
{
  static bool begun;
  if (begun)
    return;
  begun = true;
  begin ();
  gasp_omp_find_tool ();
}

__attribute__ ((constructor (101))) static void
load (void)
{
  if (&gasp_omp_builtin)
    gasp_omp_builtin.see_loading (redirect);
  if (gasp_omp_tool_expected ())
    begin ();
  else if (&gasp_omp_builtin)
    gasp_omp_builtin.wait (begin_late);
}
