/* wrap.c - what the program calls in place of MPI's functions.

   SPDX-License-Identifier: Apache-2.0

   A wrapper for each row of calls.def, which raises an event around the real function.
   All arguments are as wide as a register, as numbers, handles and pointers are passed
   alike by the processors' conventions.  The kinds of calls.def are macros here: CALL
   is the call of the real function, with what the arguments are then; RESULT is to
   be set.  */

#include "wrap.h"
#include "ranks.h"
#include "raise.h"
#include "requests.h"

/* ---- Arguments  */

#define INT(a) ((size_t) (int) (a))
#define COUNT(a) ((size_t) (a))
#define COMM(a) ((word) (MPI_Comm) (a))
#define WIN(a) ((word) (MPI_Win) (a))
#define TYPE(a) ((word) (MPI_Datatype) (a))

/* As many elements as a collective function has for all ranks: INTS and COUNTS are
   lists, and EACH is for each.  */
struct counts
{
  const int *ints;
  const MPI_Count *counts;
  size_t each;
};
#define INTS(a) ((struct counts) { (const int *) (a), NULL, 0 })
#define COUNTS(a) ((struct counts) { NULL, (const MPI_Count *) (a), 0 })
#define EACH(n) ((struct counts) { NULL, NULL, n })

static size_t
count_at (struct counts c, int rank)
{
  return c.ints ? (size_t) c.ints[rank] : c.counts ? (size_t) c.counts[rank] : c.each;
}

static size_t
sum_of (struct counts c, word comm)
{
  size_t sum = 0;
  int n = gasp_mpi_ranks_of (comm);
  for (int i = 0; i < n; i++)
    sum += count_at (c, i);
  return sum;
}

static bool
is_in_place (word buffer)
{
  return buffer == (word) MPI_IN_PLACE;
}

/* ---- Messages  */

static struct message
message (int rank, size_t bytes, word tag, word comm)
{
  return (struct message) { gasp_mpi_world_rank (COMMUNICATOR, comm, rank), bytes,
			    (int) tag, comm };
}

/* What has come with STATUS; none if it was cancelled or is from MPI_PROC_NULL.  */
static bool
arrived (word comm, const MPI_Status *status, struct message *m)
{
  int cancelled = 0;
  PMPI_Test_cancelled (status, &cancelled);
  if (cancelled || status->MPI_SOURCE < 0)
    return false;
  *m = message (status->MPI_SOURCE, gasp_mpi_received (status),
		(word) status->MPI_TAG, comm);
  return true;
}

static void
raise_received (const struct call *call, word comm, const MPI_Status *status)
{
  struct message m;
  if (arrived (comm, status, &m))
    gasp_mpi_raise_part (call, GASP_GCC_MPI_RECEIVED, &m);
}

/* The same for a request that has completed in CALL.  */
static void
request_received (const struct call *call, const struct request *r,
		  const MPI_Status *status)
{
  raise_received (call, r->message.comm, status);
}

/* Requests that are sent anew: each is a message.  */
static void
raise_started (const struct call *call, int count, word requests)
{
  struct request r;
  for (int i = 0; i < count; i++)
    if (gasp_mpi_find_request (((const MPI_Request *) requests)[i], &r)
	&& !r.receives && r.message.rank >= 0)
      gasp_mpi_raise_part (call, GASP_GCC_MPI_SENT, &r.message);
}

static void
note (word request, bool receives, bool stays,
      struct message message)
{
  struct request r = { *(const MPI_Request *) request, receives, stays, message };
  gasp_mpi_note_request (&r);
}

static void
made_request (word request, int result)
{
  if (request && result == MPI_SUCCESS)
    gasp_mpi_forget_request (*(const MPI_Request *) request);
}

/* ---- Kinds  */

#define OTHER(CALL)								\
  gasp_mpi_raise (&call, GASP_GCC_MPI, GASP_START);			\
  result = CALL;							\
  gasp_mpi_raise (&call, GASP_GCC_MPI, GASP_END);

/* It makes a request of which nothing is to be known.  */
#define NONBLOCKING(CALL, request)						\
  OTHER (CALL)									\
  made_request (request, result);

#define SENDS(CALL, count, type, target, tag, comm)				\
  struct message m = message ((int) (target),				\
			      gasp_mpi_bytes (count, TYPE (type)), tag,	\
			      COMM (comm));				\
  gasp_mpi_raise_message (&call, GASP_GCC_MPI_SEND, GASP_START, &m);	\
  result = CALL;							\
  gasp_mpi_raise_message (&call, GASP_GCC_MPI_SEND, GASP_END, &m);
#define SEND(CALL, count, type, target, tag, comm)				\
  SENDS (CALL, count, type, target, tag, comm)
#define ISEND(CALL, count, type, target, tag, comm, request)			\
  SENDS (CALL, count, type, target, tag, comm)				\
  made_request (request, result);

#define RECV(CALL, count, type, source, tag, comm, status)			\
  MPI_Status own_;							\
  struct message m = message ((int) (source),				\
			      gasp_mpi_bytes (count, TYPE (type)), tag,	\
			      COMM (comm));				\
  if ((status) == (word) MPI_STATUS_IGNORE)				\
    (status) = (word) &own_;						\
  gasp_mpi_raise_message (&call, GASP_GCC_MPI_RECV, GASP_START, &m);	\
  result = CALL;							\
  if (result != MPI_SUCCESS						\
      || !arrived (COMM (comm), (const MPI_Status *) (status), &m))	\
    m.rank = -1, m.bytes = 0;						\
  gasp_mpi_raise_message (&call, GASP_GCC_MPI_RECV, GASP_END, &m);

#define IRECV(CALL, comm, request, stays)					\
  OTHER (CALL)									\
  if (result == MPI_SUCCESS)						\
    note (request, true, stays, (struct message) { -1, 0, 0, COMM (comm) });
#define SEND_INIT(CALL, count, type, target, tag, comm, request)		\
  struct message m = message ((int) (target),				\
			      gasp_mpi_bytes (count, TYPE (type)), tag,	\
			      COMM (comm));				\
  OTHER (CALL)									\
  if (result == MPI_SUCCESS)						\
    note (request, false, true, m);
#define START(CALL, count, requests)						\
  gasp_mpi_raise (&call, GASP_GCC_MPI, GASP_START);			\
  raise_started (&call, (int) (count), requests);			\
  result = CALL;							\
  gasp_mpi_raise (&call, GASP_GCC_MPI, GASP_END);
#define REQUEST_FREE(CALL, request)						\
  made_request (request, MPI_SUCCESS);					\
  OTHER (CALL)

#define SENDRECV(CALL, count, type, target, tag, comm, status)		\
  MPI_Status own_;							\
  struct message m = message ((int) (target),				\
			      gasp_mpi_bytes (count, TYPE (type)), tag,	\
			      COMM (comm));				\
  if ((status) == (word) MPI_STATUS_IGNORE)				\
    (status) = (word) &own_;						\
  gasp_mpi_raise (&call, GASP_GCC_MPI, GASP_START);			\
  if (m.rank >= 0)							\
    gasp_mpi_raise_part (&call, GASP_GCC_MPI_SENT, &m);			\
  result = CALL;							\
  if (result == MPI_SUCCESS)						\
    raise_received (&call, COMM (comm), (const MPI_Status *) (status));	\
  gasp_mpi_raise (&call, GASP_GCC_MPI, GASP_END);

#define WAIT(CALL, count, requests, statuses, completes, flag, indices)	\
  struct waiting w;							\
  (statuses) = gasp_mpi_begin_to_wait (&w, completes, (int) (count), requests, \
				       statuses);			\
  gasp_mpi_raise_count (&call, GASP_GCC_MPI_WAIT, GASP_START, (int) (count)); \
  result = CALL;							\
  int done_ = gasp_mpi_end_to_wait (&w, &call, result == MPI_SUCCESS,	\
				    (word) (flag), (word) (indices),	\
				    request_received);			\
  gasp_mpi_raise_count (&call, GASP_GCC_MPI_WAIT, GASP_END, done_);
#define WAITS(CALL)								\
  gasp_mpi_raise (&call, GASP_GCC_MPI_PROBE, GASP_START);		\
  result = CALL;							\
  gasp_mpi_raise (&call, GASP_GCC_MPI_PROBE, GASP_END);

/* Of others than all, the ranks do not meet as a whole.  */
#define BARRIER(CALL, comm)							\
  unsigned int tag_ = (COMM (comm) == (word) MPI_COMM_WORLD		\
		       ? GASP_GCC_MPI_BARRIER : GASP_GCC_MPI);		\
  gasp_mpi_raise (&call, tag_, GASP_START);				\
  result = CALL;							\
  gasp_mpi_raise (&call, tag_, GASP_END);

/* ROOT is one, or -1.  SENT and RECEIVED are looked at only where they mean something:
   MPI leaves other arguments undefined.  */
#define COLLECTIVE(CALL, sent_, received_, root_, comm_, request)		\
  word within = COMM (comm_);						\
  struct collective c = { .comm = within };				\
  c.root = gasp_mpi_world_rank (COMMUNICATOR, within, (int) (root_));	\
  c.sent = (sent_);							\
  c.received = (received_);						\
  gasp_mpi_raise_collective (&call, GASP_START, &c);			\
  result = CALL;							\
  made_request ((word) (request), result);				\
  gasp_mpi_raise_collective (&call, GASP_END, &c);

#define IS_ROOT(root) gasp_mpi_is_root (within, (int) (root))
#define GIVES_TO(root) gasp_mpi_gives_to (within, (int) (root))
#define BYTES(count, type) gasp_mpi_bytes (count, TYPE (type))
#define ALL_BYTES(counts, type) BYTES (sum_of (counts, within), type)

#define BCAST(CALL, count, type, root, comm, request)				\
  COLLECTIVE (CALL, IS_ROOT (root) ? BYTES (count, type) : 0,			\
	      !IS_ROOT (root) && GIVES_TO (root) ? BYTES (count, type) : 0, \
	      root, comm, request)
#define REDUCE(CALL, count, type, root, comm, request)			\
  COLLECTIVE (CALL, GIVES_TO (root) ? BYTES (count, type) : 0,		\
	      IS_ROOT (root) ? BYTES (count, type) : 0, root, comm, request)
#define ALLREDUCE(CALL, count, type, comm, request)				\
  COLLECTIVE (CALL, BYTES (count, type), BYTES (count, type), -1, comm, request)
#define SCATTERED(CALL, counts, type, comm, request)				\
  COLLECTIVE (CALL, ALL_BYTES (counts, type),					\
	      BYTES (count_at (counts, own_rank (within)), type), -1, comm, request)
#define GATHER(CALL, in, count, type, counts, of_counts, root, comm, request)	\
  COLLECTIVE (CALL, !GIVES_TO (root) ? 0					\
	      : !is_in_place (in) ? BYTES (count, type)			\
	      : BYTES (count_at (counts, own_rank (within)), of_counts), \
	      IS_ROOT (root) ? ALL_BYTES (counts, of_counts) : 0,	\
	      root, comm, request)
#define SCATTER(CALL, counts, of_counts, out, count, type, root, comm, request) \
  COLLECTIVE (CALL, IS_ROOT (root) ? ALL_BYTES (counts, of_counts) : 0,	\
	      !GIVES_TO (root) ? 0					\
	      : !is_in_place (out) ? BYTES (count, type)		\
	      : BYTES (count_at (counts, own_rank (within)), of_counts), \
	      root, comm, request)
#define ALLGATHER(CALL, in, count, type, counts, of_counts, comm, request)	\
  COLLECTIVE (CALL, !is_in_place (in) ? BYTES (count, type)			\
	      : BYTES (count_at (counts, own_rank (within)), of_counts), \
	      ALL_BYTES (counts, of_counts), -1, comm, request)
#define ALLTOALL(CALL, in, counts, type, in_counts, in_type, comm, request)	\
  COLLECTIVE (CALL, !is_in_place (in) ? ALL_BYTES (counts, type)		\
	      : ALL_BYTES (in_counts, in_type),				\
	      ALL_BYTES (in_counts, in_type), -1, comm, request)
#define ALLTOALLW(CALL, in, counts, types, in_counts, in_types, comm, request) \
  COLLECTIVE (CALL, !is_in_place (in) ? bytes_of_types (counts, types, within) \
	      : bytes_of_types (in_counts, in_types, within),		\
	      bytes_of_types (in_counts, in_types, within), -1, comm, request)

static int
own_rank (word comm)
{
  int rank = 0;
  PMPI_Comm_rank ((MPI_Comm) comm, &rank);
  return rank;
}

static size_t
bytes_of_types (struct counts counts, word types, word comm)
{
  size_t bytes = 0;
  int n = gasp_mpi_ranks_of (comm);
  for (int i = 0; i < n; i++)
    bytes += gasp_mpi_bytes (count_at (counts, i),
			     (word) ((const MPI_Datatype *) types)[i]);
  return bytes;
}

#define ACCESS(CALL, event, count, type, target, window, request)		\
  struct message m = {							\
    gasp_mpi_world_rank (WINDOW, WIN (window), (int) (target)),		\
    BYTES (count, type), 0, WIN (window)				\
  };									\
  gasp_mpi_raise_access (&call, event, GASP_START, &m);			\
  result = CALL;							\
  made_request ((word) (request), result);				\
  gasp_mpi_raise_access (&call, event, GASP_END, &m);
#define PUT(CALL, count, type, target, window, request) \
  ACCESS (CALL, GASP_GCC_MPI_PUT, count, type, target, window, request)
#define GET(CALL, count, type, target, window, request) \
  ACCESS (CALL, GASP_GCC_MPI_GET, count, type, target, window, request)
#define SYNC(CALL)								\
  gasp_mpi_raise (&call, GASP_GCC_MPI_RMA_SYNC, GASP_START);		\
  result = CALL;							\
  gasp_mpi_raise (&call, GASP_GCC_MPI_RMA_SYNC, GASP_END);

#define IO(CALL, count, type)							\
  size_t bytes_ = BYTES (count, type);					\
  gasp_mpi_raise_bytes (&call, GASP_GCC_MPI_IO, GASP_START, bytes_);	\
  result = CALL;							\
  gasp_mpi_raise_bytes (&call, GASP_GCC_MPI_IO, GASP_END, bytes_);

#define HANDLE_AT(kind, a)						\
  ((kind) == WINDOW ? (word) *(const MPI_Win *) (a)			\
   : (word) *(const MPI_Comm *) (a))
#define FREE(CALL, kind, handle)						\
  gasp_mpi_forget_ranks (kind, HANDLE_AT (kind, handle));		\
  OTHER (CALL)

/* ---- Wrappers  */

#define PARAMS_0 void
#define PARAMS_1 word a1
#define PARAMS_2 PARAMS_1, word a2
#define PARAMS_3 PARAMS_2, word a3
#define PARAMS_4 PARAMS_3, word a4
#define PARAMS_5 PARAMS_4, word a5
#define PARAMS_6 PARAMS_5, word a6
#define PARAMS_7 PARAMS_6, word a7
#define PARAMS_8 PARAMS_7, word a8
#define PARAMS_9 PARAMS_8, word a9
#define PARAMS_10 PARAMS_9, word a10
#define PARAMS_11 PARAMS_10, word a11
#define PARAMS_12 PARAMS_11, word a12
#define PARAMS_13 PARAMS_12, word a13
#define ARGS_0
#define ARGS_1 a1
#define ARGS_2 ARGS_1, a2
#define ARGS_3 ARGS_2, a3
#define ARGS_4 ARGS_3, a4
#define ARGS_5 ARGS_4, a5
#define ARGS_6 ARGS_5, a6
#define ARGS_7 ARGS_6, a7
#define ARGS_8 ARGS_7, a8
#define ARGS_9 ARGS_8, a9
#define ARGS_10 ARGS_9, a10
#define ARGS_11 ARGS_10, a11
#define ARGS_12 ARGS_11, a12
#define ARGS_13 ARGS_12, a13

#define MPI_CALL(name, n, kind...) static int (*real_##name) (PARAMS_##n);
#include "calls.def"

#define APPLY(call, kind, ...) kind (call, ##__VA_ARGS__)
#define MPI_CALL(name, n, kind...)					\
  static int								\
  wrap_##name (PARAMS_##n)						\
  {									\
    struct call call;							\
    int result;								\
    if (!gasp_mpi_begin (&call, "MPI_" #name,				\
			 (word) __builtin_dwarf_cfa (),			\
			 (word) __builtin_frame_address (0),		\
			 __builtin_return_address (0)))			\
      return real_##name (ARGS_##n);					\
    APPLY (real_##name (ARGS_##n), kind)					\
    return result;							\
  }
#include "calls.def"

const struct slots_entry gasp_mpi_entries[] = {
#define MPI_CALL(name, n, kind...) \
  { "MPI_" #name, (void **) &real_##name, (void *) wrap_##name, NULL },
#include "calls.def"
};
const unsigned int gasp_mpi_entry_count
  = sizeof gasp_mpi_entries / sizeof *gasp_mpi_entries;
