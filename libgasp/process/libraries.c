/* libraries.c - libraries of ours for libraries that the program has loaded.

   SPDX-License-Identifier: Apache-2.0

   These raise the events of MPI (mpi/) and OpenSHMEM (shmem/).  No program is linked with
   them: libgasp loads them when there is a tool and the program has such a library.  Each
   MPI has a library of ours, as MPIs differ in their types.  OpenSHMEM has one; it is
   recognised by a function.  It comes before MPI, which it may be built upon: the first
   one decides what reports call a process.  */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include "base/message.h"
#include "base/state.h"
#include "process/libraries.h"
#include "stack/large-stack.h"

/* Not there in static programs, which have loaded nothing.  dlopen is looked up, as the
   linker would remark upon its name in them.  */
extern __typeof__ (dlsym) dlsym __attribute__ ((weak));
extern __typeof__ (dladdr) dladdr __attribute__ ((weak));

static struct library
{
  const char *name, *function, *ours, *what; /* NAME or FUNCTION is null */
  bool is_there, is_done;
} libraries[] = {
  { NULL, "shmem_init", "libgasp-shmem.so", "OpenSHMEM", false, false },
  { "libmpi.so.40", NULL, "libgasp-mpi-openmpi.so", "MPI", false, false },
  { "libmpich.so.12", NULL, "libgasp-mpi-mpich.so", "MPI", false, false },
  { "libmpi.so.12", NULL, "libgasp-mpi-mpich.so", "MPI", false, false },
};
#define EACH_LIBRARY(l) \
  for (struct library *l = libraries; \
       l < libraries + sizeof libraries / sizeof *libraries; l++)

static int
see_object (struct dl_phdr_info *info, size_t size, void *unused)
{
  const char *base = strrchr (info->dlpi_name, '/');
  (void) size, (void) unused;
  EACH_LIBRARY (l)
    l->is_there |= l->name && !strcmp (base ? base + 1 : info->dlpi_name, l->name);
  return 0;
}

/* From the directory that this is in, or where the system finds libraries.  */
static bool
load (const char *file)
{
  char path[4096];
  Dl_info here;
  void *(*open) (const char *, int) = dlsym ? dlsym (RTLD_DEFAULT, "dlopen") : NULL;
  if (!open)
    return false;
  const char *slash = dladdr && dladdr (libraries, &here) && here.dli_fname
		      ? strrchr (here.dli_fname, '/') : NULL;
  int length = slash ? (int) (slash - here.dli_fname + 1) : 0;
  int size = snprintf (path, sizeof path, "%.*s%s", length,
		       slash ? here.dli_fname : "", file);
  return ((size < (int) sizeof path && open (path, RTLD_NOW | RTLD_LOCAL))
	  || open (file, RTLD_NOW | RTLD_LOCAL));
}

static void
load_new (void *unused)
{
  (void) unused;
  EACH_LIBRARY (l)
    if (l->is_there && !l->is_done)
      {
	l->is_done = true;
	if (!load (l->ours))
	  gasp_gcc_message ("calls of %s are not measured: there is no %s%s%s", l->what,
			    l->ours, l->name ? " for " : "", l->name ? l->name : "");
      }
}

void
gasp_libraries_load (void)
{
  dl_iterate_phdr (see_object, NULL);
  EACH_LIBRARY (l)
    l->is_there |= l->function && dlsym && dlsym (RTLD_DEFAULT, l->function);
  gasp_call_with_room (load_new, NULL);
}
