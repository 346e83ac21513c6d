/* conduit.h - what carries data between UPC threads.

   SPDX-License-Identifier: Apache-2.0

   All that threads do to one another is done through the functions here: move
   data, wait for one another, and ask one another.  A network is one more
   struct upc_conduit.  There are these:

     smp       shared memory: every part can be addressed  (smp.c)
     loopback  pretends that other threads' parts cannot: data, heaps and locks
	       are asked for by messages, as over MPI  (loopback.c)
     mpi       processes that MPI has made, on several machines  (mpi.c)

   Near threads are those whose parts can be addressed, the thread itself at
   least (upc_is_near in pts.h).  What a conduit does is relaxed
   unless it says otherwise: in program order with the same thread's other
   accesses to the same bytes, and ordered by fence.  */

#pragma once

#include <stdbool.h>
#include <string.h>
#include "core/atomic-ops.h"
#include "core/diagnostics/checks.h"
#include "core/pts.h"

/* A nonblocking operation; 0 is one that was complete when it was begun.  The
   value is also the handle that tools see.  */
typedef uintptr_t upc_transfer_t;
#define UPC_COMPLETE ((upc_transfer_t) 0)

/* The names that threads have given at a barrier: the first, if any was NAMED,
   and another, if it DIFFERS.  */
struct upc_agreement
{
  bool named, differs;
  int thread, id;
  int other_thread, other_id;
};

/* Requests from one thread to another; see request.c.  */
enum upc_request
{
  UPC_HEAP_TAKE,		/* of the shared heap: a size */
  UPC_HEAP_GIVE,		/* an address, of the thread's own or the shared
				   heap */
  UPC_HEAP_ROOM,		/* of the shared heap */
  UPC_HEAP_RESERVE,		/* a thread; where its own heap is to end */
  UPC_HEAP_SENT,		/* how many of these the thread has sent */
  UPC_HEAP_SEEN,		/* how many of these have come, from all */
  UPC_LOCK_TAKE,		/* the lock, a thread, whether it waits */
  UPC_LOCK_GIVE,		/* the lock, a thread */
  UPC_LOCK_HOLDER,		/* the lock */
  UPC_LOCK_FREE,		/* the lock */
  UPC_SEMAPHORE_ADD,		/* the semaphore, a number */
  UPC_SEMAPHORE_POST,		/* the same; a mistake ends the program there */
  UPC_SEMAPHORE_TAKE,		/* the semaphore, a number; a thread + 1 that
				   waits */
  UPC_SEMAPHORE_FREE,		/* the semaphore */
  UPC_GRANTED,			/* the thread has got what it waits for */
  UPC_WAITING,			/* enum upc_waiting_part */
  UPC_STATE			/* enum upc_thread_state; in the upper half,
				   exit's status */
};
typedef uint64_t upc_arguments_t[3];

/* Movements of all threads together, of a block for, or from, each other one:
   see upc_all_broadcast and so on.  */
enum upc_together
{
  UPC_NOT_TOGETHER, UPC_BROADCAST, UPC_SCATTER, UPC_GATHER, UPC_GATHER_ALL,
  UPC_EXCHANGE
};

/* Before and after notify and await, or barrier, if nothing is between these:
   that data which were put have arrived may be left to the barrier.  Or after
   await, where something was.  */
enum upc_barrier_fence { UPC_BEFORE_BARRIER, UPC_BEHIND_BARRIER,
			 UPC_BEHIND_WAIT };

struct upc_conduit
{
  const char *name;
  /* Whether all threads are near; then they share one control block.  */
  bool addressable;
  /* Relaxed accesses to more bytes than this are begun, and waited for: for
     tools, they are nonblocking.  0: none is.  */
  size_t longest_at_once;

  /* ---- Data  */

  void (*get) (void *dst, upc_pts_t src, size_t n);
  void (*put) (upc_pts_t dst, const void *src, size_t n);
  void (*copy) (upc_pts_t dst, upc_pts_t src, size_t n);
  void (*set) (upc_pts_t dst, int c, size_t n);
  /* Nonblocking: DST is not to be used, SRC not to be changed, before the
     operation is complete.  */
  upc_transfer_t (*get_nb) (void *dst, upc_pts_t src, size_t n);
  upc_transfer_t (*put_nb) (upc_pts_t dst, const void *src, size_t n);
  upc_transfer_t (*copy_nb) (upc_pts_t dst, upc_pts_t src, size_t n);
  upc_transfer_t (*set_nb) (upc_pts_t dst, int c, size_t n);
  /* Whether it is complete; if so, the handle is gone.  */
  bool (*test) (upc_transfer_t transfer);
  void (*wait) (upc_transfer_t transfer);
  /* Apply OP, as upc_atomic_here does, to the object of TYPE at P, atomically
     for all threads.  If the old value is ASKED for, it is returned; else the
     operation may be still on its way on return, as a put may.  */
  uint64_t (*atomic) (upc_type_t type, upc_op_t op, upc_pts_t p,
		      uint64_t operand1, uint64_t operand2, bool asked);
  /* All data that were put have arrived, and data that are read after this are
     fresh.  Also done by barriers, locks, and strict accesses.  Does not wait
     for operations that have a handle.  */
  void (*fence) (void);
  /* Does the same before or after a barrier; if null, fence does.  */
  void (*barrier_fence) (enum upc_barrier_fence which);

  /* ---- The threads  */

  /* Find out how many threads there are, and set upc_settings.threads.  Null if
     the settings have it.  */
  void (*count) (void);
  /* Map shared space, of which STATIC_SIZE bytes of each part are for static
     objects, and make the threads.  Returns in each of them.  */
  void (*start) (uint64_t static_size);
  /* End all threads; the program's exit status is STATUS.  */
  void (*end) (int status) __attribute__ ((noreturn));
  /* Arrive at the program's barrier, which WHICH, not 0, tells from its others;
     wait for the others to.  */
  void (*notify) (bool named, int id, uint64_t which);
  void (*await) (struct upc_agreement *agreement);
  /* The barrier at the end of the program, where the others have to be,
     too.  */
  void (*final) (void);
  /* After that, and after the last event, in which a tool may use the others'
     data: they do nothing for this thread any more, nor this one for them.  The
     others get here, or their processes are gone.  Null: nothing is to be
     done.  */
  void (*leave) (void);
  /* Below: upc_conduit_barrier, upc_conduit_broadcast,
     upc_conduit_gather_all.  */
  void (*barrier) (void);
  void (*broadcast) (void *data, size_t n, int root);
  void (*gather_all) (void *all, const void *mine, size_t n);
  /* Collective: move blocks of N bytes from FROM of each thread's part to TO of
     each one's, each by the thread that they are of; no thread waits for others
     but for their blocks.  Broadcast and scatter are from ROOT, where the
     others' FROM is not looked at; gather is to it.  Null: there is no better
     way than to copy.  */
  void (*together) (enum upc_together what, void *to, const void *from,
		    size_t n, int root);
  /* Collective: combines the N bytes at VALUE of all threads, in thread order,
     or, if BEFORE, of those before this one; thread 0 has none.  The result is
     at VALUE.  COMBINE (A, B) sets B to the combination of A and B; any thread
     of the process may call it.  Null: gather the values instead.  */
  void (*fold) (void *value, size_t n, bool before,
		void (*combine) (const void *a, void *b));
  /* Collective: returns whether nothing that this thread has put may be on its
     way, so that a gather_all after this in which all say so is as good as a
     barrier.  Null: it never is.  */
  bool (*has_settled) (void);
  /* After that, collective: the thread of PLACE has stored VALUE, of N bytes,
     at most 16, there.  What others send it later waits for it to be here.  */
  void (*end_at_once) (upc_pts_t place, const void *value, size_t n);
  /* Locks, which have been checked not to be null.  */
  void (*lock) (upc_pts_t lock);
  bool (*lock_attempt) (upc_pts_t lock);
  /* Takes the lock as LOCK does, if that does not wait for any thread; else
     sets *HELD_BY to the one that has it, plus 1, or to 0.  Returns whether it
     did.  */
  bool (*lock_if_free) (upc_pts_t lock, uint32_t *held_by);
  void (*unlock) (upc_pts_t lock);
  /* Have THREAD do WHAT; what upc_serve returns there.  One after the other on
     each thread.  */
  uint64_t (*ask) (int thread, enum upc_request what,
		   upc_arguments_t arguments);
  /* The same without waiting for it; may be called from upc_serve.  */
  void (*tell) (int thread, enum upc_request what, upc_arguments_t arguments);
  /* Has THREAD do WHAT after what this thread has put anywhere, and does not
     wait for that.  Null: fence, and ask.  */
  void (*post) (int thread, enum upc_request what, upc_arguments_t arguments);
  /* Puts, and has the thread of DST do WHAT after that, whatever else is on
     its way; acquire does not wait for these data.  Null: put, and post.  */
  void (*put_and_post) (upc_pts_t dst, const void *src, size_t n,
			enum upc_request what, upc_arguments_t arguments);
  /* Fence, but for the data of put_and_post.  Null: fence does it.  */
  void (*acquire) (void);
  /* Wait until *WORD, of this thread's control block, is not VALUE any more,
     but no longer than about half a second; return whether it has changed.  */
  bool (*watch) (const uint32_t *word, uint32_t value, uint32_t *sleepers);
};

/* The one in use, set at the start.  */
extern struct upc_conduit upc_conduit;
extern const struct upc_conduit upc_smp_conduit, upc_loopback_conduit;

/* Does WHAT as THREAD, whose control block is here (request.c).  */
extern uint64_t upc_serve (int thread, enum upc_request what,
			   upc_arguments_t arguments);

static inline uint64_t
upc_conduit_ask (int thread, enum upc_request what, uint64_t a, uint64_t b,
		 uint64_t c)
{
  upc_arguments_t arguments = { a, b, c };
  return upc_conduit.ask (thread, what, arguments);
}

/* These functions, inline where they can be.  */

static inline void
upc_conduit_get (void *dst, upc_pts_t src, size_t n)
{
  if (upc_conduit.addressable)
    memcpy (dst, upc_pts_local (src), n);
  else
    upc_conduit.get (dst, src, n);
}

static inline void
upc_conduit_put (upc_pts_t dst, const void *src, size_t n)
{
  if (upc_conduit.addressable)
    memcpy (upc_pts_local (dst), src, n);
  else
    upc_conduit.put (dst, src, n);
}

static inline void
upc_conduit_copy (upc_pts_t dst, upc_pts_t src, size_t n)
{
  if (upc_conduit.addressable)
    memcpy (upc_pts_local (dst), upc_pts_local (src), n);
  else
    upc_conduit.copy (dst, src, n);
}

static inline void
upc_conduit_set (upc_pts_t dst, int c, size_t n)
{
  if (upc_conduit.addressable)
    memset (upc_pts_local (dst), c, n);
  else
    upc_conduit.set (dst, c, n);
}

/* Returns an address for N bytes at P, or null if there is none: then they
   have to be got or put.  */
static inline void *
upc_conduit_address (upc_pts_t p)
{
  return upc_pts_near (p) ? upc_pts_local (p) : NULL;
}

static inline void
upc_conduit_fence (void)
{
  __atomic_thread_fence (__ATOMIC_SEQ_CST);
  if (!upc_conduit.addressable)
    upc_conduit.fence ();
}

static inline void
upc_conduit_barrier_fence (enum upc_barrier_fence which)
{
  if (!upc_conduit.barrier_fence)
    {
      upc_conduit_fence ();
      return;
    }
  __atomic_thread_fence (__ATOMIC_SEQ_CST);
  upc_conduit.barrier_fence (which);
}

/* ---- Operations of all threads together.  These are not events.  */

/* Waits until all threads get here.  It is not a fence: see
   upc_library_barrier in runtime.h; and has nothing to do with upc_notify and
   upc_wait.  */
static inline void
upc_conduit_barrier (void)
{
  upc_conduit.barrier ();
}

/* Makes, on all threads, the N bytes at DATA those that thread ROOT has there;
   collective.  */
static inline void
upc_conduit_broadcast (void *data, size_t n, int root)
{
  UPC_ORDER (release (UPC_CLOCK_COLLECTIVE));
  upc_conduit.broadcast (data, n, root);
  UPC_ORDER (acquire (UPC_CLOCK_COLLECTIVE));
}

/* Fills ALL, of THREADS times N bytes, with what each thread has at MINE, in
   thread order; collective.  */
static inline void
upc_conduit_gather_all (void *all, const void *mine, size_t n)
{
  UPC_ORDER (release (UPC_CLOCK_COLLECTIVE));
  upc_conduit.gather_all (all, mine, n);
  UPC_ORDER (acquire (UPC_CLOCK_COLLECTIVE));
}
