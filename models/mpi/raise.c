/* raise.c - events of a call of MPI: see raise.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "raise.h"

/* start.c adds what is done at the start, and when objects are loaded.  */
struct gasp_gcc_provider library_provider = {
  .version = GASP_GCC_PROVIDER_VERSION, .language = GASP_LANG_MPI
};

/* With the name, and without.  */
#define RAISE(call, tag, type, ...) \
  CALL_RAISE (call, tag, type, (call)->name, ##__VA_ARGS__)
#define RAISE_PLAIN CALL_RAISE

/* ---- Two events of a call that come together.  Those that are not recorded
   the short way are raised one by one.  */

#define SHORT(call, tag, type, ...) \
  { tag, type, (call)->address, 0, RAISE_WORDS (__VA_ARGS__) }
#define PART(m, request) \
  (m)->rank, (m)->bytes, (m)->tag, (m)->comm, (m)->which, request

/* Returns how many of EVENTS, which are two, are recorded.  */
static int
record_two (const struct library_call *call,
	    const struct gasp_gcc_short_event events[2])
{
  return gasp_gcc_record_events (&library_provider, call->position, events, 2);
}

void
gasp_mpi_raise_exchange (const struct library_call *call,
			 const struct message *m, word sent)
{
  const struct gasp_gcc_short_event events[] = {
    SHORT (call, GASP_GCC_MPI_SENDRECV, GASP_START, call->name),
    SHORT (call, GASP_GCC_MPI_SENT, GASP_ATOMIC, PART (m, sent))
  };
  int done = sent ? record_two (call, events) : 0;
  if (done < 1)
    library_raise (call, GASP_GCC_MPI_SENDRECV, GASP_START);
  if (done < 2 && sent)
    gasp_mpi_raise_part (call, GASP_GCC_MPI_SENT, m, sent);
}

void
gasp_mpi_raise_exchanged (const struct library_call *call,
			  const struct message *received, word sent)
{
  int done = 0;
  if (received)
    {
      const struct gasp_gcc_short_event events[] = {
	SHORT (call, GASP_GCC_MPI_RECEIVED, GASP_ATOMIC, PART (received, sent)),
	SHORT (call, GASP_GCC_MPI_SENDRECV, GASP_END, call->name)
      };
      done = record_two (call, events);
    }
  if (done < 1 && received)
    gasp_mpi_raise_part (call, GASP_GCC_MPI_RECEIVED, received, sent);
  else if (!received && sent)
    gasp_mpi_raise_taken (call, sent);
  if (done < 2)
    library_raise (call, GASP_GCC_MPI_SENDRECV, GASP_END);
}

void
gasp_mpi_raise_send_begun (const struct library_call *call,
			   const struct message *m, word request)
{
  const struct gasp_gcc_short_event events[] = {
    SHORT (call, GASP_GCC_MPI_SEND_BEGUN, GASP_ATOMIC, request),
    SHORT (call, GASP_GCC_MPI_SEND, GASP_END, call->name, m->rank, m->bytes,
	   m->tag, m->comm, m->which)
  };
  int done = record_two (call, events);
  if (done < 1)
    RAISE_PLAIN (call, GASP_GCC_MPI_SEND_BEGUN, GASP_ATOMIC, (void *) request);
  if (done < 2)
    gasp_mpi_raise_message (call, GASP_GCC_MPI_SEND, GASP_END, m);
}

/* ---- One event  */

void
gasp_mpi_raise_count (const struct library_call *call, unsigned int tag,
		      gasp_evttype_t type, int count)
{
  RAISE (call, tag, type, count);
}

void
gasp_mpi_raise_message (const struct library_call *call, unsigned int tag,
			gasp_evttype_t type, const struct message *m)
{
  RAISE (call, tag, type, m->rank, m->bytes, m->tag, (void *) m->comm,
	 m->which);
}

void
gasp_mpi_raise_part (const struct library_call *call, unsigned int tag,
		     const struct message *m, word request)
{
  RAISE_PLAIN (call, tag, GASP_ATOMIC, m->rank, m->bytes, m->tag,
	       (void *) m->comm, m->which, (void *) request);
}

void
gasp_mpi_raise_taken (const struct library_call *call, word request)
{
  RAISE_PLAIN (call, GASP_GCC_MPI_TAKEN, GASP_ATOMIC, (void *) request);
}

void
gasp_mpi_raise_recv_begun (const struct library_call *call, word request)
{
  RAISE (call, GASP_GCC_MPI_RECV_BEGUN, GASP_END, (void *) request);
}

void
gasp_mpi_raise_probed (const struct library_call *call, const struct message *m)
{
  RAISE (call, GASP_GCC_MPI_PROBE, GASP_END, m->rank, m->tag, m->which);
}

void
gasp_mpi_raise_signal (const struct library_call *call, int rank, int stream)
{
  RAISE_PLAIN (call, GASP_GCC_MPI_SIGNAL, GASP_ATOMIC, rank, stream);
}

void
gasp_mpi_raise_signalled (const struct library_call *call, int rank, int stream,
			  bool may_be_early)
{
  RAISE_PLAIN (call, GASP_GCC_MPI_SIGNALLED, GASP_ATOMIC, rank, stream,
	       (int) may_be_early);
}

void
gasp_mpi_raise_access (const struct library_call *call, unsigned int tag,
		       gasp_evttype_t type, const struct message *m)
{
  RAISE (call, tag, type, m->rank, m->bytes, (void *) m->comm);
}

void
gasp_mpi_raise_barrier (const struct library_call *call, unsigned int tag,
			gasp_evttype_t type, int64_t members, word handle)
{
  RAISE (call, tag, type, members, (void *) handle);
}

void
gasp_mpi_raise_gathering (const struct library_call *call, gasp_evttype_t type,
			  int64_t members)
{
  RAISE (call, GASP_GCC_MPI_GATHERING, type, members);
}

void
gasp_mpi_raise_io (const struct library_call *call, gasp_evttype_t type,
		   const struct io *io)
{
  if (io->is_together)
    RAISE (call, GASP_GCC_MPI_IO_ALL, type, io->members, io->bytes, io->file);
  else
    RAISE (call, GASP_GCC_MPI_IO, type, io->bytes, io->file);
}

void
gasp_mpi_raise_file (const struct library_call *call, const struct io *io,
		     int mode, int which, const char *name)
{
  RAISE_PLAIN (call, GASP_GCC_MPI_FILE, GASP_ATOMIC, io->file, mode, which,
	       name);
}

void
gasp_mpi_raise_io_begun (const struct library_call *call, word handle)
{
  RAISE_PLAIN (call, GASP_GCC_MPI_IO_BEGUN, GASP_ATOMIC, (void *) handle);
}

void
gasp_mpi_raise_io_over (const struct library_call *call, word handle, int file,
			size_t bytes)
{
  RAISE_PLAIN (call, GASP_GCC_MPI_IO_OVER, GASP_ATOMIC, (void *) handle, file,
	       bytes);
}

void
gasp_mpi_raise_collective (const struct library_call *call, gasp_evttype_t type,
			   const struct collective *c)
{
  RAISE (call, c->tag, type, c->root, c->received, c->sent, c->members,
	 c->ranks, (void *) c->comm);
}

void
gasp_mpi_raise_begun (const struct library_call *call,
		      const struct collective *c, word handle)
{
  RAISE_PLAIN (call, GASP_GCC_MPI_BEGUN, GASP_ATOMIC, (int) c->tag, c->root,
	       c->members, (void *) handle);
}

void
gasp_mpi_raise_comm (const struct library_call *call,
		     const struct own_place *own)
{
  RAISE_PLAIN (call, GASP_GCC_MPI_COMM, GASP_ATOMIC, own->which, own->rank,
	       own->ranks, own->group);
}

void
gasp_mpi_raise_over (const struct library_call *call, word handle)
{
  RAISE_PLAIN (call, GASP_GCC_MPI_OVER, GASP_ATOMIC, (void *) handle);
}
