/* tool.c - link a tool into the program: --tool=NAME.

   SPDX-License-Identifier: Apache-2.0

   Everything goes straight to the linker, so that a -x of the user's does not
   make sources of it, and so that it is ignored where nothing is linked.  */

#include <string.h>
#include <stdlib.h>
#include <unistd.h>
#include "clean.h"
#include "config.h"
#include "file-names.h"
#include "gaspcc.h"

static void
add_linker (struct words *to, const char *word)
{
  add_word (to, "-Xlinker");
  add_word (to, word);
}

/* Adds the archive FILE, with its entries undefined: members come in only where
   something needs them, and libgasp's weak references do not count.  */
static void
add_archive (struct words *to, const char *file)
{
  static const char *const entries[] = {
    "gasp_init", "gasp_event_notify", "gasp_event_notifyVA", "gasp_control",
    "gasp_create_event"
  };
  for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
    add_linker (to, join ("--undefined=%s", entries[i]));
  add_linker (to, file);
}

/* Adds FILE, a shared library, by its name alone, to be found where it is
   now.  */
static void
add_shared (struct words *to, const char *file)
{
  char *path = realpath (file, NULL);
  char *slash = path ? strrchr (path, '/') : NULL;
  if (!slash)
    fail ("--tool=" GASP_SHOWN ": %m", file);
  *slash = 0;
  add_linker (to, "--push-state");
  add_linker (to, "--no-as-needed");
  add_linker (to, join ("-L%s", path));
  add_linker (to, join ("-l:%s", slash + 1));
  add_linker (to, "--pop-state");
  add_linker (to, "-rpath");
  add_linker (to, path);
}

static bool
ends_in (const char *name, const char *end)
{
  size_t length = strlen (name), end_length = strlen (end);
  return length > end_length && !strcmp (name + length - end_length, end);
}

/* Returns whether NAME is a shared library's, libtool.so or libtool.so.1.  */
static bool
is_shared (const char *name)
{
  return strstr (base_name (name), ".so");
}

void
add_tool (struct words *to, const char *name, bool is_static,
	  const char *prefix)
{
  if (!strcmp (name, "papi") || !strcmp (name, "gasp"))
    name = join ("%s/" GASP_PRIVATE "/libgasptool.%s", prefix,
		 is_static ? "a" : "so");
  if (access (name, R_OK))
    fail ("--tool=" GASP_SHOWN ": %m; it must be papi, or a tool's file", name);
  if (ends_in (name, ".o"))
    add_linker (to, name);
  else if (ends_in (name, ".a"))
    add_archive (to, name);
  else if (!is_shared (name))
    fail ("--tool=" GASP_SHOWN ": a tool's file ends in .o, .a or .so", name);
  else if (is_static)
    fail ("--tool=" GASP_SHOWN ": with -static, a tool must be an archive or "
	  "object file", name);
  else
    add_shared (to, name);
}
