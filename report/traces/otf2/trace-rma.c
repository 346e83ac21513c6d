/* trace-rma.c - what a program's processes do to each other, as OTF2's RMA
   records.

   SPDX-License-Identifier: Apache-2.0

   Between trace-otf2.c's enters and leaves.  The processes of one program are a
   communicator (trace-jobs.c), and all shared space is one window over it.
   Transfers are puts and gets; barriers and collective functions are
   collectives of the window, of which each thread moves what it has for others
   or has from them, itself included.  A split barrier is a collective while its
   upc_wait takes.  */

#include "traces/otf2/trace-otf2.h"
#include "base/util.h"

#ifdef WITH_OTF2

#include "gasp_upc.h"
#include "model/roles.h"

#include <stdlib.h>
#include <string.h>

/* ---- What events mean.  */

enum kind {
  PLAIN,
  TRANSFERS,			/* and is over when the event is */
  BEGINS,			/* a transfer that is not complete */
  WAITS,			/* for such a one */
  TESTS,
  UPDATES,			/* atomically */
  LOCKS,
  ATTEMPTS,			/* to lock */
  UNLOCKS,
  COLLECTS
};

/* How often a thread of a collective function moves the bytes that it moves for
   each thread.  */
enum share { NOTHING, ONCE, FOR_EACH, ROOT_FOR_EACH };

static const struct meaning
{
  uint32_t first, last;		/* tags */
  enum kind kind;
  OTF2_CollectiveOp operation;
  enum share sent, received;
} meanings[] = {
  { GASP_UPC_MEMCPY, GASP_UPC_PUT, TRANSFERS, 0, NOTHING, NOTHING },
  { GASP_UPC_NB_GET_INIT, GASP_UPC_NB_GET_INIT, BEGINS, 0, NOTHING, NOTHING },
  { GASP_UPC_NB_PUT_INIT, GASP_UPC_NB_PUT_INIT, BEGINS, 0, NOTHING, NOTHING },
  { GASP_GCC_NB_MEMCPY_INIT, GASP_GCC_NB_MEMSET_INIT, BEGINS, 0, NOTHING,
    NOTHING },
  { GASP_UPC_NB_SYNC, GASP_UPC_NB_SYNC, WAITS, 0, NOTHING, NOTHING },
  { GASP_GCC_NB_TRYSYNC, GASP_GCC_NB_TRYSYNC, TESTS, 0, NOTHING, NOTHING },
  { GASP_GCC_ATOMIC, GASP_GCC_ATOMIC, UPDATES, 0, NOTHING, NOTHING },
  { GASP_UPC_LOCK, GASP_UPC_LOCK, LOCKS, 0, NOTHING, NOTHING },
  { GASP_UPC_LOCK_ATTEMPT, GASP_UPC_LOCK_ATTEMPT, ATTEMPTS, 0, NOTHING,
    NOTHING },
  { GASP_UPC_UNLOCK, GASP_UPC_UNLOCK, UNLOCKS, 0, NOTHING, NOTHING },
  { GASP_UPC_WAIT, GASP_UPC_BARRIER, COLLECTS, OTF2_COLLECTIVE_OP_BARRIER,
    NOTHING, NOTHING },
  { GASP_UPC_ALL_BROADCAST, GASP_UPC_ALL_BROADCAST, COLLECTS,
    OTF2_COLLECTIVE_OP_BCAST, ROOT_FOR_EACH, ONCE },
  { GASP_UPC_ALL_SCATTER, GASP_UPC_ALL_SCATTER, COLLECTS,
    OTF2_COLLECTIVE_OP_SCATTER, ROOT_FOR_EACH, ONCE },
  { GASP_UPC_ALL_GATHER, GASP_UPC_ALL_GATHER, COLLECTS,
    OTF2_COLLECTIVE_OP_GATHER, ONCE, ROOT_FOR_EACH },
  { GASP_UPC_ALL_GATHER_ALL, GASP_UPC_ALL_GATHER_ALL, COLLECTS,
    OTF2_COLLECTIVE_OP_ALLGATHER, FOR_EACH, FOR_EACH },
  { GASP_UPC_ALL_EXCHANGE, GASP_UPC_ALL_EXCHANGE, COLLECTS,
    OTF2_COLLECTIVE_OP_ALLTOALL, FOR_EACH, FOR_EACH },
  { GASP_UPC_ALL_PERMUTE, GASP_UPC_ALL_PERMUTE, COLLECTS,
    OTF2_COLLECTIVE_OP_ALLTOALLV, ONCE, ONCE },
  { GASP_UPC_ALL_REDUCE, GASP_UPC_ALL_REDUCE, COLLECTS,
    OTF2_COLLECTIVE_OP_REDUCE, ONCE, ROOT_FOR_EACH },
  { GASP_UPC_ALL_PREFIX_REDUCE, GASP_UPC_ALL_PREFIX_REDUCE, COLLECTS,
    OTF2_COLLECTIVE_OP_SCAN, ONCE, ONCE },
  { GASP_GCC_ALL_SORT, GASP_GCC_ALL_SORT, COLLECTS,
    OTF2_COLLECTIVE_OP_ALLTOALLV, NOTHING, NOTHING }
};

/* Events of other models say it by their roles.  */
static const struct meaning *
meaning_by_role (enum role role)
{
  static const struct meaning meanings[] = {
    [ROLE_TRANSFER] = { .kind = TRANSFERS },
    [ROLE_ATOMIC_ACCESS] = { .kind = TRANSFERS },
    [ROLE_BARRIER] = { .kind = COLLECTS,
		       .operation = OTF2_COLLECTIVE_OP_BARRIER },
    [ROLE_LOCK] = { .kind = LOCKS }, [ROLE_TRYLOCK] = { .kind = ATTEMPTS },
    [ROLE_UNLOCK] = { .kind = UNLOCKS }, [ROLE_OTHER] = { .kind = PLAIN }
  };
  return &meanings[role];
}

static const struct meaning *
meaning_of (const struct trace_place *place)
{
  static const struct meaning plain = { 0, 0, PLAIN, 0, NOTHING, NOTHING };
  const char *model
    = place->kind == GASP_RECORD_EVENT ? model_of_tag (place->tag) : NULL;
  if (model && mpi_is_message (place))
    return &plain;
  if (model && strcmp (model, "UPC") && strcmp (model, "OMP"))
    return meaning_by_role (role_of_tag (place->tag));
  for (size_t i = 0; i < COUNT_OF (meanings); i++)
    if (place->kind == GASP_RECORD_EVENT && place->tag >= meanings[i].first
	&& place->tag <= meanings[i].last)
      return &meanings[i];
  return &plain;
}

/* ---- Locations.  */

/* An open call, and its remarks.  */
struct call {
  const struct meaning *means;
  uint64_t first_id, id_count;	/* of the transfers that it is */
  uint32_t peer;
  uint64_t value;		/* the values that come with PEER */
  uint64_t values[2];		/* others; all bits set if unknown */
  unsigned int value_count;
};

/* A transfer that is not complete.  */
struct pending { uint64_t handle, id; };

struct rma {
  struct otf2_writer *w;
  OTF2_EvtWriter *out;
  const struct trace_process *process;
  const struct job *job;
  OTF2_RmaWinRef window;
  uint32_t rank, threads;
  uint64_t time;		/* of the latest event */
  bool is_mpi, begun;
  uint64_t next_id;
  struct call *calls;		/* by depth */
  size_t call_room;
  struct pending *pending;
  size_t pending_count, pending_room;
};

/* Write the record NAME with further arguments.  */
#define WRITE(rma, name, ...) \
  otf2_note_error ((rma)->w, otf2.OTF2_EvtWriter_##name \
		   ((rma)->out, NULL, (rma)->time, __VA_ARGS__))

struct rma *
rma_begin (struct otf2_writer *w, const struct trace_thread *thread,
	   OTF2_EvtWriter *out)
{
  const struct trace_process *process = thread->process;
  const struct job *job = jobs_find (w->jobs, process);
  if (!job)
    return NULL;
  struct rma *rma = allocate (1, sizeof *rma);
  rma->w = w;
  rma->out = out;
  rma->process = process;
  rma->job = job;
  rma->window = (OTF2_RmaWinRef) job->number;
  rma->rank = jobs_rank (job, (uint32_t) process->record.header.rank);
  rma->threads = job->count;
  rma->is_mpi = job->paradigm == OTF2_PARADIGM_MPI;
  return rma;
}

void
rma_end (struct rma *rma)
{
  if (!rma)
    return;
  if (rma->begun)
    WRITE (rma, RmaWinDestroy, rma->window);
  free (rma->calls);
  free (rma->pending);
  free (rma);
}

const struct job *
rma_job (const struct rma *rma)
{
  return rma->job;
}

/* ---- Transfers.  */

/* UPC's values of upc_op_t, for atomic operations.  */
enum { ATOMIC_GET = 1 << 9, ATOMIC_SET = 1 << 10, ATOMIC_CSWAP = 1 << 11,
       ATOMIC_INC = 1 << 13, ATOMIC_DEC = 1 << 14 };

static void
write_atomic (struct rma *rma, const struct call *call,
	      const struct trace_moment *m, uint64_t id)
{
  uint64_t operation = call->values[0];
  if (operation == ATOMIC_CSWAP)
    WRITE (rma, RmaAtomic, rma->window, m->peer,
	   OTF2_RMA_ATOMIC_TYPE_COMPARE_AND_SWAP, m->value, m->value, id);
  else
    WRITE (rma, RmaAtomic, rma->window, m->peer,
	   operation == ATOMIC_INC || operation == ATOMIC_DEC
	   ? OTF2_RMA_ATOMIC_TYPE_INCREMENT : OTF2_RMA_ATOMIC_TYPE_ACCUMULATE,
	   m->value, 0, id);
}

static void
begin_transfer (struct rma *rma, struct call *call,
		const struct trace_moment *m)
{
  uint64_t id = rma->next_id++;
  bool is_update = call->means->kind == UPDATES;
  if (!call->id_count++)
    call->first_id = id;
  if (is_update && call->values[0] != ATOMIC_GET
      && call->values[0] != ATOMIC_SET)
    write_atomic (rma, call, m, id);
  else if (m->what == TRACE_READS
	   || (is_update && call->values[0] == ATOMIC_GET))
    WRITE (rma, RmaGet, rma->window, m->peer, m->value, id);
  else
    WRITE (rma, RmaPut, rma->window, m->peer, m->value, id);
}

static void
end_transfers (struct rma *rma, const struct call *call)
{
  for (uint64_t i = 0; i < call->id_count; i++)
    WRITE (rma, RmaOpCompleteBlocking, rma->window, call->first_id + i);
}

/* Keeps the transfers of CALL, which go on after it unless its handle says
   that they are complete.  */
static void
keep_transfers (struct rma *rma, const struct call *call)
{
  for (uint64_t i = 0; i < call->id_count; i++)
    if (call->value_count && !call->values[0])
      WRITE (rma, RmaOpCompleteNonBlocking, rma->window, call->first_id + i);
    else if (call->value_count)
      ONE_MORE (rma->pending, rma->pending_count, rma->pending_room)
	= (struct pending) { call->values[0], call->first_id + i };
}

/* Writes that the transfers of the handle of CALL are COMPLETE, or only
   tested.  */
static void
look_after_transfers (struct rma *rma, const struct call *call, bool complete)
{
  size_t kept = 0;
  for (size_t i = 0; i < rma->pending_count; i++)
    {
      struct pending p = rma->pending[i];
      bool is_meant = p.handle == call->values[0];
      if (is_meant && complete)
	WRITE (rma, RmaOpCompleteNonBlocking, rma->window, p.id);
      else if (is_meant)
	WRITE (rma, RmaOpTest, rma->window, p.id);
      if (!is_meant || !complete)
	rma->pending[kept++] = p;
    }
  rma->pending_count = kept;
}

/* ---- Collective functions.  */

/* UPC's values of upc_flag_t.  If none is given, all threads wait.  */
enum { IN_MYSYNC = 2, IN_NOSYNC = 4, OUT_MYSYNC = 16, OUT_NOSYNC = 32 };

static OTF2_RmaSyncLevel
level_of (const struct call *call)
{
  uint64_t flags = call->value_count ? call->values[0] : 0;
  OTF2_RmaSyncLevel level = OTF2_RMA_SYNC_LEVEL_NONE;
  if (!(flags & (IN_MYSYNC | IN_NOSYNC))
      || !(flags & (OUT_MYSYNC | OUT_NOSYNC)))
    level |= OTF2_RMA_SYNC_LEVEL_PROCESS;
  if (!(flags & OUT_NOSYNC))
    level |= OTF2_RMA_SYNC_LEVEL_MEMORY;
  return level;
}

static uint64_t
bytes_of (const struct rma *rma, const struct call *call, enum share share)
{
  if (share == NOTHING || (share == ROOT_FOR_EACH && call->peer != rma->rank))
    return 0;
  return share == ONCE ? call->value : call->value * rma->threads;
}

static void
end_collective (struct rma *rma, const struct call *call)
{
  const struct meaning *means = call->means;
  bool has_root = means->sent == ROOT_FOR_EACH
		  || means->received == ROOT_FOR_EACH;
  WRITE (rma, RmaCollectiveEnd, means->operation, level_of (call), rma->window,
	 has_root ? call->peer : OTF2_UNDEFINED_UINT32,
	 bytes_of (rma, call, means->sent),
	 bytes_of (rma, call, means->received));
}

/* ---- Moments.  */

/* Begins the window, with the first event; that of MPI's ranks, once one of
   them uses it.  */
static void
begin_window (struct rma *rma, enum kind kind)
{
  if (!rma->begun && (kind != PLAIN || !rma->is_mpi))
    {
      WRITE (rma, RmaWinCreate, rma->window);
      rma->begun = true;
    }
}

static void
enter (struct rma *rma, const struct trace_moment *m)
{
  rma->calls = room_for_one (rma->calls, m->depth, &rma->call_room,
			     sizeof *rma->calls);
  rma->calls[m->depth] = (struct call) {
    .means = meaning_of (&rma->process->places[m->place]),
    .peer = UINT32_MAX, .values = { UINT64_MAX, UINT64_MAX }
  };
  begin_window (rma, rma->calls[m->depth].means->kind);
  if (rma->calls[m->depth].means->kind == COLLECTS)
    otf2_note_error (rma->w, otf2.OTF2_EvtWriter_RmaCollectiveBegin
		     (rma->out, NULL, rma->time));
}

/* Notes M, a remark on CALL.  */
static void
note (struct rma *rma, struct call *call, const struct trace_moment *m)
{
  enum kind kind = call->means->kind;
  if (m->what == TRACE_VALUE)
    {
      if (call->value_count < COUNT_OF (call->values))
	call->values[call->value_count++] = m->value;
      return;
    }
  if (m->peer >= rma->threads)
    return;
  call->peer = m->peer;
  call->value = m->value;
  if (m->what == TRACE_LOCK && kind == LOCKS)
    WRITE (rma, RmaRequestLock, rma->window, m->peer, m->value,
	   OTF2_LOCK_EXCLUSIVE);
  /* At once: when the call is over, another thread may have the lock.  */
  else if (m->what == TRACE_LOCK && kind == UNLOCKS)
    WRITE (rma, RmaReleaseLock, rma->window, m->peer, m->value);
  else if (kind == TRANSFERS || kind == BEGINS || kind == UPDATES)
    begin_transfer (rma, call, m);
}

static void
end_lock (struct rma *rma, const struct call *call)
{
  if (call->peer >= rma->threads)
    return;
  if (call->means->kind == LOCKS || (call->value_count && call->values[0]))
    WRITE (rma, RmaAcquireLock, rma->window, call->peer, call->value,
	   OTF2_LOCK_EXCLUSIVE);
  else
    WRITE (rma, RmaTryLock, rma->window, call->peer, call->value,
	   OTF2_LOCK_EXCLUSIVE);
}

static void
leave (struct rma *rma, const struct call *call, bool is_cut)
{
  switch (call->means->kind)
    {
    case PLAIN:
    case UNLOCKS:
      break;
    case TRANSFERS:
    case UPDATES:
      end_transfers (rma, call);
      break;
    case BEGINS:
      keep_transfers (rma, call);
      break;
    case WAITS:
      look_after_transfers (rma, call, !is_cut);
      break;
    case TESTS:
      look_after_transfers (rma, call, call->value_count > 1
			    && call->values[1]);
      break;
    case LOCKS:
    case ATTEMPTS:
      if (!is_cut)
	end_lock (rma, call);
      break;
    case COLLECTS:
      end_collective (rma, call);
      break;
    }
}

void
rma_moment (struct rma *rma, const struct trace_moment *m)
{
  if (!rma)
    return;
  rma->time = m->time;
  if (m->what == TRACE_ENTER)
    enter (rma, m);
  else if (m->what == TRACE_LEAVE)
    leave (rma, &rma->calls[m->depth], m->is_cut);
  else if (m->what >= TRACE_READS)
    {
      struct trace_moment in_job = *m;
      in_job.peer = jobs_rank (rma->job, m->peer);
      note (rma, &rma->calls[m->depth - 1], &in_job);
    }
}

#endif
