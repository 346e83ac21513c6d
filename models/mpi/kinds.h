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
     FIRST_INDEX                     0 or 1
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
  struct request r = { handle, receives, stays, false, false, message, NULL,
		       NULL };
  gasp_mpi_note_request (&r);
}

static void
note_partitioned (MPI_Request handle, bool receives, int partitions,
		  struct message message)
{
  struct persistent *p = calloc (1, sizeof *p + (receives ? partitions : 0));
  struct request r = {
    handle, receives, true, false, false, message, NULL, p
  };
  if (!p)
    return;
  p->partitions = partitions;
  gasp_mpi_note_request (&r);
}

/* Notes that CALL has begun IO, which is complete when HANDLE is.  If it is of
   several ranks, these may wait for each other in CALL and, which is another
   meeting, where they wait for HANDLE.  */
static void
raise_io_begun (const struct library_call *call, const struct io *io,
		word handle)
{
  struct collective c = {
    .tag = GASP_GCC_MPI_IO_ALL, .root = -1,
    .members = io->members ^ INT64_C (1) << 62
  };
  gasp_mpi_raise_io_begun (call, handle);
  if (io->members)
    gasp_mpi_raise_begun (call, &c, handle);
}

/* Notes that CALL has begun IO, which is complete when the request HANDLE
   is.  */
static void
note_io (const struct library_call *call, const struct io *io,
	 MPI_Request handle)
{
  struct request r = { .handle = handle, .is_io = true,
		       .is_collective = io->members != 0,
		       .message.which = io->file };
  gasp_mpi_note_request (&r);
  raise_io_begun (call, io, (word) handle);
}

/* Notes that all ranks of COMM have opened the file HANDLE, which IO is to
   have, in CALL.  */
static void
note_file (const struct library_call *call, struct io *io, word comm,
	   word handle, int mode, const char *name)
{
  gasp_mpi_made_of (comm, FILES, handle);
  io->file = (int) gasp_mpi_identity (FILES, handle);
  gasp_mpi_raise_file (call, io, mode,
		       (int) gasp_mpi_identity (COMMUNICATOR, comm), name);
}

/* Notes that CALL has begun the collective C, which is complete when the
   request HANDLE is.  */
static void
note_collective (const struct library_call *call, const struct collective *c,
		 MPI_Request handle)
{
  struct request r = { .handle = handle, .is_collective = true };
  gasp_mpi_note_request (&r);
  gasp_mpi_raise_begun (call, c, (word) handle);
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
	gasp_mpi_note_signals (s, REQUEST (request, 0)); \
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

/* From C, CALL sees to the processes that it starts (spawn.c).  */
#define SPAWN(CALL)							\
  BEFORE_SPAWN ();							\
  OTHER (CALL)

/* It makes a request of which nothing is to be known.  */
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
/* Nobody is waited for by a message to MPI_PROC_NULL.  */
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
#define PARTITIONED(CALL, receives, parts, count, type, peer, tag, comm, request) \
  size_t count_ = (size_t) (parts) * (count);				\
  struct message m = MESSAGE (peer, count_, type, tag, comm);		\
  OTHER (CALL)								\
  MADE (request)							\
  if (result == MPI_SUCCESS && m.rank >= 0)				\
    note_partitioned (REQUEST (request, 0), receives, parts, m);
/* So many parts are ready, of which PART is that of index I_.  */
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
				    (word) (flag), (word) (indices), FIRST_INDEX, \
				    request_completed);			\
  gasp_mpi_raise_count (&call, GASP_GCC_MPI_WAIT, GASP_END, done_);

#define BARRIER(CALL, comm)						\
  MEET_OF (CALL, GASP_GCC_MPI_BARRIER, COMM (comm),			\
	   gasp_mpi_members (within) | gasp_mpi_two_groups (within),	\
	   gasp_mpi_groups (within, GASP_GCC_MPI_ALL_TO_ALL, -1))
#define MEET(CALL, tag, handle, members)				\
  MEET_OF (CALL, tag, handle, members, ((struct signals) { .to_count = 0 }))
#define MEET_OF(CALL, tag, handle, members, signals_)			\
  word within = (handle);						\
  int64_t members_ = (members);						\
  struct signals s_ = (signals_);					\
  gasp_mpi_raise_barrier (&call, tag, GASP_START, members_, within);	\
  SIGNALLING (CALL, &s_, NULL)						\
  gasp_mpi_raise_barrier (&call, tag, GASP_END, members_, within);

/* ROOT is one, or -1.  SENT and RECEIVED are looked at only where they mean
   something: MPI leaves other arguments undefined.  WAITS is the event where
   ranks wait for each other, unless there is a REQUEST, or no data.  */
#define COLLECTIVE(CALL, sent_, received_, root_, comm_, request)	\
  COLLECTIVE_OF (CALL, GASP_GCC_MPI_COLLECTIVE, sent_, received_, root_, \
		 comm_, request)
#define COLLECTIVE_OF(CALL, waits, sent_, received_, root_, comm_, request) \
  word within = COMM (comm_);						\
  struct collective c = { .comm = within, .ranks = gasp_mpi_ranks_of (within), \
			  .members = gasp_mpi_members (within) };	\
  c.root = gasp_mpi_world_rank (COMMUNICATOR, within, root_);		\
  c.sent = (sent_);							\
  c.received = (received_);						\
  unsigned int tag_ = (c.sent || c.received				\
		       ? (waits) : GASP_GCC_MPI_COLLECTIVE);		\
  struct signals s_ = gasp_mpi_groups (within, tag_, root_); \
  if (!c.members)							\
    {									\
      c.members = gasp_mpi_two_groups (within);				\
      tag_ = GASP_GCC_MPI_COLLECTIVE;					\
    }									\
  c.tag = (word) (request) ? GASP_GCC_MPI_COLLECTIVE : tag_;		\
  COLLECT (CALL, request, tag_, c.root)
/* Of the collective C, with the signals S_; TAG_ and ROOT_ are those of the
   blocking function.  */
#define COLLECT(CALL, request, tag_, root_)				\
  if (is_persistent_)							\
    {									\
      OTHER (CALL)							\
      MADE (request)							\
      if ((word) (request) && result == MPI_SUCCESS)			\
	gasp_mpi_note_persistent (&call, &c, tag_, root_, &s_,		\
				  REQUEST (request, 0));		\
    }									\
  else									\
    {									\
      gasp_mpi_raise_collective (&call, GASP_START, &c);		\
      SIGNALLING (CALL, &s_, request)					\
      if ((word) (request) && result == MPI_SUCCESS			\
	  && tag_ != GASP_GCC_MPI_COLLECTIVE)				\
	{								\
	  struct collective begun_ = c;					\
	  begun_.tag = tag_;						\
	  begun_.root = (root_);					\
	  note_collective (&call, &begun_, REQUEST (request, 0));	\
	}								\
      gasp_mpi_raise_collective (&call, GASP_END, &c);			\
    }
/* KIND is to be begun later, many times.  */
enum { is_persistent_ = false };
#define PERSISTENT(CALL, kind, ...)					\
  enum { is_persistent_ = true };					\
  kind (CALL, __VA_ARGS__)

/* It has no data, and all wait for all.  */
#define IBARRIER(CALL, comm_, request)					\
  word within = COMM (comm_);						\
  struct collective c = {						\
    GASP_GCC_MPI_COLLECTIVE, -1, 0, 0, gasp_mpi_members (within),	\
    gasp_mpi_ranks_of (within), within					\
  };									\
  struct signals s_ = gasp_mpi_groups (within, GASP_GCC_MPI_ALL_TO_ALL, -1); \
  unsigned int tag_ = c.members ? GASP_GCC_MPI_ALL_TO_ALL : c.tag;	\
  COLLECT (CALL, request, tag_, c.root)

/* Where a rank has nothing to give or to get, others need not wait for it.
   Ranks may differ in what they know of that: the tool compares only calls that
   all of them say to be of one kind.  */
#define WHERE(condition, tag) \
  ((condition) || !c.members ? (tag) : GASP_GCC_MPI_COLLECTIVE)
#define ALL_HAVE(counts) has_all (counts, gasp_mpi_ranks_of (within))

#define OWN_RANK gasp_mpi_own_rank (within)
#define IS_ROOT(root) gasp_mpi_is_root (within, NUMBER (root))
#define GIVES_TO(root) gasp_mpi_gives_to (within, NUMBER (root))
#define BYTES(count, type) gasp_mpi_bytes (count, TYPE (type))
#define ALL_BYTES(counts, type) BYTES (sum_of (counts, gasp_mpi_ranks_of (within)), type)

#define BCAST(CALL, count, type, root, comm, request)			\
  COLLECTIVE_OF (CALL, GASP_GCC_MPI_ONE_TO_ALL,				\
		 IS_ROOT (root) ? BYTES (count, type) : 0,		\
		 !IS_ROOT (root) && GIVES_TO (root) ? BYTES (count, type) : 0, \
		 NUMBER (root), comm, request)
#define REDUCE(CALL, count, type, root, comm, request)			\
  COLLECTIVE_OF (CALL, GASP_GCC_MPI_ALL_TO_ONE,				\
		 GIVES_TO (root) ? BYTES (count, type) : 0,		\
		 IS_ROOT (root) ? BYTES (count, type) : 0, NUMBER (root), \
		 comm, request)
#define ALLREDUCE(CALL, count, type, comm, request)			\
  COLLECTIVE_OF (CALL, GASP_GCC_MPI_ALL_TO_ALL, BYTES (count, type),	\
		 BYTES (count, type), -1, comm, request)
/* Each waits for those before it.  */
#define SCAN(CALL, count, type, comm_, request)				\
  word within = COMM (comm_);						\
  size_t bytes_ = BYTES (count, type);					\
  int own_ = gasp_mpi_own_rank (within);				\
  struct collective c = {						\
    GASP_GCC_MPI_COLLECTIVE, -1, bytes_, bytes_,			\
    gasp_mpi_members (within), gasp_mpi_ranks_of (within), within	\
  };									\
  unsigned int tag_ = bytes_ && c.members ? GASP_GCC_MPI_IN_ORDER : c.tag; \
  if (!(word) (request) && tag_ != c.tag)				\
    c.tag = tag_, c.root = own_;					\
  struct signals s_ = { .to_count = 0 };				\
  COLLECT (CALL, request, tag_, own_)
#define SCATTERED(CALL, counts, type, comm, request)			\
  COLLECTIVE_OF (CALL, WHERE (ALL_HAVE (counts), GASP_GCC_MPI_ALL_TO_ALL), \
		 ALL_BYTES (counts, type),				\
		 BYTES (count_at (counts, OWN_RANK), type), -1, comm, request)
#define GATHER(CALL, in, count, type, counts, of_counts, root, comm, request) \
  COLLECTIVE_OF (CALL, WHERE (!IS_ROOT (root) || ALL_HAVE (counts), \
			GASP_GCC_MPI_ALL_TO_ONE),			\
		 !GIVES_TO (root) ? 0					\
		 : !IS_IN_PLACE (in) ? BYTES (count, type)		\
		 : BYTES (count_at (counts, OWN_RANK), of_counts), \
		 IS_ROOT (root) ? ALL_BYTES (counts, of_counts) : 0,	\
		 NUMBER (root), comm, request)
#define SCATTER(CALL, counts, of_counts, out, count, type, root, comm, request) \
  COLLECTIVE_OF (CALL, WHERE (!IS_ROOT (root) || ALL_HAVE (counts), \
			GASP_GCC_MPI_ONE_TO_ALL),			\
		 IS_ROOT (root) ? ALL_BYTES (counts, of_counts) : 0,	\
		 !GIVES_TO (root) ? 0					\
		 : !IS_IN_PLACE (out) ? BYTES (count, type)		\
		 : BYTES (count_at (counts, OWN_RANK), of_counts), \
		 NUMBER (root), comm, request)
#define ALLGATHER(CALL, in, count, type, counts, of_counts, comm, request) \
  COLLECTIVE_OF (CALL, WHERE (ALL_HAVE (counts), GASP_GCC_MPI_ALL_TO_ALL), \
		 !IS_IN_PLACE (in) ? BYTES (count, type)		\
		 : BYTES (count_at (counts, OWN_RANK), of_counts), \
		 ALL_BYTES (counts, of_counts), -1, comm, request)
#define ALLTOALL(CALL, in, counts, type, in_counts, in_type, comm, request) \
  COLLECTIVE_OF (CALL, WHERE (ALL_HAVE (in_counts) \
			&& (IS_IN_PLACE (in) || ALL_HAVE (counts)),	\
			GASP_GCC_MPI_ALL_TO_ALL),			\
		 !IS_IN_PLACE (in) ? ALL_BYTES (counts, type)		\
		 : ALL_BYTES (in_counts, in_type),			\
		 ALL_BYTES (in_counts, in_type), -1, comm, request)
#define ALLTOALLW(CALL, in, counts, types, in_counts, in_types, comm, request) \
  int n_ = gasp_mpi_ranks_of (COMM (comm));				\
  COLLECTIVE_OF (CALL, WHERE (has_all (in_counts, n_)			\
			&& (IS_IN_PLACE (in) || has_all (counts, n_)),	\
			GASP_GCC_MPI_ALL_TO_ALL),			\
	      !IS_IN_PLACE (in) ? bytes_of_types (counts, types, n_) \
	      : bytes_of_types (in_counts, in_types, n_),		\
	      bytes_of_types (in_counts, in_types, n_), -1, comm, request)

/* With the neighbours in a topology: TO_EACH other data, or the same.  */
#define NEIGHBOURS(CALL, counts, type, to_each, in_counts, in_type, comm, request) \
  struct signals s_ = gasp_mpi_next_to (COMM (comm), counts, in_counts); \
  WITH_NEIGHBOURS (CALL,						\
		   BYTES (sum_of (counts, (to_each) ? s_.to_count : 1), type), \
		   BYTES (sum_of (in_counts, s_.from_count), in_type),	\
		   comm, request)
#define NEIGHBOURSW(CALL, counts, types, in_counts, in_types, comm, request) \
  struct signals s_ = gasp_mpi_next_to (COMM (comm), counts, in_counts); \
  WITH_NEIGHBOURS (CALL, bytes_of_types (counts, types, s_.to_count),	\
		   bytes_of_types (in_counts, in_types, s_.from_count),	\
		   comm, request)
#define WITH_NEIGHBOURS(CALL, sent_, received_, comm_, request)		\
  word within = COMM (comm_);						\
  struct collective c = {						\
    GASP_GCC_MPI_COLLECTIVE, -1, received_, sent_,			\
    gasp_mpi_members (within), gasp_mpi_ranks_of (within), within	\
  };									\
  COLLECT (CALL, request, c.tag, c.root)

static size_t
bytes_of_types (struct counts counts, word types, int n)
{
  size_t bytes = 0;
  for (int i = 0; i < n; i++)
    bytes += gasp_mpi_bytes (count_at (counts, i), TYPE_AT (types, i));
  return bytes;
}

#define ACCESS(CALL, event, count, type, target, window, request)	\
  struct message m = {							\
    gasp_mpi_world_rank (WINDOW, WIN (window), NUMBER (target)),	\
    BYTES (count, type), 0, WIN (window), 0				\
  };									\
  gasp_mpi_accesses (WIN (window), NUMBER (target));			\
  gasp_mpi_raise_access (&call, event, GASP_START, &m);			\
  result = CALL;							\
  MADE (request)							\
  gasp_mpi_raise_access (&call, event, GASP_END, &m);
#define PUT(CALL, count, type, target, window, request)			\
  ACCESS (CALL, GASP_GCC_MPI_PUT, count, type, target, window, request)
#define GET(CALL, count, type, target, window, request)			\
  ACCESS (CALL, GASP_GCC_MPI_GET, count, type, target, window, request)
#define FENCE(CALL, assertion, window)					\
  MEET (CALL, GASP_GCC_MPI_FENCE, WIN (window),				\
	NUMBER (assertion) & MPI_MODE_NOPRECEDE ? 0			\
	: gasp_mpi_window_members (within))
#define POST(CALL, group, window)					\
  library_raise (&call, GASP_GCC_MPI_RMA_SYNC, GASP_START);		\
  gasp_mpi_post (&call, GROUP (group), WIN (window));			\
  result = CALL;							\
  library_raise (&call, GASP_GCC_MPI_RMA_SYNC, GASP_END);
#define START_ACCESS(CALL, group, window)				\
  library_raise (&call, GASP_GCC_MPI_EPOCH, GASP_START);		\
  result = CALL;							\
  if (result == MPI_SUCCESS)						\
    gasp_mpi_started (&call, GROUP (group), WIN (window));		\
  library_raise (&call, GASP_GCC_MPI_EPOCH, GASP_END);
#define COMPLETE(CALL, window)						\
  library_raise (&call, GASP_GCC_MPI_EPOCH, GASP_START);		\
  gasp_mpi_completes (&call, WIN (window));				\
  result = CALL;							\
  gasp_mpi_completed (&call, WIN (window));				\
  library_raise (&call, GASP_GCC_MPI_EPOCH, GASP_END);
#define WAIT_EXPOSURE(CALL, window)					\
  library_raise (&call, GASP_GCC_MPI_EPOCH, GASP_START);		\
  result = CALL;							\
  gasp_mpi_waited (&call, WIN (window));				\
  library_raise (&call, GASP_GCC_MPI_EPOCH, GASP_END);
#define TEST_EXPOSURE(CALL, window, flag)				\
  gasp_mpi_raise_count (&call, GASP_GCC_MPI_WAIT, GASP_START, 1);	\
  result = CALL;							\
  bool is_over_ = result == MPI_SUCCESS && *(const int *) (word) (flag); \
  if (is_over_)								\
    gasp_mpi_waited (&call, WIN (window));				\
  gasp_mpi_raise_count (&call, GASP_GCC_MPI_WAIT, GASP_END, is_over_);
#define SYNC(CALL) NAMED (CALL, GASP_GCC_MPI_RMA_SYNC)
#define HELD_IN(CALL, held)						\
  library_raise (&call, GASP_GCC_MPI_EPOCH, GASP_START);		\
  result = CALL;							\
  held;									\
  library_raise (&call, GASP_GCC_MPI_EPOCH, GASP_END);
#define FLUSH(CALL, target, window)					\
  HELD_IN (CALL, gasp_mpi_held (&call, WIN (window), NUMBER (target)))
#define FLUSH_ALL(CALL, window)						\
  HELD_IN (CALL, gasp_mpi_held_by_all (&call, WIN (window), false))
#define LOCK(CALL, type, target, window)				\
  bool alone_ = NUMBER (type) == MPI_LOCK_EXCLUSIVE;			\
  struct window_lock l_						\
    = gasp_mpi_lock (WIN (window), NUMBER (target), !alone_);		\
  gasp_mpi_raise_lock (&call, GASP_GCC_MPI_WIN_LOCK, GASP_START, &l_);	\
  result = CALL;							\
  if (result == MPI_SUCCESS)						\
    gasp_mpi_locked (&l_, alone_);					\
  gasp_mpi_held (&call, WIN (window), NUMBER (target));			\
  gasp_mpi_raise_lock (&call, GASP_GCC_MPI_WIN_LOCK, GASP_END, &l_);
#define UNLOCK(CALL, target, window)					\
  struct window_lock l_						\
    = gasp_mpi_lock (WIN (window), NUMBER (target), false);		\
  gasp_mpi_raise_lock (&call, GASP_GCC_MPI_WIN_UNLOCK, GASP_START, &l_); \
  gasp_mpi_unlocks (&call, &l_);					\
  result = CALL;							\
  gasp_mpi_held (&call, WIN (window), NUMBER (target));			\
  gasp_mpi_raise_lock (&call, GASP_GCC_MPI_WIN_UNLOCK, GASP_END, &l_);
#define LOCK_ALL(CALL, window)						\
  library_raise (&call, GASP_GCC_MPI_EPOCH, GASP_START);		\
  result = CALL;							\
  gasp_mpi_all_locked (&call, WIN (window));				\
  gasp_mpi_held_by_any (&call);						\
  library_raise (&call, GASP_GCC_MPI_EPOCH, GASP_END);
#define UNLOCK_ALL(CALL, window)					\
  library_raise (&call, GASP_GCC_MPI_EPOCH, GASP_START);		\
  gasp_mpi_all_unlock (&call, WIN (window));				\
  result = CALL;							\
  gasp_mpi_held_by_all (&call, WIN (window), true);			\
  gasp_mpi_held_by_any (&call);						\
  library_raise (&call, GASP_GCC_MPI_EPOCH, GASP_END);

#define IO_ALONE(file_, bytes_)						\
  ((struct io) { .bytes = bytes_,					\
		 .file = (int) gasp_mpi_identity (FILES, MPIFILE (file_)) })
#define IO(CALL, file_, count, type, status)				\
  struct io io_ = IO_ALONE (file_, BYTES (count, type));		\
  IO_OF (CALL, status)
/* Of IO_; what has been moved is known by STATUS.  */
#define IO_OF(CALL, status)						\
  OWN_STATUS (status)							\
  gasp_mpi_raise_io (&call, GASP_START, &io_);				\
  result = CALL;							\
  io_.bytes = (result == MPI_SUCCESS					\
	       ? gasp_mpi_received (STATUS_OF (status)) : 0);		\
  gasp_mpi_raise_io (&call, GASP_END, &io_);
/* I/O that is complete when REQUEST is, of one rank or all; and in parts.  */
#define IO_LATER(CALL, file_, count, type, request)			\
  struct io io_ = IO_ALONE (file_, BYTES (count, type));		\
  IO_LATER_OF (CALL, request)
#define IO_LATER_ALL(CALL, file_, count, type, request)			\
  struct io io_ = IO_WITH (FILES, MPIFILE (file_), BYTES (count, type)); \
  IO_LATER_OF (CALL, request)
#define IO_LATER_OF(CALL, request)					\
  gasp_mpi_raise_io (&call, GASP_START, &io_);				\
  result = CALL;							\
  if (result == MPI_SUCCESS)						\
    note_io (&call, &io_, REQUEST (request, 0));			\
  gasp_mpi_raise_io (&call, GASP_END, &io_);
#define IO_BEGIN(CALL, file_, count, type)				\
  struct io io_ = IO_WITH (FILES, MPIFILE (file_), BYTES (count, type)); \
  gasp_mpi_raise_io (&call, GASP_START, &io_);				\
  result = CALL;							\
  if (result == MPI_SUCCESS)						\
    raise_io_begun (&call, &io_, MPIFILE (file_));			\
  gasp_mpi_raise_io (&call, GASP_END, &io_);
#define IO_END(CALL, file_, status)					\
  struct io io_ = IO_ALONE (file_, 0);					\
  OWN_STATUS (status)							\
  gasp_mpi_raise_count (&call, GASP_GCC_MPI_WAIT, GASP_START, 1);	\
  result = CALL;							\
  if (result == MPI_SUCCESS)						\
    {									\
      gasp_mpi_raise_io_over (&call, MPIFILE (file_), io_.file,		\
			      gasp_mpi_received (STATUS_OF (status)));	\
      gasp_mpi_raise_over (&call, MPIFILE (file_));			\
    }									\
  gasp_mpi_raise_count (&call, GASP_GCC_MPI_WAIT, GASP_END, 1);

/* Counts what ranks do together.  */
#define TOGETHER(CALL, kind, handle)					\
  int64_t members_ = gasp_mpi_gathering (kind, handle);			\
  gasp_mpi_raise_gathering (&call, GASP_START, members_);		\
  result = CALL;							\
  gasp_mpi_raise_gathering (&call, GASP_END, members_);
#define MAKE(CALL, comm, kind, made)					\
  TOGETHER (CALL, COMMUNICATOR, COMM (comm))				\
  HAS_MADE (comm, kind, made)
#define HAS_MADE(comm, kind, made)					\
  if (result == MPI_SUCCESS)						\
    gasp_mpi_made_of (COMM (comm), kind, HANDLE_AT (kind, made));	\
  if (result == MPI_SUCCESS && (kind) == WINDOW)			\
    gasp_mpi_window_made (HANDLE_AT (WINDOW, made));
/* Makes what can be used when REQUEST is complete.  */
#define MAKE_LATER(CALL, comm, made, request)				\
  NONBLOCKING (CALL, request)						\
  HAS_MADE (comm, COMMUNICATOR, made)
#define MADE_BY(CALL, kind, made)					\
  OTHER (CALL)								\
  if (result == MPI_SUCCESS)						\
    gasp_mpi_made (kind, HANDLE_AT (kind, made));
#define IO_ALL(CALL, file_, count, type, status)			\
  struct io io_ = IO_WITH (FILES, MPIFILE (file_), BYTES (count, type)); \
  IO_OF (CALL, status)
/* By all of HANDLE.  */
#define IO_WITH(kind, handle, bytes_)					\
  ((struct io) {							\
    .is_together = true, .members = gasp_mpi_gathering (kind, handle),	\
    .bytes = bytes_,							\
    .file = (kind) == FILES ? (int) gasp_mpi_identity (kind, handle) : 0 })
#define IO_TOGETHER(CALL, then)						\
  gasp_mpi_raise_io (&call, GASP_START, &io_);				\
  result = CALL;							\
  then									\
  gasp_mpi_raise_io (&call, GASP_END, &io_);
/* NAME has that LENGTH, from Fortran.  */
#define IO_OPEN(CALL, comm, name, length, mode, opened)			\
  struct io io_ = IO_WITH (COMMUNICATOR, COMM (comm), 0);		\
  IO_TOGETHER (CALL,							\
	       if (result == MPI_SUCCESS)				\
		 note_file (&call, &io_, COMM (comm),			\
			    HANDLE_AT (FILES, opened), NUMBER (mode),	\
			    TEXT_OF (name, length));)
#define IO_SET(CALL, file_)						\
  struct io io_ = IO_WITH (FILES, MPIFILE (file_), 0);			\
  IO_TOGETHER (CALL, )
#define IO_CLOSE(CALL, file_)						\
  word closed_ = HANDLE_AT (FILES, file_);				\
  struct io io_ = IO_WITH (FILES, closed_, 0);				\
  gasp_mpi_forget_ranks (FILES, closed_);				\
  IO_TOGETHER (CALL, )

#define FREE_WINDOW(CALL, handle)					\
  word window_ = HANDLE_AT (WINDOW, handle);				\
  int64_t all_ = gasp_mpi_gathering (WINDOW, window_);			\
  gasp_mpi_forget_ranks (WINDOW, window_);				\
  gasp_mpi_window_freed (window_);					\
  gasp_mpi_raise_gathering (&call, GASP_START, all_);			\
  result = CALL;							\
  gasp_mpi_raise_gathering (&call, GASP_END, all_);
#define FREE(CALL, kind, handle)					\
  gasp_mpi_forget_ranks (kind, HANDLE_AT (kind, handle));		\
  OTHER (CALL)
