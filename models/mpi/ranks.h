/* ranks.h - communicators, windows, files, datatypes, in world ranks and bytes.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef GASP_MPI_RANKS_H
#define GASP_MPI_RANKS_H

#include "raise.h"

#pragma GCC visibility push (hidden)

enum kind { COMMUNICATOR, WINDOW, FILES };

/* Returns the rank in MPI_COMM_WORLD of RANK of HANDLE, a communicator (of
   two groups: in the other one) or window, with the number of its world
   (worlds.h); -1 if that is not known, or there is no such rank, as with
   MPI_PROC_NULL.  */
extern int gasp_mpi_world_rank (enum kind kind, word handle, int rank);
/* Returns how many ranks a communicator has; of two groups, the other.  */
extern int gasp_mpi_ranks_of (word comm);
/* HANDLE is about to be freed.  */
extern void gasp_mpi_forget_ranks (enum kind kind, word handle);

/* Says that processes which the program starts are not measured, and why; if
   so, from Fortran.  */
extern void gasp_mpi_say_unspawned (const char *reason);
extern void gasp_mpi_before_fortran_spawn (void);

/* A number for its ranks, as the events have it (models/mpi/events.def).  */
extern int64_t gasp_mpi_members (word comm);
extern int64_t gasp_mpi_window_members (word window);
/* A number for those of HANDLE in calls that may let some of them leave before
   all have come, and which are counted by themselves.  */
extern int64_t gasp_mpi_gathering (enum kind kind, word handle);
/* This rank's number in COMM.  */
extern int gasp_mpi_own_rank (word comm);

/* Returns whether this rank is ROOT of the communicator; whether it is in its
   group, not the one opposite of it.  */
extern bool gasp_mpi_is_root (word comm, int root);
extern bool gasp_mpi_gives_to (word comm, int root);

/* How many neighbours send to this rank, and get from it, in a communicator's
   topology.  */
struct degrees { int in, out; };
extern struct degrees gasp_mpi_degrees (word comm);

/* Returns the bytes of COUNT elements of a datatype.  */
extern size_t gasp_mpi_bytes (size_t count, word type);
/* Returns how many bytes have come by STATUS.  */
extern size_t gasp_mpi_received (const MPI_Status *status);

#pragma GCC visibility pop

#endif /* GASP_MPI_RANKS_H */
