/* caches.c - let a cache of object files see what an object depends on.

   SPDX-License-Identifier: Apache-2.0

   Where we run a cache (gcc is a link to ccache), it sees our options as GCC
   has them, and hashes what CCACHE_EXTRAFILES names.  Where a cache runs us, it
   asks for the preprocessed text by -E.  There the plugin names what the code
   depends on (plugin/inputs.c), but only we know of GASPCC_FLAGS.  ccache can
   do without that text: it compares the arguments, and files that were
   included.  It does not when one of these is not there, as below a file.  */

#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include "config.h"
#include "gaspcc.h"

#define INPUT "-fplugin-arg-gasp-input="
#define NO_FILE "/dev/null/gasp"

/* Returns whether ccache runs us: where it puts its own messages, for
   compilers that are caches too.  CCACHE_DISABLE may be anybody's.  */
static bool
in_cache (void)
{
  return getenv ("UNCACHED_ERR_FD");
}

static bool
only_preprocesses (const struct words *command)
{
  for (size_t i = 0; i < command->count; i++)
    if (!strcmp (command->word[i], "-E"))
      return true;
  return false;
}

void
add_inputs (struct words *command)
{
  const char *flags = getenv ("GASPCC_FLAGS");
  bool has_flags = flags && *flags;
  if (!only_preprocesses (command) || !(has_flags || in_cache ()))
    return;
  add_word (command, "-fplugin=gasp");
  add_word (command, INPUT NO_FILE);
  if (has_flags)
    add_word (command, join (INPUT "<GASPCC_FLAGS=%s>", flags));
}

/* Returns the plugins of the installation, for CCACHE_EXTRAFILES, after
   THEIRS.  */
static const char *
plugins (const char *prefix, const char *theirs)
{
  static const char *const patterns[] = { "gasp", "gasp-gcc-*/gasp" };
  glob_t files = { 0 };
  for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++)
    glob (join ("%s/" GASP_PRIVATE "/%s*.so", prefix, patterns[i]),
	  i ? GLOB_APPEND : 0, NULL, &files);
  const char *list = theirs && *theirs ? theirs : NULL;
  for (size_t i = 0; i < files.gl_pathc; i++)
    list = list ? join ("%s:%s", list, files.gl_pathv[i]) : files.gl_pathv[i];
  return list ? list : "";
}

void
tell_cache (const char *prefix)
{
  setenv ("CCACHE_EXTRAFILES",
	  plugins (prefix, getenv ("CCACHE_EXTRAFILES")), 1);
}
