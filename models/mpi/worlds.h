/* worlds.h - ranks of processes that MPI_Comm_spawn has started, and of those
   that have started this one.

   SPDX-License-Identifier: Apache-2.0

   A process has a number in the job: its rank, with the number of its world
   above LAUNCHER_RANK_BITS (launchers.h).  */

#pragma once

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

#pragma GCC visibility push (hidden)

/* Sets NUMBERS to those of the COUNT members of GROUP, or to -1.  Returns
   whether all are known.  */
extern bool gasp_mpi_numbers_of (MPI_Group group, int count, int *numbers);
/* Notes that the members of GROUP, which is kept, are world NUMBER.  */
extern void gasp_mpi_know_world (MPI_Group group, unsigned int number);

/* Returns the number of a new world of JOB, with room for it; 0 if there is
   none.  It is that of the N-th spawning by MEMBERS.  */
extern unsigned int gasp_mpi_take_world (uint64_t job, int64_t members,
					 unsigned int n);
/* Returns the number that the root of that has taken; 0 if it cannot be
   known.  */
extern unsigned int gasp_mpi_find_world (uint64_t job, int64_t members,
					 unsigned int n);

#pragma GCC visibility pop
