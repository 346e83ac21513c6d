/* signals.c - collective functions in which a rank waits for some others only:
   see signals.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "signals.h"
#include "hash.h"
#include "ranks.h"
#include <stdlib.h>

enum { NEIGHBOURS = 1, GROUPS };

/* Returns what both sides know: COMM, the function that CALL is of, and with
   WHOM that is.  An MPI that lets ranks leave one function too early says
   nothing of the others.  */
static int
stream_of (const struct library_call *call, word comm, unsigned int whom)
{
  uint32_t function = (uint32_t) gasp_hash_text (0, call->name);
  return (int) (gasp_mpi_identity (COMMUNICATOR, comm) ^ function
		^ whom << 24);
}

struct signals
gasp_mpi_next_to (const struct library_call *call, word comm,
		  struct counts gives, struct counts gets)
{
  const struct neighbours *n = gasp_mpi_neighbours (comm);
  struct signals s = { .gives = gives, .gets = gets };
  if (n)
    {
      s.stream = stream_of (call, comm, NEIGHBOURS);
      s.from = n->ranks;
      s.from_count = n->in;
      s.to = n->ranks + n->in;
      s.to_count = n->out;
    }
  return s;
}

struct signals
gasp_mpi_groups (const struct library_call *call, word comm, unsigned int tag,
		 int root)
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
  s.stream = stream_of (call, comm, GROUPS);
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

/* Returns those of the COUNT RANKS to or from which something goes, as GIVEN
   says; null if there are none.  */
static struct awaited *
those_of (int stream, const int *ranks, int count, struct counts given)
{
  struct awaited *a = count ? malloc (sizeof *a + count * sizeof *ranks) : NULL;
  if (!a)
    return NULL;
  *a = (struct awaited) { stream, 0 };
  for (int i = 0; i < count; i++)
    if (ranks[i] >= 0 && count_at (given, i))
      a->ranks[a->count++] = ranks[i];
  return a;
}

void
gasp_mpi_note_collective (const struct signals *s, MPI_Request handle)
{
  struct request r = { .handle = handle, .is_collective = true };
  r.awaited = those_of (s->stream, s->from, s->from_count, s->gets);
  gasp_mpi_note_request (&r);
}

void
gasp_mpi_note_persistent (const struct library_call *call,
			  const struct collective *c, unsigned int tag,
			  int root, const struct signals *s,
			  MPI_Request handle)
{
  struct persistent *p = calloc (1, sizeof *p);
  struct request r = { .handle = handle, .stays = true,
		       .is_collective = true, .persistent = p };
  if (!p)
    return;
  r.awaited = those_of (s->stream, s->from, s->from_count, s->gets);
  p->name = call->name;
  p->collective = *c;
  p->collective.tag = tag;
  p->collective.root = root;
  p->collective.members = gasp_mpi_persistent_members (c->comm);
  p->signals = those_of (s->stream, s->to, s->to_count, s->gives);
  gasp_mpi_note_request (&r);
}

void
gasp_mpi_raise_persistent (const struct library_call *call,
			   const struct request *r)
{
  const struct persistent *p = r->persistent;
  struct library_call begins = *call;
  struct collective c = p->collective;
  c.tag = GASP_GCC_MPI_COLLECTIVE;
  if (p->collective.tag == GASP_GCC_MPI_COLLECTIVE
      || p->collective.tag == GASP_GCC_MPI_IN_ORDER)
    c.root = -1;
  begins.name = p->name;
  gasp_mpi_raise_collective (&begins, GASP_START, &c);
  for (int i = 0; p->signals && i < p->signals->count; i++)
    gasp_mpi_raise_signal (call, p->signals->ranks[i], p->signals->stream);
  gasp_mpi_raise_begun (call, &p->collective, (word) r->handle);
  gasp_mpi_raise_collective (&begins, GASP_END, &c);
}

void
gasp_mpi_raise_awaited (const struct library_call *call,
			const struct awaited *a)
{
  for (int i = 0; i < a->count; i++)
    gasp_mpi_raise_signalled (call, a->ranks[i], a->stream, false);
}
