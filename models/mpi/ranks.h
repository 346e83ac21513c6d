/* ranks.h - communicators, windows, files, datatypes, in world ranks and bytes.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "raise.h"

#pragma GCC visibility push (hidden)

enum kind { COMMUNICATOR, WINDOW, FILES, PERSISTENTS };

/* Returns the rank in MPI_COMM_WORLD of RANK of HANDLE, a communicator (of
   two groups: in the other one) or window, with the number of its world
   (worlds.h); -1 if that is not known, or there is no such rank, as with
   MPI_PROC_NULL.  */
extern int gasp_mpi_world_rank (enum kind kind, word handle, int rank);
/* Returns the same for RANK of COMM, and sets *WHICH to its
   gasp_mpi_identity.  */
extern int gasp_mpi_peer (word comm, int rank, int *which);
/* Returns how many ranks a communicator has; of two groups, the other.  */
extern int gasp_mpi_ranks_of (word comm);
/* Forgets HANDLE, which is about to be freed.  */
extern void gasp_mpi_forget_ranks (enum kind kind, word handle);

/* Says that processes which the program starts are not measured, and why; if
   so, from Fortran.  */
extern void gasp_mpi_say_unspawned (const char *reason);
extern void gasp_mpi_before_fortran_spawn (void);

/* Returns a number for its members, as the events have it
   (models/mpi/events.def).  */
extern int64_t gasp_mpi_members (word comm);
extern int64_t gasp_mpi_window_members (word window);
/* Returns the like for COMM if that has two groups, else 0.  */
extern int64_t gasp_mpi_two_groups (word comm);
/* Returns a number for the ranks of HANDLE in calls that may let some of them
   leave before all have come, and which are counted by themselves.  */
extern int64_t gasp_mpi_gathering (enum kind kind, word handle);
/* Returns the number for what COMM's ranks have just prepared to do together
   many times.  */
extern int64_t gasp_mpi_persistent_members (word comm);
/* Returns this rank's number in COMM.  */
extern int gasp_mpi_own_rank (word comm);

/* Returns whether this rank is the ROOT of COMM.  */
extern bool gasp_mpi_is_root (word comm, int root);
/* Returns whether this rank exchanges data with ROOT of COMM: ranks of ROOT's
   own group do not where COMM is an inter-communicator.  */
extern bool gasp_mpi_gives_to (word comm, int root);

/* In a communicator's topology: IN ranks send to this one, and OUT ranks get
   from it; RANKS has first the former, then the latter.  */
struct neighbours { int in, out; int ranks[]; };
/* Returns this rank's neighbours in COMM, as ranks of MPI_COMM_WORLD, or -1;
   null if there is no topology.  */
extern const struct neighbours *gasp_mpi_neighbours (word comm);
/* Asks MPI for them, as ranks of COMM; allocated.  (neighbours.c)  */
extern struct neighbours *gasp_mpi_ask_for_neighbours (word comm);

/* Notes that all ranks of the communicator PARENT have made, or have begun to
   make, a HANDLE, each of which may be another one, or null.  */
extern void gasp_mpi_made_of (word parent, enum kind kind, word handle);
/* Notes that COMM has been made, by all its ranks.  Returns a number for these
   in such calls, whether they are one group or two.  */
extern void gasp_mpi_made (word comm);
extern int64_t gasp_mpi_makers (word comm);
/* Returns a number for HANDLE, the same in each of its ranks.  */
extern uint32_t gasp_mpi_identity (enum kind kind, word handle);

/* Raises events for the communicators that have become known since the last
   time, if that is so.  */
extern bool gasp_mpi_tells;
extern void gasp_mpi_tell_ranks (const struct library_call *call);

static inline void
gasp_mpi_tell (const struct library_call *call)
{
  if (__builtin_expect (__atomic_load_n (&gasp_mpi_tells, __ATOMIC_RELAXED), 0))
    gasp_mpi_tell_ranks (call);
}

/* Returns the ranks of the group opposite of this one, *COUNT of them; null if
   COMM has one group.  */
extern const int *gasp_mpi_opposite (word comm, int *count);

/* Returns the bytes of COUNT elements of a datatype.  */
extern size_t gasp_mpi_bytes (size_t count, word type);
/* Returns how many bytes have come by STATUS.  */
extern size_t gasp_mpi_received (const MPI_Status *status);

#pragma GCC visibility pop
