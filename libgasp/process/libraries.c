/* libraries.c - libraries of ours for libraries that the program has loaded.

   SPDX-License-Identifier: Apache-2.0

   These raise the events of models like MPI and OpenSHMEM, whose rows
   GASP_LIBRARY they are.  No program is linked with them: libgasp loads them
   when there is a tool and the program has such a library.  Each MPI has a
   library of ours, as MPIs differ in their types.  OpenSHMEM has one; it is
   recognised by a function.  It comes before MPI, which it may be built upon:
   the first one decides what reports call a process.  */

#define _GNU_SOURCE
#define GASP_PROVIDES
#include <dlfcn.h>
#include <link.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include "base/settings.h"
#include "base/state.h"
#include "file-names.h"
#include "gasp_provider.h"
#include "launchers.h"
#include "process/libraries.h"
#include "stack/large-stack.h"

/* Not there in static programs, which have loaded nothing.  dlopen is looked
   up, as the linker would remark upon its name in them.  */
extern __typeof__ (dlsym) dlsym __attribute__ ((weak));
extern __typeof__ (dladdr) dladdr __attribute__ ((weak));

static struct library
{
  const char *name, *function, *ours, *what; /* NAME or FUNCTION is null */
  const char *remedy;
  bool is_there, is_done;
} libraries[] = {
#define GASP_LIBRARY(model, name, function, ours, text, remedy) \
  { name, function, ours, text, remedy, false, false },
#include "gasp-events.def"
  { .name = NULL }
};
#define EACH_LIBRARY(l) \
  for (struct library *l = libraries; l->ours; l++)

static int
see_object (struct dl_phdr_info *info, size_t size, void *unused)
{
  const char *base = base_name (info->dlpi_name);
  (void) size, (void) unused;
  gasp_has_valgrind |= !strncmp (base, "vgpreload_", 10);
  EACH_LIBRARY (l)
    l->is_there |= l->name && !strcmp (base, l->name);
  return 0;
}

/* Loads FILE from the directory that this is in, or from where the system
   finds libraries.  Returns whether it could.  */
static bool
load (const char *file)
{
  char path[4096];
  Dl_info here;
  void *(*open) (const char *, int)
    = dlsym ? dlsym (RTLD_DEFAULT, "dlopen") : NULL;
  if (!open)
    return false;
  /* The program may be linked with it.  */
  if (open (file, RTLD_NOW | RTLD_NOLOAD))
    return true;
  const char *slash = dladdr && dladdr (libraries, &here) && here.dli_fname
		      ? strrchr (here.dli_fname, '/') : NULL;
  int length = slash ? (int) (slash - here.dli_fname + 1) : 0;
  int size = snprintf (path, sizeof path, "%.*s%s", length,
		       slash ? here.dli_fname : "", file);
  return ((size < (int) sizeof path && open (path, RTLD_NOW | RTLD_LOCAL))
	  || open (file, RTLD_NOW | RTLD_LOCAL));
}

/* Says what is not measured, or is "".  */
static char unmeasured[500];

const char *
gasp_gcc_unmeasured (void)
{
  return *unmeasured ? unmeasured : NULL;
}

/* Keeps TEXT, why something is not measured, and prints it once: in a job, by
   the first rank.  */
void
gasp_gcc_say_unmeasured (const char *text)
{
  const struct launcher *launcher = launcher_of_process ();
  if (*unmeasured)
    return;
  snprintf (unmeasured, sizeof unmeasured, "%s", text);
  if (!launcher || !launcher_number (launcher_variable (launcher->rank)))
    gasp_gcc_message ("%s", unmeasured);
}

/* Reports an MPI of the program that is not among those supported.  */
static void
see_other_mpi (void)
{
  Dl_info info;
  char text[500];
  void *function = dlsym ? dlsym (RTLD_DEFAULT, "MPI_Init") : NULL;
  if (!function || *unmeasured)
    return;
  EACH_LIBRARY (l)
    if (l->is_there && !strcmp (l->what, "MPI"))
      return;
  const char *name = dladdr && dladdr (function, &info) && info.dli_fname
		     ? info.dli_fname : "?";
  snprintf (text, sizeof text, "calls of MPI are not measured: %.200s is "
	    "neither Open MPI's libmpi.so.40 nor MPICH's libmpi.so.12",
	    base_name (name));
  gasp_gcc_say_unmeasured (text);
}

static void
load_new (void *unused)
{
  char text[500];
  (void) unused;
  EACH_LIBRARY (l)
    if (l->is_there && !l->is_done)
      {
	l->is_done = true;
	if (load (l->ours))
	  continue;
	snprintf (text, sizeof text,
		  "calls of %s are not measured: there is no %s%s%s; %s",
		  l->what, l->ours, l->name ? " for " : "",
		  l->name ? l->name : "", l->remedy);
	gasp_gcc_say_unmeasured (text);
      }
  see_other_mpi ();
}

/* Returns whether L is wanted.  Threads that wait are measured under gasp run
   only, which asks for it: every program has them.  Valgrind's tools follow
   locks themselves, and would take what is noted of these for races.  */
static bool
is_wanted (const struct library *l)
{
  return strcmp (l->what, "threads")
	 || (gasp_setting_on ("GASP_THREADS") && !gasp_has_valgrind);
}

void
gasp_libraries_load (void)
{
  dl_iterate_phdr (see_object, NULL);
  EACH_LIBRARY (l)
    l->is_there |= l->function && dlsym && dlsym (RTLD_DEFAULT, l->function)
		   && is_wanted (l);
  gasp_call_with_room (load_new, NULL);
}
