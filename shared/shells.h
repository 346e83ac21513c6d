/* shells.h - programs that are there to start others.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stdbool.h>
#include <string.h>

/* Returns whether a file of this name, with or without its directory, is a
   shell, or becomes another program, as env does.  */
static inline bool
is_shell (const char *path)
{
  static const char *const names[] = {
    "ash", "bash", "busybox", "dash", "fish", "ksh", "sh", "zsh",
    "env", "nice", "nohup", "numactl", "setsid", "stdbuf", "taskset"
  };
  const char *slash = strrchr (path, '/'), *name = slash ? slash + 1 : path;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp (name, names[i]))
      return true;
  return false;
}
