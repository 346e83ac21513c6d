/* install.c - where the rest of the installation is.  See install.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "base/install.h"
#include "base/arena.h"
#include "base/util.h"

#include <limits.h>
#include <string.h>
#include <unistd.h>

/* Cuts the last component off PATH.  */
static void
go_up (char *path)
{
  char *slash = strrchr (path, '/');
  if (slash)
    *slash = '\0';
}

const char *
installed (const char *name)
{
  static char root[PATH_MAX];
  if (!*root)
    {
      ssize_t length = readlink ("/proc/self/exe", root, sizeof root - 1);
      if (length <= 0)
	fail (EXIT_TROUBLE, "cannot read /proc/self/exe: is /proc mounted?");
      root[length] = '\0';
      go_up (root);
      go_up (root);
    }
  return arena_print ("%s/%s", root, name);
}
