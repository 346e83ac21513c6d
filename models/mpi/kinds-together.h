/* kinds-together.h - kinds of collective functions, and of what makes
   communicators.

   SPDX-License-Identifier: Apache-2.0

   Part of kinds.h.  */

#define BARRIER(CALL, comm)						\
  MEET_OF (CALL, GASP_GCC_MPI_BARRIER, COMM (comm),			\
	   gasp_mpi_members (within) | gasp_mpi_two_groups (within),	\
	   gasp_mpi_groups (&call, within, GASP_GCC_MPI_ALL_TO_ALL, -1))
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
  COLLECTIVE_WITH (CALL, waits, sent_, EACH (1), received_, EACH (1), root_, \
		   comm_, request)
/* Between two groups, GIVEN and GOT count what this rank sends to each rank of
   the other group, or to the root, and what it receives from there.  A rank
   that receives nothing does not wait.  */
#define COLLECTIVE_WITH(CALL, waits, sent_, given, received_, got, root_, \
			comm_, request)					\
  word within = COMM (comm_);						\
  struct collective c = { .comm = within, .ranks = gasp_mpi_ranks_of (within), \
			  .members = gasp_mpi_members (within) };	\
  c.root = gasp_mpi_world_rank (COMMUNICATOR, within, root_);		\
  c.sent = (sent_);							\
  c.received = (received_);						\
  unsigned int tag_ = (waits);						\
  if (!c.sent && !c.received && tag_ != GASP_GCC_MPI_SOME)		\
    tag_ = GASP_GCC_MPI_COLLECTIVE;					\
  struct signals s_ = gasp_mpi_groups (&call, within, tag_, root_);	\
  s_.gives = (given);							\
  s_.gets = (got);							\
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
      if ((word) (request) && result == MPI_SUCCESS)			\
	{								\
	  struct collective begun_ = c;					\
	  begun_.tag = tag_;						\
	  begun_.root = (root_);					\
	  gasp_mpi_raise_begun (&call, &begun_,				\
				(word) REQUEST (request, 0));		\
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
  struct signals s_							\
    = gasp_mpi_groups (&call, within, GASP_GCC_MPI_ALL_TO_ALL, -1);	\
  unsigned int tag_ = c.members ? GASP_GCC_MPI_ALL_TO_ALL : c.tag;	\
  c.members |= gasp_mpi_two_groups (within);				\
  COLLECT (CALL, request, tag_, c.root)

/* Where a rank has nothing to give or to get, as COUNTS may say, others need
   not wait for it.  Ranks differ in what they know of that: if one says so, the
   report takes it that any of them may leave before.  */
#define WHERE(counts, condition, tag)					\
  (((condition) && (c.sent || c.received)) || !c.members ? (tag)	\
   : is_list (counts) ? GASP_GCC_MPI_SOME : GASP_GCC_MPI_COLLECTIVE)
#define ALL_HAVE(counts) has_all (counts, gasp_mpi_ranks_of (within))

#define OWN_RANK gasp_mpi_own_rank (within)
#define IS_ROOT(root) gasp_mpi_is_root (within, NUMBER (root))
#define GIVES_TO(root) gasp_mpi_gives_to (within, NUMBER (root))
#define BYTES(count, type) gasp_mpi_bytes (count, TYPE (type))
#define ALL_BYTES(counts, type) \
  BYTES (sum_of (counts, gasp_mpi_ranks_of (within)), type)

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
  COLLECTIVE_OF (CALL, WHERE (counts, ALL_HAVE (counts),		\
				GASP_GCC_MPI_ALL_TO_ALL),		\
		 ALL_BYTES (counts, type),				\
		 BYTES (count_at (counts, OWN_RANK), type), -1, comm, request)
#define GATHER(CALL, in, count, type, counts, of_counts, root, comm, request) \
  COLLECTIVE_WITH (CALL, WHERE (counts, !IS_ROOT (root) || ALL_HAVE (counts), \
			GASP_GCC_MPI_ALL_TO_ONE),			\
		   !GIVES_TO (root) ? 0					\
		   : !IS_IN_PLACE (in) ? BYTES (count, type)		\
		   : BYTES (count_at (counts, OWN_RANK), of_counts),	\
		   EACH (c.sent),					\
		   IS_ROOT (root) ? ALL_BYTES (counts, of_counts) : 0,	\
		   counts, NUMBER (root), comm, request)
#define SCATTER(CALL, counts, of_counts, out, count, type, root, comm,	\
		request)						\
  COLLECTIVE_WITH (CALL, WHERE (counts, !IS_ROOT (root) || ALL_HAVE (counts), \
			GASP_GCC_MPI_ONE_TO_ALL),			\
		   IS_ROOT (root) ? ALL_BYTES (counts, of_counts) : 0,	\
		   counts,						\
		   !GIVES_TO (root) ? 0					\
		   : !IS_IN_PLACE (out) ? BYTES (count, type)		\
		   : BYTES (count_at (counts, OWN_RANK), of_counts),	\
		   EACH (c.received), NUMBER (root), comm, request)
#define ALLGATHER(CALL, in, count, type, counts, of_counts, comm, request) \
  COLLECTIVE_WITH (CALL, WHERE (counts, ALL_HAVE (counts),		\
				GASP_GCC_MPI_ALL_TO_ALL),		\
		   !IS_IN_PLACE (in) ? BYTES (count, type)		\
		   : BYTES (count_at (counts, OWN_RANK), of_counts),	\
		   EACH (c.sent), ALL_BYTES (counts, of_counts), counts, -1, \
		   comm, request)
#define ALLTOALL(CALL, in, counts, type, in_counts, in_type, comm, request) \
  COLLECTIVE_WITH (CALL, WHERE (in_counts, ALL_HAVE (in_counts) \
			&& (IS_IN_PLACE (in) || ALL_HAVE (counts)),	\
			GASP_GCC_MPI_ALL_TO_ALL),			\
		   !IS_IN_PLACE (in) ? ALL_BYTES (counts, type)		\
		   : ALL_BYTES (in_counts, in_type), counts,		\
		   ALL_BYTES (in_counts, in_type), in_counts, -1, comm,	\
		   request)
#define ALLTOALLW(CALL, in, counts, types, in_counts, in_types, comm, request) \
  int n_ = gasp_mpi_ranks_of (COMM (comm));				\
  COLLECTIVE_WITH (CALL, WHERE (in_counts, has_all (in_counts, n_)	\
			&& (IS_IN_PLACE (in) || has_all (counts, n_)),	\
			GASP_GCC_MPI_ALL_TO_ALL),			\
		   !IS_IN_PLACE (in) ? bytes_of_types (counts, types, n_) \
		   : bytes_of_types (in_counts, in_types, n_), counts,	\
		   bytes_of_types (in_counts, in_types, n_), in_counts, -1, \
		   comm, request)

/* With the neighbours in a topology: TO_EACH other data, or the same.  */
#define NEIGHBOURS(CALL, counts, type, to_each, in_counts, in_type, comm, \
		   request)						\
  struct signals s_							\
    = gasp_mpi_next_to (&call, COMM (comm), counts, in_counts);		\
  WITH_NEIGHBOURS (CALL,						\
		   BYTES (sum_of (counts, (to_each) ? s_.to_count : 1), type), \
		   BYTES (sum_of (in_counts, s_.from_count), in_type),	\
		   comm, request)
#define NEIGHBOURSW(CALL, counts, types, in_counts, in_types, comm, request) \
  struct signals s_							\
    = gasp_mpi_next_to (&call, COMM (comm), counts, in_counts);		\
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

/* Counts what ranks do together.  */
#define TOGETHER(CALL, kind, handle)					\
  int64_t members_ = gasp_mpi_gathering (kind, handle);			\
  gasp_mpi_raise_gathering (&call, GASP_START, members_);		\
  result = CALL;							\
  gasp_mpi_raise_gathering (&call, GASP_END, members_);
/* Counts CALL, which starts processes.  From C, it has these recorded
   (spawn.c).  */
#define SPAWN(CALL, comm)						\
  BEFORE_SPAWN ();							\
  TOGETHER (CALL, COMMUNICATOR, COMM (comm))
#define MAKE(CALL, comm, kind, made)					\
  TOGETHER (CALL, COMMUNICATOR, COMM (comm))				\
  HAS_MADE (COMM (comm), kind, made)
#define HAS_MADE(comm, kind, made)					\
  if (result == MPI_SUCCESS)						\
    gasp_mpi_made_of (comm, kind, HANDLE_AT (kind, made));		\
  if (result == MPI_SUCCESS && (kind) == WINDOW)			\
    gasp_mpi_window_made (HANDLE_AT (WINDOW, made));
/* Makes what can be used when REQUEST is complete, for which ranks may wait for
   each other.  */
#define MAKE_LATER(CALL, comm_, made, request)				\
  word within = COMM (comm_);						\
  struct collective c = {						\
    GASP_GCC_MPI_COLLECTIVE, -1, 0, 0, gasp_mpi_members (within),	\
    gasp_mpi_ranks_of (within), within					\
  };									\
  struct signals s_ = { .to_count = 0 };				\
  COLLECT (CALL, request, c.members ? GASP_GCC_MPI_SOME : c.tag, c.root) \
  HAS_MADE (within, COMMUNICATOR, made)
/* Makes a communicator: only when it is made, its ranks are known.  */
#define MADE_BY(CALL, made)						\
  gasp_mpi_raise_gathering (&call, GASP_START, 0);			\
  result = CALL;							\
  if (result == MPI_SUCCESS)						\
    gasp_mpi_made (HANDLE_AT (COMMUNICATOR, made));			\
  gasp_mpi_raise_gathering (&call, GASP_END,				\
			    result != MPI_SUCCESS ? 0			\
			    : gasp_mpi_makers (HANDLE_AT (COMMUNICATOR,	\
							  made)));
