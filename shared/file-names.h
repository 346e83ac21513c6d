/* file-names.h - the names of programs, and which of these start others.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stdbool.h>
#include <string.h>

/* The value of GASP_HOST, which names the program that libgasp-host.so is to
   record, for all that run but those that start others.  */
#define ANY_PROGRAM "*"
/* Before a path: what that program becomes, not itself.  */
#define BECOMES_PROGRAM '!'

/* Returns PATH without its directory; null if it is null.  */
static inline const char *
base_name (const char *path)
{
  const char *slash = path ? strrchr (path, '/') : NULL;
  return slash ? slash + 1 : path;
}

/* Returns whether a file of this name, with or without its directory and what
   follows a dot, as in mpirun.openmpi, is a shell, becomes another program, as
   env does, or runs others, as make does.  */
static inline bool
is_starter (const char *path)
{
  static const char *const names[] = {
    "ash", "bash", "busybox", "dash", "fish", "ksh", "sh", "zsh",
    "chrt", "env", "ionice", "nice", "nohup", "numactl", "setarch", "setsid",
    "Rscript", "stdbuf", "taskset", "time", "timeout", "xargs",
    "cargo", "cmake", "ctest", "flock", "gasp", "gmake", "hyperfine", "make",
    "ninja", "rustup",
    "gasprun", "hydra_pmi_proxy", "mpiexec", "mpirun", "orted", "orterun",
    "prted", "prterun", "srun"
  };
  const char *name = base_name (path);
  size_t length = strcspn (name, ".");
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strlen (names[i]) == length && !memcmp (names[i], name, length))
      return true;
  return false;
}
