/* kinds-files.h - kinds of functions about files.

   SPDX-License-Identifier: Apache-2.0

   Part of kinds.h.  */

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
