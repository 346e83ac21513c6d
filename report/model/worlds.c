/* worlds.c - ranks of several worlds: processes, and those that MPI_Comm_spawn
   has started.

   SPDX-License-Identifier: Apache-2.0

   In records a rank has the number of its world above LAUNCHER_RANK_BITS
   (launchers.h).  Here the ranks of all worlds are numbered one after another,
   those of the first world by themselves.  After load-peers.c.  */

#include "launchers.h"
#include "model/loading/load.h"

#include <stdlib.h>

void
complain_of_many (uint64_t ranks)
{
  static bool said;
  if (!said)
    complain ("the program is %llu processes, more than %d: what they did to "
	      "each other is left out", (unsigned long long) ranks, MOST_RANKS);
  said = true;
}

/* How many ranks each world has, and then the number of its first.  */
struct worlds {
  uint32_t ranks[LAUNCHER_MOST_WORLDS + 1], first[LAUNCHER_MOST_WORLDS + 1];
};

static void
note_rank (struct worlds *worlds, uint32_t rank)
{
  uint32_t *ranks = &worlds->ranks[world_of (rank)];
  if (*ranks <= rank_in_world (rank))
    *ranks = rank_in_world (rank) + 1;
}

static void
note_process (struct worlds *worlds, const struct process *process)
{
  const struct peers *p = &process->peers;
  if (!p->threads)
    return;
  note_rank (worlds, (uint32_t) process->rank
		       - rank_in_world ((uint32_t) process->rank) + p->threads
		       - 1);
  for (size_t i = 0; i < p->transfer_count; i++)
    note_rank (worlds, p->transfers[i].peer);
}

/* Numbers the ranks of WORLDS.  Returns how many there are.  */
static uint64_t
number_worlds (struct worlds *worlds)
{
  uint64_t all = 0;
  for (uint32_t i = 0; i <= LAUNCHER_MOST_WORLDS; i++)
    {
      worlds->first[i] = (uint32_t) all;
      all += worlds->ranks[i];
    }
  return all;
}

static uint32_t
number_of (const struct worlds *worlds, uint32_t rank)
{
  return worlds->first[world_of (rank)] + rank_in_world (rank);
}

/* Makes PROCESS's program one of ALL ranks; if they are 0, it is left out.  */
static void
number_process (const struct worlds *worlds, struct process *process,
		uint32_t all)
{
  struct peers *p = &process->peers;
  if (!p->threads)
    return;
  p->rank = number_of (worlds, (uint32_t) process->rank);
  p->threads = all;
  for (size_t i = 0; i < p->transfer_count; i++)
    p->transfers[i].peer = number_of (worlds, p->transfers[i].peer);
}

static void
list_ranks (struct profile *profile, const struct worlds *worlds, uint32_t all)
{
  profile->ranks = allocate (all, sizeof *profile->ranks);
  profile->rank_count = all;
  for (uint32_t i = 0; i <= LAUNCHER_MOST_WORLDS; i++)
    for (uint32_t j = 0; j < worlds->ranks[i]; j++)
      profile->ranks[worlds->first[i] + j] = i << LAUNCHER_RANK_BITS | j;
}

void
number_ranks (struct profile *profile)
{
  OWNED struct worlds *worlds = allocate (1, sizeof *worlds);
  for (size_t i = 0; i < profile->process_count; i++)
    note_process (worlds, &profile->processes[i]);
  uint64_t all = number_worlds (worlds);
  bool has_others = all > worlds->ranks[0];
  if (has_others && all > MOST_RANKS)
    complain_of_many (all);
  if (has_others && all <= MOST_RANKS)
    list_ranks (profile, worlds, (uint32_t) all);
  for (size_t i = 0; i < profile->process_count; i++)
    {
      struct process *process = &profile->processes[i];
      number_process (worlds, process, !has_others ? process->peers.threads
		      : all <= MOST_RANKS ? (uint32_t) all : 0);
    }
}
