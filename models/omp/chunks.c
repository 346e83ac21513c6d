/* chunks.c - which thread has an iteration of a loop with ordered(n).

   SPDX-License-Identifier: Apache-2.0

   A thread that has waited for an iteration looks among the latest chunks of
   all threads: the one that has executed it hardly got on since.  */

#include "chunks.h"
#include "ticks.h"

#include <stddef.h>

/* Beyond so many threads, two share an element.  */
enum { SEATS = 256, LATEST = 4 };

struct chunk {
  const struct parallel *team;
  uint64_t first, end, since;
  int thread;
};

static struct seat {
  struct chunk latest[LATEST];
  unsigned int got;
} __attribute__ ((aligned (64))) seats[SEATS];
static unsigned int taken;	/* atomic */

void
gasp_omp_chunk_got (unsigned int *seat, const struct parallel *team,
		    uint64_t first, uint64_t end)
{
  if (!*seat)
    *seat = __atomic_add_fetch (&taken, 1, __ATOMIC_RELAXED);
  struct seat *mine = &seats[*seat % SEATS];
  mine->latest[mine->got++ % LATEST]
    = (struct chunk) { team, first, end, read_tsc (), own_number () };
}

/* Chunks may be overwritten meanwhile.  The latest of two is meant: memory of
   an earlier team may be this one's now.  */
int
gasp_omp_chunk_owner (const struct parallel *team, uint64_t iteration)
{
  unsigned int count = __atomic_load_n (&taken, __ATOMIC_RELAXED) + 1;
  uint64_t since = 0;
  int owner = 0;
  for (unsigned int i = 0; i < count && i < SEATS; i++)
    for (unsigned int j = 0; j < LATEST; j++)
      {
	struct chunk chunk = seats[i].latest[j];
	if (chunk.team != team || iteration < chunk.first
	    || iteration >= chunk.end || chunk.since < since)
	  continue;
	since = chunk.since;
	owner = chunk.thread;
      }
  return owner == own_number () ? 0 : owner;
}
