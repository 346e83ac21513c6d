/* library-call.c - events of calls of a library: see library-call.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "library-call.h"
#include "place-memory.h"
#include <stdlib.h>

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

static const struct launcher { const char *rank, *ranks; } launchers[] = {
  { "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE" },
  { "PMI_RANK", "PMI_SIZE" },
  { "PMIX_RANK", "SLURM_STEP_NUM_TASKS" },
  { "SLURM_PROCID", "SLURM_STEP_NUM_TASKS" },
};

void
library_find_rank (struct gasp_gcc_provider *provider, int *argc, char ***argv)
{
  (void) argc, (void) argv;
  for (size_t i = 0; i < sizeof launchers / sizeof *launchers; i++)
    {
      const char *rank = getenv (launchers[i].rank);
      const char *ranks = getenv (launchers[i].ranks);
      if (!rank || !ranks)
	continue;
      provider->number = atoi (rank);
      provider->count = atoi (ranks);
      return;
    }
}
