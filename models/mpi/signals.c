/* signals.c - collective functions in which a rank waits for some others only:
   see signals.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "signals.h"
#include "ranks.h"
#include <stdlib.h>

enum { NEIGHBOURS = 1, GROUPS };

/* Returns what both sides know: COMM, and WHAT is done there.  */
static int
stream_of (word comm, unsigned int what)
{
  return (int) (gasp_mpi_identity (COMMUNICATOR, comm) ^ what << 24);
}

struct signals
gasp_mpi_next_to (word comm, struct counts gives, struct counts gets)
{
  const struct neighbours *n = gasp_mpi_neighbours (comm);
  struct signals s = { .gives = gives, .gets = gets };
  if (n)
    {
      s.stream = stream_of (comm, NEIGHBOURS);
      s.from = n->ranks;
      s.from_count = n->in;
      s.to = n->ranks + n->in;
      s.to_count = n->out;
    }
  return s;
}

struct signals
gasp_mpi_groups (word comm, unsigned int tag, int root)
{
  int count;
  const int *ranks = gasp_mpi_opposite (comm, &count);
  struct signals s = { .to = ranks, .from = ranks,
		       .gives = EACH (1), .gets = EACH (1) };
  bool has_root = tag == GASP_GCC_MPI_ONE_TO_ALL
		  || tag == GASP_GCC_MPI_ALL_TO_ONE;
  bool is_root = has_root && root == MPI_ROOT;
  if (!ranks || tag == GASP_GCC_MPI_COLLECTIVE || root >= count
      || (has_root && !is_root && root < 0))
    return s;
  s.stream = stream_of (comm, GROUPS);
  if (has_root && !is_root)
    {
      s.to = s.from = ranks + root;
      count = 1;
    }
  if (!has_root || is_root != (tag == GASP_GCC_MPI_ALL_TO_ONE))
    s.to_count = count;
  if (!has_root || is_root != (tag == GASP_GCC_MPI_ONE_TO_ALL))
    s.from_count = count;
  return s;
}

void
gasp_mpi_signal (const struct library_call *call, const struct signals *s)
{
  for (int i = 0; i < s->to_count; i++)
    if (s->to[i] >= 0 && count_at (s->gives, i))
      gasp_mpi_raise_signal (call, s->to[i], s->stream);
}

void
gasp_mpi_signalled (const struct library_call *call, const struct signals *s)
{
  for (int i = 0; i < s->from_count; i++)
    if (s->from[i] >= 0 && count_at (s->gets, i))
      gasp_mpi_raise_signalled (call, s->from[i], s->stream, false);
}

void
gasp_mpi_note_signals (const struct signals *s, MPI_Request handle)
{
  size_t ranks = s->from_count * sizeof (int);
  struct awaited *a = ranks ? malloc (sizeof *a + ranks) : NULL;
  struct request r = { .handle = handle, .awaited = a };
  if (!a)
    return;
  *a = (struct awaited) { s->stream, 0 };
  for (int i = 0; i < s->from_count; i++)
    if (s->from[i] >= 0 && count_at (s->gets, i))
      a->ranks[a->count++] = s->from[i];
  gasp_mpi_note_request (&r);
}

void
gasp_mpi_raise_awaited (const struct library_call *call,
			const struct awaited *a)
{
  for (int i = 0; i < a->count; i++)
    gasp_mpi_raise_signalled (call, a->ranks[i], a->stream, false);
}
