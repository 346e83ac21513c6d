/* library-call.c - events of calls of a library: see library-call.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "library-call.h"
#include "launchers.h"
#include "place-memory.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct place_memory places;

bool
library_call_begins (struct library_call *call, const char *name,
		     unsigned long position, unsigned long frame,
		     const void *address)
{
  if (!*gasp_gcc_activity ()
      || !place_memory_find (&places, address, &call->place))
    return false;
  call->name = name;
  call->position = position;
  call->frame = frame;
  call->address = address;
  return true;
}

void
library_raise (const struct library_call *call, unsigned int tag,
	       gasp_evttype_t type)
{
  CALL_RAISE (call, tag, type, call->name);
}

void
library_raise_transfer (const struct library_call *call, unsigned int tag,
			gasp_evttype_t type, int rank, size_t bytes)
{
  CALL_RAISE (call, tag, type, call->name, rank, bytes);
}

/* ---- The process  */

void
library_find_rank (struct gasp_gcc_provider *provider, int *argc, char ***argv)
{
  (void) argc, (void) argv;
  for (size_t i = 0; i < LAUNCHERS; i++)
    {
      const struct launcher *l = &launchers[i];
      int ranks = atoi (launcher_variable (l->ranks));
      if (!ranks && !strncmp (l->rank, "GFORTRAN", 8))
	ranks = (int) sysconf (_SC_NPROCESSORS_ONLN);
      if (!launcher_has_started (l) || ranks <= 0)
	continue;
      provider->number = launcher_rank (l);
      provider->count = ranks;
      provider->job = launcher_job ();
      return;
    }
}
