/* mpi.h - between the files of the conduit over MPI.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "conduit/am/am.h"

#pragma GCC visibility push (hidden)

/* ---- mpi-load.c  */

/* Loads and initialises the MPI that has started the program.  Sets upc_net,
   MYTHREAD and the number of threads.  */
extern void upc_mpi_count (void);
/* Ends the thread if others run another program than it does.  */
extern void upc_mpi_check_program (void);

/* ---- mpi-start.c: before there are other messages  */

extern void upc_mpi_send (const void *data, size_t n, int to);
extern void upc_mpi_receive (void *data, size_t n, int from);
/* Returns the least of what all threads have; collective.  */
extern uint64_t upc_mpi_least (uint64_t mine);
/* Returns the N bytes that each thread has at MINE, in an array from malloc;
   collective.  */
extern void *upc_mpi_collect (const void *mine, size_t n);

/* ---- mpi-clock.c  */

/* Reports to tools how far the machine's clock is from that of thread 0's.  All
   do this before there are messages.  */
extern void upc_mpi_compare_clocks (void);

/* ---- mpi-space.c  */

/* Finds the near threads, and maps their parts and their control block.  */
extern void upc_mpi_map (uint64_t static_size);

/* ---- mpi-together.c: struct upc_conduit's functions, and more  */

/* MPI's, for the start and the end; and that of struct upc_conduit.  */
extern void upc_mpi_barrier (void);
extern void upc_mpi_library_barrier (void);
extern void upc_mpi_broadcast (void *data, size_t n, int root);
extern void upc_mpi_gather_all (void *all, const void *mine, size_t n);
extern void upc_mpi_together (enum upc_together what, void *to,
			      const void *from, size_t n, int root);
extern void upc_mpi_fold (void *value, size_t n, bool before,
			  void (*combine) (const void *a, void *b));
extern bool upc_mpi_has_settled (void);
extern void upc_mpi_end_at_once (upc_pts_t place, const void *value, size_t n);
extern void upc_mpi_notify (bool named, int id, uint64_t which);
extern void upc_mpi_await (struct upc_agreement *agreement);
/* Meets all others at the end.  */
extern void upc_mpi_meet_last (void);
extern void upc_mpi_end (int status) __attribute__ ((noreturn));

#pragma GCC visibility pop
