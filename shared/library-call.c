/* library-call.c - events of calls of a library: see library-call.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "library-call.h"
#include "launchers.h"
#include "place-memory.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static __thread struct place_memory places;

bool
library_call_begins (struct library_call *call, const char *name,
		     unsigned long position, unsigned long frame, const void *address)
{
  if (!*gasp_gcc_activity () || !place_memory_find (&places, address, &call->place))
    return false;
  call->name = name;
  call->position = position;
  call->frame = frame;
  call->address = address;
  return true;
}

void
library_raise (const struct library_call *call, unsigned int tag, gasp_evttype_t type)
{
  CALL_RAISE (call, tag, type, call->name);
}

void
library_raise_transfer (const struct library_call *call, unsigned int tag,
			gasp_evttype_t type, int rank, size_t bytes)
{
  CALL_RAISE (call, tag, type, call->name, rank, bytes);
}

void
library_raise_collective (const struct library_call *call, unsigned int tag,
			  gasp_evttype_t type, int root, size_t received, size_t sent)
{
  CALL_RAISE (call, tag, type, call->name, root, received, sent);
}

/* ---- The process  */

static unsigned long
hash (unsigned long hash, const char *text)
{
  for (; *text; text++)
    hash = (hash ^ (unsigned char) *text) * 0x100000001b3;
  return hash;
}

/* The launcher's process: the parent, or the parent of gasp run.  */
static int
launcher_process (void)
{
  char path[64], name[64];
  int parent = getppid (), next;
  snprintf (path, sizeof path, "/proc/%d/stat", parent);
  FILE *stat = fopen (path, "re");
  if (stat && fscanf (stat, "%*d (%63[^)]) %*c %d", name, &next) == 2
      && !strcmp (name, "gasp"))
    parent = next;
  if (stat)
    fclose (stat);
  return parent;
}

/* A number that the processes of the launcher's job have in common; if they have no name
   for it, those of this machine.  */
static unsigned long
job_of (const struct launcher *launcher)
{
  char text[300];
  const char *job = launcher_variable (launcher->job);
  if (*job)
    return hash (hash (1, job), launcher_variable (launcher->step));
  int length = snprintf (text, sizeof text, "%d ", launcher_process ());
  gethostname (text + length, sizeof text - length - 1);
  text[sizeof text - 1] = '\0';
  return hash (1, text);
}

void
library_find_rank (struct gasp_gcc_provider *provider, int *argc, char ***argv)
{
  (void) argc, (void) argv;
  for (size_t i = 0; i < sizeof launchers / sizeof *launchers; i++)
    {
      const char *rank = launcher_variable (launchers[i].rank);
      int ranks = atoi (launcher_variable (launchers[i].ranks));
      if (!ranks && !strncmp (launchers[i].rank, "GFORTRAN", 8))
	ranks = (int) sysconf (_SC_NPROCESSORS_ONLN);
      if (!*rank || ranks <= 0)
	continue;
      provider->number = atoi (rank);
      provider->count = ranks;
      provider->job = job_of (&launchers[i]);
      return;
    }
}
