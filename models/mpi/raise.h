/* raise.h - the events that a call of MPI raises.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "gasp_mpi.h"
#include "library-call.h"
#include "words.h"

#pragma GCC visibility push (hidden)

struct message
{
  int rank;			/* in MPI_COMM_WORLD, or -1 */
  size_t bytes;
  int tag;
  word comm;
  int which;			/* the number of COMM, as its ranks know it */
};

/* Raises the event TAG; each function for one shape of events.  */
extern void gasp_mpi_raise_count (const struct library_call *call,
				  unsigned int tag, gasp_evttype_t type,
				  int count);
extern void gasp_mpi_raise_message (const struct library_call *call,
				    unsigned int tag, gasp_evttype_t type,
				    const struct message *m);
/* Of a message within CALL: ATOMIC.  CALL completes REQUEST, which sends:
   ATOMIC, too.  */
extern void gasp_mpi_raise_part (const struct library_call *call,
				 unsigned int tag, const struct message *m,
				 word request);
extern void gasp_mpi_raise_taken (const struct library_call *call,
				  word request);
/* Raises the end of a call that has made REQUEST, which sends M; or one that
   receives.  */
extern void gasp_mpi_raise_send_begun (const struct library_call *call,
				       const struct message *m, word request);
extern void gasp_mpi_raise_recv_begun (const struct library_call *call,
				       word request);
/* Raises the beginning of a call that sends M, unless SENT, which names that,
   is null, and receives; and its end, when RECEIVED, unless that is null, has
   come.  */
extern void gasp_mpi_raise_exchange (const struct library_call *call,
				     const struct message *m, word sent);
extern void gasp_mpi_raise_exchanged (const struct library_call *call,
				      const struct message *received,
				      word sent);
/* Raises the end of a probe, which has found M.  */
extern void gasp_mpi_raise_probed (const struct library_call *call,
				   const struct message *m);
/* RANK need not wait for this one any more; CALL has waited for RANK, or, if
   MAY_BE_EARLY, perhaps not: ATOMIC.  STREAM says for what.  */
extern void gasp_mpi_raise_signal (const struct library_call *call, int rank,
				   int stream);
extern void gasp_mpi_raise_signalled (const struct library_call *call, int rank,
				      int stream, bool may_be_early);
/* Raises an access; M's COMM is a window.  */
extern void gasp_mpi_raise_access (const struct library_call *call,
				   unsigned int tag, gasp_evttype_t type,
				   const struct message *m);

/* Raises a barrier; HANDLE is a communicator or window, as TAG has it.  */
extern void gasp_mpi_raise_barrier (const struct library_call *call,
				    unsigned int tag, gasp_evttype_t type,
				    int64_t members, word handle);

/* Raises that MEMBERS come together, of whom some may leave before all have
   come.  */
extern void gasp_mpi_raise_gathering (const struct library_call *call,
				      gasp_evttype_t type, int64_t members);

/* I/O of BYTES with FILE, by MEMBERS together if IS_TOGETHER.  */
struct io { bool is_together; int64_t members; size_t bytes; int file; };
extern void gasp_mpi_raise_io (const struct library_call *call,
			       gasp_evttype_t type, const struct io *io);
/* Raises, ATOMIC, that IO's file has been opened by those of the communicator
   that is called WHICH; that I/O has begun, and is complete, that HANDLE
   names.  */
extern void gasp_mpi_raise_file (const struct library_call *call,
				 const struct io *io, int mode, int which,
				 const char *name);
extern void gasp_mpi_raise_io_begun (const struct library_call *call,
				     word handle);
extern void gasp_mpi_raise_io_over (const struct library_call *call,
				    word handle, int file, size_t bytes);

struct collective
{
  unsigned int tag;		/* GASP_GCC_MPI_COLLECTIVE, _ALL_TO_ALL, ... */
  int root;			/* likewise */
  size_t received, sent;
  int64_t members;
  int ranks;			/* of COMM */
  word comm;
};
extern void gasp_mpi_raise_collective (const struct library_call *call,
				       gasp_evttype_t type,
				       const struct collective *c);

/* This process's place in a communicator, as the event COMM has it.  */
struct own_place { int which, rank, ranks, group; };
extern void gasp_mpi_raise_comm (const struct library_call *call,
				 const struct own_place *own);

/* Raises, ATOMIC, that C, which does not wait, has made the request
   HANDLE.  */
extern void gasp_mpi_raise_begun (const struct library_call *call,
				  const struct collective *c, word handle);
/* Raises that HANDLE, of such a request, has completed in CALL.  */
extern void gasp_mpi_raise_over (const struct library_call *call, word handle);

#pragma GCC visibility pop
