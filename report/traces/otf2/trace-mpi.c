/* trace-mpi.c - messages and collective functions of MPI, as OTF2's records.

   SPDX-License-Identifier: Apache-2.0

   Between trace-otf2.c's enters and leaves, in whichever thread calls.  Each
   message is a record where it is sent, also if the call only begins to, and
   one where it has come: in the call that received it, or that completed its
   request.  A collective function that does not wait has one where it begins,
   and one in the call that completed its request, if that is of the same
   thread.  Each is of its communicator, as far as ranks have said what they are
   there; if not, messages are of that of all ranks, and collective functions of
   one for each set of ranks, whose order is that of all.  */

#include "traces/otf2/trace-otf2.h"
#include "base/util.h"

#ifdef WITH_OTF2

#include <stdlib.h>
#include <string.h>

/* The model may be left out.  */
#if __has_include ("gasp_mpi.h")
#include "gasp_mpi.h"

bool
mpi_is_message (const struct trace_place *place)
{
  return (place->tag >= GASP_GCC_MPI && place->tag <= GASP_GCC_MPI_ALL_TO_ONE)
	 || place->tag == GASP_GCC_MPI_IN_ORDER
	 || place->tag == GASP_GCC_MPI_SOME;
}

static const struct { const char *name; OTF2_CollectiveOp operation; }
collectives[] = {
  { "MPI_Barrier", OTF2_COLLECTIVE_OP_BARRIER },
  { "MPI_Bcast", OTF2_COLLECTIVE_OP_BCAST },
  { "MPI_Gather", OTF2_COLLECTIVE_OP_GATHER },
  { "MPI_Gatherv", OTF2_COLLECTIVE_OP_GATHERV },
  { "MPI_Scatter", OTF2_COLLECTIVE_OP_SCATTER },
  { "MPI_Scatterv", OTF2_COLLECTIVE_OP_SCATTERV },
  { "MPI_Allgather", OTF2_COLLECTIVE_OP_ALLGATHER },
  { "MPI_Allgatherv", OTF2_COLLECTIVE_OP_ALLGATHERV },
  { "MPI_Alltoall", OTF2_COLLECTIVE_OP_ALLTOALL },
  { "MPI_Alltoallv", OTF2_COLLECTIVE_OP_ALLTOALLV },
  { "MPI_Alltoallw", OTF2_COLLECTIVE_OP_ALLTOALLW },
  { "MPI_Allreduce", OTF2_COLLECTIVE_OP_ALLREDUCE },
  { "MPI_Reduce", OTF2_COLLECTIVE_OP_REDUCE },
  { "MPI_Reduce_scatter", OTF2_COLLECTIVE_OP_REDUCE_SCATTER },
  { "MPI_Reduce_scatter_block", OTF2_COLLECTIVE_OP_REDUCE_SCATTER_BLOCK },
  { "MPI_Scan", OTF2_COLLECTIVE_OP_SCAN },
  { "MPI_Exscan", OTF2_COLLECTIVE_OP_EXSCAN }
};
#define NO_COLLECTIVE COUNT_OF (collectives)

/* An open call, and its remarks.  */
struct call {
  bool is_mpi, has_begun, is_receive, waits;
  size_t collective;		/* which of them */
  uint64_t value, received, sent;
  uint32_t ranks;		/* that take part, which VALUE names; of a
				   message, see comm_of */
  uint32_t root;		/* or the sender */
};

/* A collective function that has begun, in CALL, and is complete when HANDLE
   is.  */
struct begun { uint64_t handle, number; struct call call; };

struct mpi_events {
  struct otf2_writer *w;
  OTF2_EvtWriter *out;
  const struct trace_process *process;
  const struct job *job;
  uint32_t rank;
  uint64_t time;		/* of the latest event */
  struct call *calls;		/* by depth */
  size_t room;
  struct begun *begun;
  size_t begun_count, begun_room;
  uint64_t last;		/* of their numbers */
};

/* Write the record NAME with further arguments.  */
#define WRITE(e, name, ...) \
  otf2_note_error ((e)->w, otf2.OTF2_EvtWriter_##name \
		   ((e)->out, NULL, (e)->time, ##__VA_ARGS__))

struct mpi_events *
mpi_begin (struct otf2_writer *w, const struct trace_thread *thread,
	   OTF2_EvtWriter *out, const struct rma *rma)
{
  struct mpi_events *e = allocate (1, sizeof *e);
  *e = (struct mpi_events) { .w = w, .out = out, .process = thread->process,
			     .job = rma_job (rma) };
  e->rank = jobs_rank (e->job, (uint32_t) thread->process->record.header.rank);
  return e;
}

void
mpi_end (struct mpi_events *e)
{
  if (!e)
    return;
  free (e->calls);
  free (e->begun);
  free (e);
}

/* Returns whether NAME, as MPI_Ibcast, is that of BLOCKING, which does not
   wait.  */
static bool
is_nonblocking (const char *name, const char *blocking)
{
  size_t length = sizeof "MPI_" - 1;
  return !strncmp (name, "MPI_I", length + 1)
	 && !strcasecmp (name + length + 1, blocking + length);
}

/* Returns which of the collective functions PLACE is, or NO_COLLECTIVE; and in
   *WAITS whether it waits.  */
static size_t
collective_at (const struct trace_place *place, bool *waits)
{
  *waits = true;
  if (place->kind != GASP_RECORD_EVENT || !mpi_is_message (place)
      || place->tag < GASP_GCC_MPI_BARRIER)
    return NO_COLLECTIVE;
  for (size_t i = 0; i < NO_COLLECTIVE; i++)
    {
      *waits = !is_nonblocking (place->name, collectives[i].name);
      if (!*waits || !strcmp (place->name, collectives[i].name))
	return i;
    }
  return NO_COLLECTIVE;
}

/* ---- Communicators  */

/* Finds the communicators of one thread of a rank.  */
static void
find_comms_of (struct job *job, const struct trace_thread *thread)
{
  const struct trace_process *process = thread->process;
  struct trace_cursor cursor;
  struct trace_moment m;
  uint32_t rank = jobs_rank (job, (uint32_t) process->record.header.rank);
  OWNED uint32_t *places = NULL;	/* by depth */
  size_t room = 0;
  bool waits;
  trace_follow (&cursor, thread);
  cursor.with_remarks = cursor.with_objects = true;
  while (trace_next (&cursor, &m))
    {
      if (m.what == TRACE_GROUP)
	jobs_add_to_group (job, m.value, m.peer, rank);
      if (m.what == TRACE_ENTER)
	{
	  places = room_for_one (places, m.depth, &room, sizeof *places);
	  places[m.depth] = m.place;
	}
      if (m.what == TRACE_VALUE && m.depth
	  && collective_at (&process->places[places[m.depth - 1]], &waits)
	     != NO_COLLECTIVE)
	jobs_add_part (job, m.value, m.peer, rank);
    }
  trace_done (&cursor);
}

void
mpi_find_comms (struct otf2_writer *w)
{
  for (size_t i = 0; i < w->jobs->count; i++)
    {
      struct job *job = &w->jobs->all[i];
      for (uint32_t j = 0; job->paradigm == OTF2_PARADIGM_MPI && j < job->count;
	   j++)
	for (size_t k = 0; k < job->threads[j]->thread_count; k++)
	  find_comms_of (job, &job->threads[j]->threads[k]);
    }
}

/* ---- Events  */

/* Returns the number of a message's communicator: its low half is WITHIN, and
   its high half is in the upper half of VALUE, whose lower half is the tag.  */
static uint64_t
comm_of (uint64_t value, uint32_t within)
{
  return within | (value >> 32) << 16;
}

/* Writes the message of CALL, to or from RANK, which may be none.  */
static void
write_message (struct mpi_events *e, const struct call *call, uint32_t rank,
	       uint64_t bytes, bool is_receipt)
{
  OTF2_CommRef comm;
  uint32_t tag = (uint32_t) call->value;
  if (rank >= e->job->count)
    return;
  jobs_message_comm (e->job, comm_of (call->value, call->ranks), e->rank, &comm,
		     &rank);
  if (is_receipt)
    WRITE (e, MpiRecv, rank, comm, tag, bytes);
  else
    WRITE (e, MpiSend, rank, comm, tag, bytes);
}

static void
enter (struct mpi_events *e, const struct trace_moment *m)
{
  const struct trace_place *place = &e->process->places[m->place];
  struct call call = { .root = UINT32_MAX };
  call.is_mpi = place->kind == GASP_RECORD_EVENT && mpi_is_message (place);
  call.collective = collective_at (place, &call.waits);
  call.is_receive = call.is_mpi && place->tag == GASP_GCC_MPI_RECV;
  /* MPI_Start has begun it.  */
  if (m->depth && e->calls[m->depth - 1].is_mpi)
    call.waits = false;
  e->calls = room_for_one (e->calls, m->depth, &e->room, sizeof *e->calls);
  e->calls[m->depth] = call;
}

/* Returns ROOT, or what stands for it where it is in this rank's own group, of
   two, by what CALL has moved.  */
static uint32_t
root_of (const struct call *call, uint32_t root)
{
#if OTF2_VERSION_MAJOR >= 3
  OTF2_CollectiveOp operation = collectives[call->collective].operation;
  bool gives = operation == OTF2_COLLECTIVE_OP_BCAST
	       || operation == OTF2_COLLECTIVE_OP_SCATTER
	       || operation == OTF2_COLLECTIVE_OP_SCATTERV;
  bool gets = operation == OTF2_COLLECTIVE_OP_REDUCE
	      || operation == OTF2_COLLECTIVE_OP_GATHER
	      || operation == OTF2_COLLECTIVE_OP_GATHERV;
  if (!call->ranks && root == OTF2_UNDEFINED_UINT32 && (gives || gets))
    return (gives ? call->sent : call->received)
	   ? OTF2_COLLECTIVE_ROOT_SELF : OTF2_COLLECTIVE_ROOT_THIS_GROUP;
#endif
  return root;
}

/* ---- Those that do not wait  */

#if OTF2_VERSION_MAJOR >= 3

/* Writes that CALL is complete when HANDLE is.  */
static void
begin_request (struct mpi_events *e, const struct call *call, uint64_t handle)
{
  OTF2_CommRef comm;
  uint32_t root;
  if (!jobs_comm (e->job, call->value, call->ranks, call->root, &comm, &root))
    return;
  ONE_MORE (e->begun, e->begun_count, e->begun_room)
    = (struct begun) { handle, ++e->last, *call };
  WRITE (e, NonBlockingCollectiveRequest, e->last);
}

/* Writes that what waits for HANDLE is complete, if that is known.  */
static void
end_request (struct mpi_events *e, uint64_t handle)
{
  OTF2_CommRef comm;
  uint32_t root;
  size_t i = e->begun_count;
  while (i > 0 && e->begun[i - 1].handle != handle)
    i--;
  if (!i)
    return;
  struct begun b = e->begun[i - 1];
  const struct call *call = &b.call;
  e->begun[i - 1] = e->begun[--e->begun_count];
  jobs_comm (e->job, call->value, call->ranks, call->root, &comm, &root);
  WRITE (e, NonBlockingCollectiveComplete,
	 collectives[call->collective].operation, comm, root_of (call, root),
	 call->sent, call->received, b.number);
}

#else

static void
begin_request (struct mpi_events *e, const struct call *call, uint64_t handle)
{
  (void) e, (void) call, (void) handle;
}

static void
end_request (struct mpi_events *e, uint64_t handle)
{
  (void) e, (void) handle;
}

#endif

/* Notes M, a remark on CALL: of a message, its tag, then how much it is; of a
   collective function, its ranks, then what this one receives and sends.  What
   a call has received is written when it ends.  Ranks have one place in a
   communicator of all, and another one among those that take part.  */
static void
note (struct mpi_events *e, struct call *call, const struct trace_moment *m)
{
  bool is_collective = call->collective != NO_COLLECTIVE;
  if (!call->is_mpi)
    return;
  if (m->what == TRACE_VALUE)
    {
      OTF2_CommRef comm;
      uint32_t root;
      call->value = m->value;
      call->ranks = m->peer;
      if (!is_collective || !call->waits
	  || !jobs_comm (e->job, m->value, m->peer, 0, &comm, &root))
	return;
      call->has_begun = true;
      WRITE (e, MpiCollectiveBegin);
    }
  else if (is_collective || call->is_receive)
    {
      call->root = jobs_rank (e->job, m->peer);
      *(m->what == TRACE_READS ? &call->received : &call->sent) = m->value;
    }
  else if (m->what == TRACE_READS || m->what == TRACE_WRITES)
    write_message (e, call, jobs_rank (e->job, m->peer), m->value,
		   m->what == TRACE_READS);
}

static void
note_request (struct mpi_events *e, const struct call *call, uint64_t handle)
{
  if (call->collective != NO_COLLECTIVE)
    begin_request (e, call, handle);
  else
    end_request (e, handle);
}

static void
leave (struct mpi_events *e, const struct call *call)
{
  OTF2_CommRef comm;
  uint32_t root;
  if (call->is_receive)
    write_message (e, call, call->root, call->received, true);
  if (call->has_begun
      && jobs_comm (e->job, call->value, call->ranks, call->root, &comm, &root))
    WRITE (e, MpiCollectiveEnd, collectives[call->collective].operation, comm,
	   root_of (call, root), call->sent, call->received);
}

void
mpi_moment (struct mpi_events *e, const struct trace_moment *m)
{
  if (!e)
    return;
  e->time = m->time;
  if (m->what == TRACE_ENTER)
    enter (e, m);
  else if (m->what == TRACE_LEAVE)
    leave (e, &e->calls[m->depth]);
  else if (m->what == TRACE_MEETING)
    note_request (e, &e->calls[m->depth - 1], m->value);
  else if (m->what >= TRACE_READS && m->what < TRACE_GROUP)
    note (e, &e->calls[m->depth - 1], m);
}

#else

void
mpi_find_comms (struct otf2_writer *w)
{
  (void) w;
}

bool
mpi_is_message (const struct trace_place *place)
{
  (void) place;
  return false;
}

struct mpi_events *
mpi_begin (struct otf2_writer *w, const struct trace_thread *thread,
	   OTF2_EvtWriter *out, const struct rma *rma)
{
  (void) w, (void) thread, (void) out, (void) rma;
  return NULL;
}

void
mpi_moment (struct mpi_events *e, const struct trace_moment *m)
{
  (void) e, (void) m;
}

void
mpi_end (struct mpi_events *e)
{
  (void) e;
}

#endif
#endif
