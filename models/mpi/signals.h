/* signals.h - collective functions in which a rank waits for some others only.

   SPDX-License-Identifier: Apache-2.0

   Each of these signals that it has come.  */

#pragma once

#include "requests.h"

#pragma GCC visibility push (hidden)

/* The numbers of elements that a collective function has for all ranks: lists
   INTS and COUNTS, or EACH for every rank.  */
struct counts
{
  const int *ints;
  const MPI_Count *counts;
  size_t each;
};
#define INTS(a) ((struct counts) { (const int *) (a), NULL, 0 })
#define COUNTS(a) ((struct counts) { NULL, (const MPI_Count *) (a), 0 })
#define EACH(n) ((struct counts) { NULL, NULL, n })

static inline size_t
count_at (struct counts c, int rank)
{
  return c.ints ? (size_t) c.ints[rank]
	 : c.counts ? (size_t) c.counts[rank] : c.each;
}

static inline bool
is_list (struct counts c)
{
  return c.ints || c.counts;
}

/* Returns whether none of the first N is 0.  */
static inline bool
has_all (struct counts c, int n)
{
  for (int i = 0; i < n; i++)
    if (!count_at (c, i))
      return false;
  return true;
}

/* Returns the sum of the first N.  */
static inline size_t
sum_of (struct counts c, int n)
{
  size_t sum = 0;
  for (int i = 0; i < n; i++)
    sum += count_at (c, i);
  return sum;
}

/* This rank signals TO so many, and waits for those FROM whom it gets
   something: but where nothing is given, as GIVES and GETS say.  */
struct signals
{
  int stream;			/* which both sides know */
  const int *to, *from;
  int to_count, from_count;
  struct counts gives, gets;
};

/* Returns the signals of CALL with the neighbours in COMM's topology.  */
extern struct signals gasp_mpi_next_to (const struct library_call *call,
					word comm, struct counts gives,
					struct counts gets);
/* Returns the signals of CALL between two groups, if COMM has two: each rank
   waits for the other group, or for the ROOT in it, or only the root waits, as
   TAG has it.  ROOT is this rank's argument.  */
extern struct signals gasp_mpi_groups (const struct library_call *call,
				       word comm, unsigned int tag, int root);

/* Notes that CALL is about to signal as S says; that it has been signalled so;
   or that it will have been when the request HANDLE is complete.  */
extern void gasp_mpi_signal (const struct library_call *call,
			     const struct signals *s);
extern void gasp_mpi_signalled (const struct library_call *call,
				const struct signals *s);
extern void gasp_mpi_note_collective (const struct signals *s,
				      MPI_Request handle);
/* Raises that they are complete, in CALL.  */
extern void gasp_mpi_raise_awaited (const struct library_call *call,
				    const struct awaited *a);

/* Notes HANDLE, a request of CALL's by which the collective C can be begun
   again and again; TAG and ROOT are those of the blocking function.  */
extern void gasp_mpi_note_persistent (const struct library_call *call,
				      const struct collective *c,
				      unsigned int tag, int root,
				      const struct signals *s,
				      MPI_Request handle);
/* Raises that CALL begins it, which is R's.  */
extern void gasp_mpi_raise_persistent (const struct library_call *call,
				       const struct request *r);

#pragma GCC visibility pop
