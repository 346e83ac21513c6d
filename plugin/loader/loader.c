/* loader.c - gasp.so: see that the compiler is the right one, then load the rest.

   SPDX-License-Identifier: GPL-3.0-or-later

   GCC loads any plugin.  One for another version fails with a mangled name, or
   crashes the compiler; one for another target silently makes code for a
   machine that is not meant.  So this file, which uses next to nothing of
   GCC, comes first, and the passes are in a library beside it.  */

#include "gcc-plugin.h"
#include "plugin-version.h"
#include "diagnostic-core.h"
#include <dlfcn.h>

int plugin_is_GPL_compatible;

static bool
has_prefix (const char *string, const char *prefix)
{
  return strncmp (string, prefix, strlen (prefix)) == 0;
}

/* The part of a configuration that plugins depend on: all options but those
   that merely name the package.  */
static char *
relevant_configuration (const char *arguments)
{
  char *copy = xstrdup (arguments), *to = copy;
  for (const char *from = arguments; *from; from += strspn (from, " "))
    {
      size_t length = strcspn (from, " ");
      if (has_prefix (from, "--") && !has_prefix (from, "--with-pkgversion=")
	  && !has_prefix (from, "--with-bugurl="))
	{
	  memcpy (to, from, length);
	  to += length;
	  *to++ = ' ';
	}
      from += length;
    }
  *to = '\0';
  return copy;
}

static bool
same_configuration (const char *a, const char *b)
{
  char *ra = relevant_configuration (a), *rb = relevant_configuration (b);
  bool same = strcmp (ra, rb) == 0;
  free (ra);
  free (rb);
  return same;
}

/* Structures differ between versions and targets, and GCC loads any plugin:
   a wrong one crashes it, or silently makes code for another machine.  */
static bool
right_compiler (struct plugin_gcc_version *running)
{
  if (strcmp (running->basever, gcc_version.basever)
      || strcmp (running->datestamp, gcc_version.datestamp))
    {
      error ("the GASP plugin was built for GCC %s (%s), this is GCC %s (%s); "
	     "build it with %<make CC=%> and this compiler",
	     gcc_version.basever, gcc_version.datestamp,
	     running->basever, running->datestamp);
      return false;
    }
  if (!same_configuration (running->configuration_arguments,
			   gcc_version.configuration_arguments))
    {
      error ("the GASP plugin was built for another configuration of GCC %s "
	     "(target or checking differ); build it with %<make CC=%> and "
	     "this compiler", running->basever);
      inform (UNKNOWN_LOCATION, "built for: %s",
	      gcc_version.configuration_arguments);
      inform (UNKNOWN_LOCATION, "this one: %s",
	      running->configuration_arguments);
      return false;
    }
  return true;
}

/* The passes are in FILE, in the directory of this library.  */
static void *
load_beside (const char *file)
{
  Dl_info here;
  if (!dladdr ((const void *) plugin_init, &here))
    return NULL;
  const char *name = strrchr (here.dli_fname, '/');
  int length = name ? name - here.dli_fname + 1 : 0;
  char *path = xasprintf ("%.*s%s", length, here.dli_fname, file);
  void *library = dlopen (path, RTLD_NOW | RTLD_LOCAL);
  if (!library)
    error ("the GASP plugin is not complete: %s", dlerror ());
  free (path);
  return library;
}

int
plugin_init (struct plugin_name_args *args, struct plugin_gcc_version *running)
{
  if (!right_compiler (running))
    return 1;
  void *passes = load_beside ("gasp-passes.so");
  if (!passes)
    return 1;
  typedef int (*init) (struct plugin_name_args *);
  return ((init) dlsym (passes, "gasp_plugin_init")) (args);
}
