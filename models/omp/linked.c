/* linked.c - the layer as a library: see linked.h.

   SPDX-License-Identifier: Apache-2.0  */

#define _GNU_SOURCE
#include "linked.h"
#include "gasp_provider.h"

#include <dlfcn.h>
#include <stddef.h>

void *
gasp_omp_symbol (void *library, const char *name)
{
  return dlsym (library ? library : RTLD_DEFAULT, name);
}

void *
gasp_omp_open (const char *file)
{
  return dlopen (file, RTLD_LAZY);
}

void
gasp_omp_close (void *library)
{
  dlclose (library);
}

const char *
gasp_omp_open_error (void)
{
  return dlerror ();
}

/* Returns the object that ADDRESS is in.  */
static void *
object_of (const void *address)
{
  Dl_info info;
  return address && dladdr (address, &info) ? info.dli_fbase : NULL;
}

/* Returns whether a tool for GASP is there.  libgasp has the functions of one,
   too, which do nothing.  */
bool
gasp_omp_gasp_expected (void)
{
  const void *tool = dlsym (RTLD_DEFAULT, "gasp_event_notify");
  return (gasp_gcc_event_at && tool
	  && object_of (tool) != object_of ((void *) gasp_gcc_event_at));
}
