/* loader.c - gasp.so: load what fits the compiler.

   SPDX-License-Identifier: GPL-3.0-or-later

   GCC loads any plugin.  One for another version fails with a mangled name, or
   crashes the compiler; one for another target silently makes code for a
   machine that is not meant.  So this file comes first, and uses nothing of GCC
   that differs between versions.  It checks that the compiler is the one it was
   built for; then it loads the passes, which are in a library beside it:

     lib/gasp.so                 for the GCC that all was built with
     lib/gasp-passes.so
     lib/gasp-gcc-13/gasp.so     for GCC 13, if the installation serves it too
     lib/gasp-gcc-13/gasp-passes.so

   Any GCC may have an option to load the first one, which hands over to
   another.  */

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

/* Returns the part of a configuration that plugins depend on: all options but
   those that merely name the package.  */
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

static bool
right_compiler (struct plugin_gcc_version *running)
{
  if (strcmp (running->basever, gcc_version.basever)
      || strcmp (running->datestamp, gcc_version.datestamp))
    {
      error ("the GASP plugin was built for GCC %s (%s), this is GCC %s (%s); "
	     "build it with %<make CC=%> and this compiler (%<gasp doctor%> "
	     "says how)", gcc_version.basever, gcc_version.datestamp,
	     running->basever, running->datestamp);
      return false;
    }
  if (!same_configuration (running->configuration_arguments,
			   gcc_version.configuration_arguments))
    {
      error ("the GASP plugin was built for another configuration of GCC %s "
	     "(target or checking differ); build it with %<make CC=%> and "
	     "this compiler\nbuilt for: %s\nthis one: %s", running->basever,
	     gcc_version.configuration_arguments,
	     running->configuration_arguments);
      return false;
    }
  return true;
}

/* Loads FILE, which is beside this library; null if it is not.  */
static void *
load_beside (const char *file)
{
  Dl_info here;
  /* This function is static, so it is not that of another gasp.so.  */
  if (!dladdr ((const void *) load_beside, &here))
    return NULL;
  const char *name = strrchr (here.dli_fname, '/');
  int length = name ? name - here.dli_fname + 1 : 0;
  char *path = xasprintf ("%.*s%s", length, here.dli_fname, file);
  void *library = dlopen (path, RTLD_NOW | RTLD_LOCAL);
  free (path);
  return library;
}

/* Returns the plugin for RUNNING, if that is another GCC and there is one.  */
static void *
load_other (struct plugin_gcc_version *running)
{
  int major = atoi (running->basever);
  if (major == atoi (gcc_version.basever))
    return NULL;
  char *file = xasprintf ("gasp-gcc-%d/gasp.so", major);
  void *plugin = load_beside (file);
  free (file);
  return plugin;
}

int
plugin_init (struct plugin_name_args *args, struct plugin_gcc_version *running)
{
  if (void *other = load_other (running))
    return ((decltype (&plugin_init)) dlsym (other, "plugin_init")) (args,
								     running);
  if (!right_compiler (running))
    return 1;
  void *passes = load_beside ("gasp-passes.so");
  if (!passes)
    {
      error ("the GASP plugin is not complete: %s", dlerror ());
      return 1;
    }
  typedef int (*init) (struct plugin_name_args *);
  return ((init) dlsym (passes, "gasp_plugin_init")) (args);
}
