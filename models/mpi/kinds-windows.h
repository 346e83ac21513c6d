/* kinds-windows.h - kinds of functions about windows: one-sided accesses.

   SPDX-License-Identifier: Apache-2.0

   Part of kinds.h.  */

/* Notes that the access of TARGET is complete when the request HANDLE is.  */
static void
note_access (MPI_Request handle, int target)
{
  struct request r = { .handle = handle, .is_access = true,
		       .message.rank = target };
  gasp_mpi_note_request (&r);
}

#define ACCESS(CALL, event, count, type, target, window, request)	\
  struct message m = {							\
    gasp_mpi_world_rank (WINDOW, WIN (window), NUMBER (target)),	\
    BYTES (count, type), 0, WIN (window), 0				\
  };									\
  gasp_mpi_accesses (WIN (window), NUMBER (target));			\
  gasp_mpi_raise_access (&call, event, GASP_START, &m);			\
  result = CALL;							\
  if ((word) (request) && result == MPI_SUCCESS)			\
    note_access (REQUEST (request, 0), m.rank);				\
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

#define FREE_WINDOW(CALL, handle)					\
  word window_ = HANDLE_AT (WINDOW, handle);				\
  int64_t all_ = gasp_mpi_gathering (WINDOW, window_);			\
  gasp_mpi_forget_ranks (WINDOW, window_);				\
  gasp_mpi_window_freed (window_);					\
  gasp_mpi_raise_gathering (&call, GASP_START, all_);			\
  result = CALL;							\
  gasp_mpi_raise_gathering (&call, GASP_END, all_);
