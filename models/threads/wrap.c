/* wrap.c - where calls of functions that may wait lead.

   SPDX-License-Identifier: Apache-2.0

   To a wrapper for each row of functions.def (locks.c, pauses.c).  libgasp
   loads this library when there is a tool; calls that objects make of each
   other are led by slots.h, whether these are instrumented or not, but for
   those of the recorder and of runtimes that have events of their own.  */

#include "loader.h"
#include "slots.h"
#include "wrap.h"
#include <dlfcn.h>

/* The first of two versions of a function is one for programs of long ago.  */
#ifdef __x86_64__
#define SINCE(name)							\
  (strcmp (name, "pthread_cond_wait")					\
   && strcmp (name, "pthread_cond_timedwait")				\
   && strcmp (name, "pthread_cond_signal")				\
   && strcmp (name, "pthread_cond_broadcast") ? NULL : "GLIBC_2.3.2")
#else
#define SINCE(name) NULL
#endif
#define ENTRY(name, since) \
  { #name, (void **) &real_##name, (void *) wrap_##name, since },

static const struct slots_entry entries[] = {
#define LOCK(name, params, args, lock, try) ENTRY (name, NULL)
#define TRYLOCK(name, params, args, lock) ENTRY (name, NULL)
#define UNLOCK(name, params, args, lock) ENTRY (name, NULL)
#define CONDITION(name, params, args, condition, lock) \
  ENTRY (name, SINCE (#name))
#define AWAIT(name, params, args, object, needless) ENTRY (name, NULL)
#define WAKE(name, params, args, object) ENTRY (name, SINCE (#name))
#define BLOCK(type, name, params, args, needless) ENTRY (name, NULL)
#include "functions.def"
  ENTRY (syscall, NULL)
  ENTRY (socketpair, NULL)
};

/* Which of them something else replaces: a program may call a function of its
   own "read".  */
static bool is_replaced[sizeof entries / sizeof *entries];

static const struct slots_entry *
find_entry (const char *name)
{
  for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
    if (*entries[i].name == *name && !strcmp (entries[i].name, name))
      return is_replaced[i] ? NULL : &entries[i];
  return NULL;
}

/* Returns whether NAME begins with one of COUNT BEGINNINGS.  */
static bool
begins_with (const char *name, const char *const *beginnings, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (!strncmp (name, beginnings[i], strlen (beginnings[i])))
      return true;
  return false;
}

/* Returns whether LIBRARY is loaded, which may be for one other only.  */
static bool
is_loaded (const char *library)
{
  void *handle = dlopen (library, RTLD_LAZY | RTLD_NOLOAD);
  if (handle)
    dlclose (handle);
  return handle != NULL;
}

/* Returns whether library NAME is left alone: the recorder, what it is built
   upon (who uses a lock is found by libgcc_s, which takes its own), sanitizers,
   and runtimes that have events of their own, or wait as a part of these.  What
   MPIs are built upon others use, too.  */
static bool
is_left_alone (const char *name)
{
  static const char *const names[] = {
    "libgasp", "libgcc_s.", "libpapi.", "libpfm.", "libsde.",
    "libpthread.", "librt.",
    "libasan.", "libtsan.", "libubsan.", "liblsan.", "vgpreload",
    "libgomp.", "libomp.", "libiomp5.", "libupc",
    "libmpi", "libopen-", "liboshmem", "libsma", "libshmem", "libcaf",
    "libpmix", "libprrte", "mca_"
  };
  static const char *const of_mpis[] = {
    "libhwloc", "libevent", "libuc", "libfabric"
  };
  return begins_with (name, names, sizeof names / sizeof *names)
	 || (begins_with (name, of_mpis, sizeof of_mpis / sizeof *of_mpis)
	     && (is_loaded ("libmpi.so.40") || is_loaded ("libmpi.so.12")
		 || dlsym (RTLD_DEFAULT, "MPI_Init")
		 || dlsym (RTLD_DEFAULT, "shmem_init")));
}

/* Returns whether FUNCTION is one of the recorder's, which stands in front of
   the C library's.  */
static bool
is_recorders (void *function)
{
  Dl_info info;
  const char *name
    = dladdr (function, &info) ? strrchr (info.dli_fname, '/') : NULL;
  return name && !strncmp (name, "/libgasp", 8);
}

/* Finds the functions, and which are replaced: the first use of a name stays
   that.  */
static void
find_real_functions (void)
{
  void *library = dlopen ("libc.so.6", RTLD_LAZY | RTLD_NOLOAD);
  for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
    {
      void *first = dlsym (RTLD_DEFAULT, entries[i].name);
      if (!*entries[i].real)
	*entries[i].real = first;
      is_replaced[i] = library && first != dlsym (library, entries[i].name)
		       && !is_recorders (first);
    }
  if (library)
    dlclose (library);
}

static void
redirect (void)
{
  static struct slots_seen seen;
  if (activity == &never_active)
    {
      find_real_functions ();
      held_prepare ();
      activity = gasp_gcc_activity ();
    }
  slots_redirect (find_entry, is_left_alone, &seen);
  loader_redirect ();
}

__attribute__ ((constructor)) static void
load (void)
{
  library_provider.loaded = redirect;
  if (gasp_gcc_register_provider)
    gasp_gcc_register_provider (&library_provider);
}
