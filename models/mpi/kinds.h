/* kinds.h - what the kinds of MPI's functions do beside calling the real one.

   SPDX-License-Identifier: Apache-2.0

   Included by wrap.c and fortran.c, which have defined how arguments are read:

     NUMBER (a), INT (a), COUNT (a)  an int; the same or an MPI_Count as a size_t
     COMM (a), TYPE (a), WIN (a), GROUP (a), MPIFILE (a)  a handle, as a word
     REQUEST (a, i), TYPE_AT (a, i)  one of an array; HANDLE_AT (kind, a) what is freed
     REQUEST_OF (a)                  a request itself
     MESSAGE_OF (a)                  the handle of a message, as if it were a request's
     IS_IN_PLACE (a)                 whether a buffer is MPI_IN_PLACE
     OWN_STATUS (a), STATUS_OF (a)   let the argument be a status of ours if the program
				     wants none; the status that has come, for C
     WAIT_BEGINS (...), WAIT_ENDS (...)  likewise for arrays of them
     FIRST_INDEX (...)               of the first of such an array: 0 or 1
     TEXT_OF (a, length)             a string; from Fortran, of that LENGTH
     BEFORE_SPAWN ()                 said before processes are started

   A kind is a macro: CALL is the call of the real function, with what the
   arguments are then; RESULT is to be set.  */

#include "epochs.h"
#include "hash.h"
#include "locks.h"
#include "ranks.h"
#include "raise.h"
#include "requests.h"
#include "signals.h"
#include "targets.h"
#include <stdlib.h>

/* The number of requests may be a constant of functions.def.  */
#define NUMBER_OF(count) (int) (count)

/* ---- Messages  */

static struct message
message (int rank, size_t bytes, int tag, word comm)
{
  int which, peer = gasp_mpi_peer (comm, rank, &which);
  return (struct message) { peer, bytes, tag, comm, which };
}

/* Returns a message of COMM of which nothing is known yet.  */
static struct message
unknown_message (word comm)
{
  return (struct message) { .rank = -1, .comm = comm };
}

/* Returns whether what STATUS is of was cancelled.  */
static bool
is_cancelled (const MPI_Status *status)
{
  int cancelled = 0;
  PMPI_Test_cancelled (status, &cancelled);
  return cancelled;
}

/* Puts into M what has come with STATUS; returns false if nothing has, as it is
   from MPI_PROC_NULL.  */
static bool
arrived (word comm, const MPI_Status *status, struct message *m)
{
  if (status->MPI_SOURCE < 0)
    return false;
  *m = message (status->MPI_SOURCE, gasp_mpi_received (status),
		status->MPI_TAG, comm);
  return true;
}

/* Raises the event of a probe that has found a message, with STATUS, if
   HAS_FOUND.  Not all MPIs say there that it was not cancelled.  */
static void
raise_probed (const struct library_call *call, word comm, bool has_found,
	      const MPI_Status *status)
{
  struct message m = unknown_message (comm);
  if (has_found && status->MPI_SOURCE >= 0)
    m = message (status->MPI_SOURCE, 0, status->MPI_TAG, comm);
  gasp_mpi_raise_probed (call, &m);
}

/* Raises the event of what has come with STATUS for REQUEST.  */
static void
raise_received (const struct library_call *call, word comm,
		const MPI_Status *status, word request)
{
  struct message m;
  if (!is_cancelled (status) && arrived (comm, status, &m))
    gasp_mpi_raise_part (call, GASP_GCC_MPI_RECEIVED, &m, request);
}

/* Returns for what the sender of PART of M signals, where M has parts.  */
static int
part_stream (const struct message *m, int part)
{
  return (int) gasp_mix ((uint64_t) m->which << 32 | (uint32_t) m->tag) + part;
}

/* Raises the events of R, which has received a message in parts, and of those
   of its parts of which it was not known that they are there.  */
static void
raise_parts (const struct library_call *call, const struct request *r)
{
  struct persistent *p = r->persistent;
  const struct message *m = &r->message;
  p->is_active = false;
  gasp_mpi_raise_part (call, GASP_GCC_MPI_RECEIVED, m, (word) r->handle);
  for (int i = 0; i < p->partitions; i++)
    {
      if (!p->arrived[i])
	gasp_mpi_raise_signalled (call, m->rank, part_stream (m, i), false);
      p->arrived[i] = false;
    }
}

/* Raises the event of a request R that has completed in CALL.  */
static void
request_completed (const struct library_call *call, const struct request *r,
		   const MPI_Status *status)
{
  if (r->awaited)
    gasp_mpi_raise_awaited (call, r->awaited);
  if (r->is_access)
    gasp_mpi_held_by (call, r->message.rank);
  else if (r->is_io || r->is_collective)
    {
      if (r->is_io)
	gasp_mpi_raise_io_over (call, (word) r->handle, r->message.which,
				gasp_mpi_received (status));
      if (r->is_collective)
	gasp_mpi_raise_over (call, (word) r->handle);
    }
  else if (r->persistent && !r->persistent->partitions)
    return;
  else if (r->receives && r->persistent)
    raise_parts (call, r);
  else if (r->receives)
    raise_received (call, r->message.comm, status, (word) r->handle);
  else
    gasp_mpi_raise_taken (call, (word) r->handle);
}

/* Raises the events of a request that is started anew: if it sends, that is a
   message.  */
static void
raise_started (const struct library_call *call, MPI_Request handle)
{
  struct request r;
  if (!gasp_mpi_find_request (handle, &r))
    return;
  if (r.persistent && !r.persistent->partitions)
    gasp_mpi_raise_persistent (call, &r);
  else if (r.persistent)
    r.persistent->is_active = true;
  else if (!r.receives && r.message.rank >= 0)
    gasp_mpi_raise_part (call, GASP_GCC_MPI_SENT, &r.message, (word) handle);
}

static void
note (MPI_Request handle, bool receives, bool stays,
      struct message message)
{
  struct request r = { .handle = handle, .receives = receives, .stays = stays,
		       .message = message };
  gasp_mpi_note_request (&r);
}

static void
note_partitioned (MPI_Request handle, bool receives, int partitions,
		  struct message message)
{
  struct persistent *p = calloc (1, sizeof *p + (receives ? partitions : 0));
  struct request r = { .handle = handle, .receives = receives, .stays = true,
		       .message = message, .persistent = p };
  if (!p)
    return;
  p->partitions = partitions;
  gasp_mpi_note_request (&r);
}

/* Sets *COMM to the communicator of a message that is about to be received,
   and forgets the request.  Returns whether it was known.  */
static bool
take_message (MPI_Request handle, word *comm)
{
  struct request r = { .message = { .comm = 0 } };
  bool known = gasp_mpi_find_request (handle, &r);
  gasp_mpi_forget_request (handle);
  *comm = r.message.comm;
  return known;
}

/* CALL does what S is about, and makes REQUEST if that is not null.  */
#define SIGNALLING(CALL, s, request)					\
  gasp_mpi_signal (&call, s);						\
  result = CALL;							\
  MADE (request)							\
  if (result == MPI_SUCCESS)						\
    {									\
      if ((word) (request))						\
	gasp_mpi_note_collective (s, REQUEST (request, 0));		\
      else								\
	gasp_mpi_signalled (&call, s);					\
    }

/* Forgets what was noted under the handle of a request that a call has
   made.  */
#define MADE(request)							\
  if ((word) (request) && result == MPI_SUCCESS)			\
    gasp_mpi_forget_request (REQUEST (request, 0));

/* ---- Kinds  */

/* EVENT has nothing but the name.  */
#define NAMED(CALL, event)						\
  library_raise (&call, event, GASP_START);				\
  result = CALL;							\
  library_raise (&call, event, GASP_END);
#define OTHER(CALL) NAMED (CALL, GASP_GCC_MPI)

#define SETUP(CALL) NAMED (CALL, GASP_GCC_MPI_SETUP)

/* It makes a request that need not be followed.  */
#define NONBLOCKING(CALL, request)					\
  OTHER (CALL)								\
  MADE (request)

#define MESSAGE(rank, count, type, tag, comm)				\
  message (NUMBER (rank), gasp_mpi_bytes (count, TYPE (type)), NUMBER (tag), \
	   COMM (comm))

#define SEND(CALL, count, type, target, tag, comm)			\
  struct message m = MESSAGE (target, count, type, tag, comm);		\
  gasp_mpi_raise_message (&call, GASP_GCC_MPI_SEND, GASP_START, &m);	\
  result = CALL;							\
  gasp_mpi_raise_message (&call, GASP_GCC_MPI_SEND, GASP_END, &m);
/* A message to MPI_PROC_NULL waits for no rank.  */
#define ISEND(CALL, count, type, target, tag, comm, request)		\
  struct message m = MESSAGE (target, count, type, tag, comm);		\
  gasp_mpi_raise_message (&call, GASP_GCC_MPI_SEND, GASP_START, &m);	\
  result = CALL;							\
  if (result == MPI_SUCCESS && m.rank >= 0)				\
    {									\
      note (REQUEST (request, 0), false, false, m);			\
      gasp_mpi_raise_send_begun (&call, &m, (word) REQUEST (request, 0)); \
    }									\
  else									\
    {									\
      MADE (request)							\
      gasp_mpi_raise_message (&call, GASP_GCC_MPI_SEND, GASP_END, &m);	\
    }

/* It receives what WANTED is, of the communicator WITHIN, if that is KNOWN.  */
#define RECEIVES(CALL, wanted, known, within, status)			\
  struct message m = wanted;						\
  gasp_mpi_raise_message (&call, GASP_GCC_MPI_RECV, GASP_START, &m);	\
  result = CALL;							\
  if (result != MPI_SUCCESS || !(known)					\
      || !arrived (within, STATUS_OF (status), &m))			\
    m.rank = -1, m.bytes = 0;						\
  gasp_mpi_raise_message (&call, GASP_GCC_MPI_RECV, GASP_END, &m);
#define RECV(CALL, count, type, source, tag, comm, status)		\
  OWN_STATUS (status)							\
  RECEIVES (CALL, MESSAGE (source, count, type, tag, comm), true,	\
	    COMM (comm), status)

#define IRECV(CALL, comm, request)					\
  word made_ = 0;							\
  library_raise (&call, GASP_GCC_MPI_RECV_BEGUN, GASP_START);		\
  result = CALL;							\
  if (result == MPI_SUCCESS)						\
    {									\
      made_ = (word) REQUEST (request, 0);				\
      note (REQUEST (request, 0), true, false,				\
	    unknown_message (COMM (comm)));				\
    }									\
  gasp_mpi_raise_recv_begun (&call, made_);
#define RECV_INIT(CALL, comm, request)					\
  OTHER (CALL)								\
  if (result == MPI_SUCCESS)						\
    note (REQUEST (request, 0), true, true,				\
	  unknown_message (COMM (comm)));
#define SEND_INIT(CALL, count, type, target, tag, comm, request)	\
  struct message m = MESSAGE (target, count, type, tag, comm);		\
  OTHER (CALL)								\
  if (result == MPI_SUCCESS)						\
    note (REQUEST (request, 0), false, true, m);
#define START(CALL, count, requests)					\
  library_raise (&call, GASP_GCC_MPI, GASP_START);			\
  for (int i = 0; i < NUMBER_OF (count); i++)				\
    raise_started (&call, REQUEST (requests, i));			\
  result = CALL;							\
  library_raise (&call, GASP_GCC_MPI, GASP_END);

/* A message in so many parts, which is sent when all of them are ready.  */
#define PARTITIONED(CALL, receives, parts, count, type, peer, tag, comm, \
		    request)						\
  size_t count_ = (size_t) (parts) * (count);				\
  struct message m = MESSAGE (peer, count_, type, tag, comm);		\
  OTHER (CALL)								\
  MADE (request)							\
  if (result == MPI_SUCCESS && m.rank >= 0)				\
    note_partitioned (REQUEST (request, 0), receives, parts, m);
/* PARTS parts are ready; PART is the one of index I_.  */
#define READY(CALL, parts, part, which)					\
  struct request r_;							\
  library_raise (&call, GASP_GCC_MPI, GASP_START);			\
  int left_ = gasp_mpi_not_ready (REQUEST_OF (which), parts, &r_);	\
  for (int i_ = 0; left_ >= 0 && i_ < (parts); i_++)			\
    gasp_mpi_raise_signal (&call, r_.message.rank,			\
			   part_stream (&r_.message, part));		\
  if (left_ == 0)							\
    gasp_mpi_raise_part (&call, GASP_GCC_MPI_SENT, &r_.message,		\
			 (word) r_.handle);				\
  result = CALL;							\
  library_raise (&call, GASP_GCC_MPI, GASP_END);
#define ARRIVED(CALL, which, part, flag)				\
  struct request r_;							\
  gasp_mpi_raise_count (&call, GASP_GCC_MPI_WAIT, GASP_START, 1);	\
  result = CALL;							\
  bool has_come_ = result == MPI_SUCCESS && *(const int *) (word) (flag); \
  if (has_come_ && gasp_mpi_has_arrived (REQUEST_OF (which), part, &r_)) \
    gasp_mpi_raise_signalled (&call, r_.message.rank,			\
			      part_stream (&r_.message, part), false);	\
  gasp_mpi_raise_count (&call, GASP_GCC_MPI_WAIT, GASP_END, has_come_);

#define REQUEST_FREE(CALL, request)					\
  gasp_mpi_forget_request (REQUEST (request, 0));			\
  OTHER (CALL)

/* A probe has found a message, at FLAG's word if that is not null.  */
#define PROBE(CALL, comm, flag, status)					\
  OWN_STATUS (status)							\
  library_raise (&call, GASP_GCC_MPI_PROBE, GASP_START);		\
  result = CALL;							\
  bool found_ = (result == MPI_SUCCESS					\
		 && (!(word) (flag) || *(const int *) (word) (flag)));	\
  raise_probed (&call, COMM (comm), found_, STATUS_OF (status));
/* As a probe, it has found what a request receives, but does not take it.  */
#define STATUS(CALL, which, flag, status)				\
  OWN_STATUS (status)							\
  struct request r_ = { .receives = false };				\
  library_raise (&call, GASP_GCC_MPI_PROBE, GASP_START);		\
  bool receives_ = (gasp_mpi_find_request (REQUEST_OF (which), &r_)	\
		    && r_.receives && !r_.persistent);			\
  result = CALL;							\
  bool found_ = (result == MPI_SUCCESS && receives_			\
		 && *(const int *) (word) (flag));			\
  raise_probed (&call, r_.message.comm, found_, STATUS_OF (status));
/* A probe that makes a handle, which is noted as a request is until something
   receives by it.  */
#define MPROBE(CALL, comm, flag, handle, status)			\
  PROBE (CALL, comm, flag, status)					\
  if (found_)								\
    note (MESSAGE_OF (handle), true, false,				\
	  unknown_message (COMM (comm)));
#define MRECV(CALL, count, type, handle, status)			\
  OWN_STATUS (status)							\
  word comm_;								\
  bool known_ = take_message (MESSAGE_OF (handle), &comm_);		\
  size_t most_ = gasp_mpi_bytes (count, TYPE (type));			\
  struct message any_ = { -1, most_, -1, comm_, 0 };			\
  RECEIVES (CALL, any_, known_, comm_, status)
#define IMRECV(CALL, handle, request)					\
  word comm_;								\
  bool known_ = take_message (MESSAGE_OF (handle), &comm_);		\
  OTHER (CALL)								\
  if (result == MPI_SUCCESS && known_)					\
    note (REQUEST (request, 0), true, false,				\
	  unknown_message (comm_));					\
  else									\
    MADE (request)

#define SENDRECV(CALL, count, type, target, tag, comm, status)		\
  OWN_STATUS (status)							\
  struct message m = MESSAGE (target, count, type, tag, comm);		\
  struct message got_;							\
  word sent_ = m.rank >= 0 ? (word) &m : 0;				\
  gasp_mpi_raise_exchange (&call, &m, sent_);				\
  result = CALL;							\
  bool has_come_ = (result == MPI_SUCCESS				\
		    && arrived (COMM (comm), STATUS_OF (status), &got_)); \
  gasp_mpi_raise_exchanged (&call, has_come_ ? &got_ : NULL, sent_);

#define WAIT(CALL, count, requests, statuses, completes, flag, indices)	\
  struct waiting w;							\
  int n_ = NUMBER_OF (count);						\
  WAIT_BEGINS (&w, completes, n_, requests, statuses)			\
  gasp_mpi_raise_count (&call, GASP_GCC_MPI_WAIT, GASP_START, n_);	\
  result = CALL;							\
  WAIT_ENDS (&w)							\
  int done_ = gasp_mpi_end_to_wait (&w, &call, result == MPI_SUCCESS,	\
				    (word) (flag), (word) (indices),	\
				    FIRST_INDEX (&w, requests, flag, indices), \
				    request_completed);			\
  gasp_mpi_raise_count (&call, GASP_GCC_MPI_WAIT, GASP_END, done_);

#define FREE(CALL, kind, handle)					\
  gasp_mpi_forget_ranks (kind, HANDLE_AT (kind, handle));		\
  OTHER (CALL)

#include "kinds-together.h"
#include "kinds-windows.h"
#include "kinds-files.h"
