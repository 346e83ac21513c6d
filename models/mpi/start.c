/* start.c - calls of MPI lead to the wrappers, and the process is a rank.

   SPDX-License-Identifier: Apache-2.0

   libgasp loads this library when there is a tool, and the program has loaded
   the MPI that it was compiled for.  MPI's own libraries call each other as
   before: what MPI_Send of Fortran calls is not called by the program.  */

#include "launchers.h"
#include "raise.h"
#include "wrap.h"
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

/* ---- The functions  */

/* Returns the standard's name for NAME, which an MPI gives a function that is
   to be standard: Open MPI 4 has MPIX_Barrier_init.  BUFFER is room for it.  */
static const char *
standard_name (const char *name, char buffer[64])
{
  size_t length = strlen (name);
  if ((strncmp (name, "MPIX_", 5) && strncmp (name, "mpix_", 5))
      || !strstr (name, "_init") || length > 64)
    return name;
  memcpy (buffer, name, 3);
  memcpy (buffer + 3, name + 4, length - 3);
  return buffer;
}

/* Returns the entry for NAME.  A tool that knows MPI's profiling interface
   stands in front of MPI's functions, and ours in front of it.  */
static const struct slots_entry *
find_entry (const char *name)
{
  char buffer[64];
  const char *standard = standard_name (name, buffer);
  const struct slots_entry *entry = gasp_mpi_spawn_entry (name);
  if (!entry)
    entry = (!strncmp (standard, "MPI_", 4) ? gasp_mpi_entry (standard)
	     : strncmp (standard, "mpi_", 4) ? NULL
	     : gasp_mpi_fortran_entry (standard));
  if (!entry)
    entry = gasp_mpi_pcontrol_entry (name);
  if (entry && !*entry->real)
    *entry->real = gasp_mpi_symbol (name);
  return entry;
}

/* Returns whether library NAME is MPI's own, or one by which UPC, OpenSHMEM
   and coarrays call MPI.  */
static bool
is_left_alone (const char *name)
{
  return (!strncmp (name, "libmpi", 6) || !strncmp (name, "libopen_mpi", 11)
	  || !strncmp (name, "libupc-", 7)
	  || !strncmp (name, "liboshmem", 9) || !strncmp (name, "libcaf", 6));
}

static void
redirect (void)
{
  static struct slots_seen seen;
  slots_redirect (find_entry, is_left_alone, &seen);
}

/* ---- The process  */

static bool spawns;

static const struct slots_entry *
see_spawn (const char *name)
{
  spawns |= gasp_mpi_is_spawn (name);
  return NULL;
}

/* Returns 0: there is no memory that processes share.  */
static int
find_nothing (const void *pointer, struct gasp_gcc_shared *result)
{
  (void) pointer, (void) result;
  return 0;
}

/* Starts the model.  One rank does not make a parallel program, except for
   what it may start; and MPI says that a process is one only if mpirun has
   started it.  */
static void
start (struct gasp_gcc_provider *provider, int *argc, char ***argv)
{
  library_find_rank (provider, argc, argv);
  if (provider->count > 1)
    return;
  slots_redirect (see_spawn, is_left_alone, NULL);
  if (!spawns)
    return;
  provider->find = find_nothing;
  if (!provider->count)
    {
      provider->count = 1;
      provider->job = strtoul (launcher_variable ("GASP_RUN"), NULL, 16);
    }
}

__attribute__ ((constructor)) static void
load (void)
{
  library_provider.start = start;
  library_provider.loaded = redirect;
  if (gasp_gcc_register_provider)
    gasp_gcc_register_provider (&library_provider);
}
