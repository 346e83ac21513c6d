/* control.h - what the processes of a program share, besides shared space.

   SPDX-License-Identifier: Apache-2.0

   One block, mapped before the threads are made.  Fields that different threads
   write stand in cache lines of their own.  */

#pragma once

#include <sched.h>
#include <sys/types.h>
#include "core/runtime.h"
#include "core/mailbox.h"
#include "core/calls.h"

#define UPC_LINE 64
#define UPC_OWN_LINE __attribute__ ((aligned (UPC_LINE)))

/* Where all threads meet.  The last to arrive begins a new phase.  The upper
   half of ARRIVED counts those that will not come again.  */
#define UPC_LAST_TIME 0x10000
struct upc_barrier
{
  uint32_t arrived UPC_OWN_LINE;
  uint32_t phase UPC_OWN_LINE;
  uint32_t sleepers;
};

/* The names of the program's barrier that the threads which have arrived in
   one phase gave; see barrier.c.  */
struct upc_consensus
{
  uint64_t first;		/* the first that was named, or 0 */
  uint64_t other;		/* one that differs, or 0 */
};

/* Those of all threads where not all are near: see am-barrier.c.  MET is for
   this phase and the one before or after it.  */
#define UPC_SAID 4
struct upc_met
{
  uint64_t said[UPC_SAID];	/* by those heard of: the greatest of each */
  uint32_t sent;		/* rounds in which others have been notified */
  uint32_t heard;		/* a bit for each round, or threads that have
				   heard of all */
};
struct upc_meeting
{
  uint32_t phase UPC_OWN_LINE;
  struct upc_mutex lock UPC_OWN_LINE;
  uint32_t arrived;		/* near threads */
  struct upc_met met[2];
};
enum upc_meets { UPC_MEETS_AT_BARRIER, UPC_MEETS_IN_LIBRARY,
		  UPC_MEETS_AT_ONCE, UPC_MEETINGS };

enum upc_thread_state
{
  UPC_RUNNING,
  UPC_RETURNED,			/* from main */
  UPC_ENDING,			/* in exit, which the program called */
  UPC_FINISHED,			/* after the last barrier */
  UPC_LEFT,			/* after the last event */
  UPC_GONE			/* the process ended without that */
};

/* The kinds of events that a thread waits for: stuck.c.  */
enum upc_waits_for
{
  UPC_WAITS_FOR_NOTHING,	/* or for an event that comes by itself */
  UPC_WAITS_FOR_BARRIER,
  UPC_WAITS_FOR_END,		/* the barrier in exit */
  UPC_WAITS_FOR_COLLECTIVE,
  UPC_WAITS_FOR_LOCK
};

/* Operations that all threads begin equally often.  */
enum upc_counted { UPC_BARRIERS, UPC_COLLECTIVES, UPC_COUNTED };

/* A thread that has waited for long, and for what.  */
struct upc_waiting
{
  uint32_t what;		/* enum upc_waits_for */
  uint32_t times;		/* how often this has changed */
  uint32_t begun[UPC_COUNTED];
  upc_pts_t lock;
  int line;			/* where, if that is known; else 0 */
  char file[64];
};
enum upc_waiting_part { UPC_WAITING_WHAT, UPC_WAITING_BEGUN, UPC_WAITING_LOCK };

/* How far a thread has come in reporting its calls: calls.c.  */
enum upc_told { UPC_UNTOLD, UPC_ASKED, UPC_TOLD, UPC_CRASHED };

struct upc_thread
{
  pid_t process;
  uint32_t state;		/* enum upc_thread_state */
  int status;			/* of exit */
  uint32_t notified;		/* between upc_notify and upc_wait */
  struct upc_waiting waiting;
  /* Where not all threads are near: the lock of whoever acts for this thread;
     whether what it waits for has been granted.  */
  struct upc_mutex serving;
  uint32_t granted, sleepers;
  struct upc_mutex heap_lock;
  uint64_t heap_bottom;		/* its own heap is from here to the end */
  /* Where not all are near: it may grow down to here; thread 0 is being asked
     for more.  */
  uint64_t reserved;
  bool reserving;
  uint64_t reserve_requests;	/* to thread 0 about it, by whoever serves it */
  uint64_t bins[40];		/* of its own heap: heap.c */
  char data[256];		/* what it shows to the others: collect.c */
  struct upc_mailbox mailbox;	/* the same: collective.h */
  uint32_t told;		/* enum upc_told: whether it has said so: */
  struct upc_calls calls;	/* in which it is, or was when it crashed */
} UPC_OWN_LINE;

/* control->ending: the end of all threads has not been requested, or the status
   is the lowest byte.  */
#define UPC_NOT_ENDING 0
#define UPC_ENDING_WITH 0x100

struct upc_control
{
  struct upc_barrier barrier;
  struct upc_consensus consensus[2] UPC_OWN_LINE;
  struct upc_barrier collective, leaving;
  struct upc_meeting meetings[UPC_MEETINGS];
  char data[4096] UPC_OWN_LINE;	/* what one thread shows: collect.c */
  uint32_t ending UPC_OWN_LINE;
  pid_t telling;		/* in which calls the threads are: calls.c */
  pid_t monitor;		/* 0 if there is none */
  cpu_set_t processors;		/* that they have, where MPI made them */
  int first, count;		/* whose THREADS are here */
  /* Addresses in each thread's part: from HEAP to PART_END is the heap, the
     shared one up to HEAP_TOP, the thread's own from its HEAP_BOTTOM.  */
  uint64_t heap, part_end;
  uint64_t budget;		/* bytes that all heaps together may have */
  struct upc_mutex growth_lock UPC_OWN_LINE;
  uint64_t heap_top;
  uint64_t taken;		/* of the budget */
  struct upc_mutex heap_lock UPC_OWN_LINE;
  uint64_t bins[40];		/* of the shared heap */
  struct upc_thread threads[];
};

#pragma GCC visibility push (hidden)

extern struct upc_control *upc_control;

static inline struct upc_thread *
upc_this_thread (void)
{
  return &upc_control->threads[MYTHREAD - upc_control->first];
}

/* The process of this thread; one that the program forks is another.  */
extern pid_t upc_process;

/* For debuggers: state.c.  */
#define UPC_DEBUGGER_VALUES 32
#define UPC_DEBUGGER_COPIES 512
#pragma GCC visibility push (default)
extern upc_pts_t __upc_debugger_values[2 * UPC_DEBUGGER_VALUES
				       + UPC_DEBUGGER_COPIES];
extern volatile int __upc_debugger_gate;
extern const pid_t *__upc_debugger_processes;
extern const unsigned long __upc_debugger_step;
#pragma GCC visibility pop

/* ---- Start (start.c, options.c, space.c, monitor.c)  */

/* The settings by command line and environment.  */
struct upc_settings
{
  int threads;
  bool threads_fixed;		/* by the program, when it was compiled */
  uint64_t heap;		/* bytes for each thread; 0 if not given */
  const struct upc_conduit *conduit;
  bool stuck_ends;		/* the program: stuck.c */
  bool bind;			/* threads to processors: bind.c */
  bool debugs;			/* debugged was given */
  int debugged;			/* the thread that waits for a debugger
				   (debugger.c), or is made first (monitor.c) */
  const char *mpi;		/* the name of the MPI library, or null */
  bool rma;			/* data by MPI's one-sided functions */
  bool check_goes_on;		/* after mistakes that -fupc-check finds */
  int node_size;		/* at most so many threads share memory; or 0 */
};
extern struct upc_settings upc_settings;
/* All threads are.  */
#define UPC_DEBUG_ALL (UPC_MAX_THREADS + 1)
/* Waits for a debugger, if this thread is to be debugged.  */
extern void upc_await_debugger (void);
/* Returns whether a debugger has stopped PROCESS.  */
extern bool upc_held_by_debugger (pid_t process);

/* Reads the settings; takes the runtime's own words from *ARGC and ARGV.
   STATIC_THREADS is the number that the program was compiled for, or 0.  */
extern void upc_read_settings (int *argc, char **argv, int static_threads);
/* Maps the control block and shared space; STATIC_SIZE bytes of each part are
   for static objects.  */
extern void upc_map_space (uint64_t static_size);
/* The steps of upc_map_space, for processes that are not each other's children.

   Returns how much of each part is for static objects.  */
extern uint64_t upc_static_part (uint64_t static_size);
/* Returns the size that a part is to have where COUNT are mapped.  */
extern uint64_t upc_wanted_part (uint64_t static_part, int count);
/* Maps the parts from FIRST's on, which follow one another in FILE from OFFSET
   on.  */
extern void upc_map_file (int file, uint64_t offset, int first, uint64_t part);
extern uint64_t upc_page_up (uint64_t size);
extern uint64_t upc_physical_memory (void);
/* Maps memory that all processes of this program share, before they are made;
   returns null if there is none.  */
extern void *upc_map_shared (uint64_t size);
/* Makes the threads.  Returns in each of them; the process that called waits
   for them, and ends as they do.  */
extern void upc_make_threads (void);
/* Makes this process one of so many THREADS; and thread NUMBER, once the space
   has been mapped.  */
extern void upc_be_of (int threads);
extern void upc_be_thread (int number);


/* ---- Barriers (futex.c, smp-barrier.c)  */

/* Arrives; returns what upc_await is to be called with.  */
extern uint32_t upc_arrive (struct upc_barrier *barrier);
extern void upc_await (struct upc_barrier *barrier, uint32_t phase);
/* Counts an arrival and returns who was there before; begins a new phase.
   These are the pieces of upc_arrive.  */
extern uint32_t upc_count_arrival (struct upc_barrier *barrier, uint32_t one);
extern void upc_next_phase (struct upc_barrier *barrier);
/* Sleeps for NS nanoseconds, less than a second, or until a signal comes.  No
   recorder of calls that wait sees it: UPC's own events have that time.  */
extern void upc_nap (long ns);
/* Returns whether *WORD is 0 within the time that spinning is worth; sleeps
   while it is VALUE, at most half a second, and returns whether somebody woke
   the caller; wakes one, and returns whether there was one.  These are pieces
   of locks.  */
extern bool upc_is_free_soon (const uint32_t *word);
extern bool upc_sleep_while (const uint32_t *word, uint32_t value);
extern bool upc_wake_one (const uint32_t *word);
/* Sets how long to spin before sleeping, where the control block's threads
   have so many PROCESSORS.  */
extern void upc_spin_prepare (int processors);
/* Returns how many this process may use.  */
extern int upc_processors (void);
/* Prepares each thread, after upc_spin_prepare.  */
extern void upc_spin_prepare_thread (void);

/* ---- bind.c: have the thread run where no other thread does, if that is
   wanted and there are as many processors.  */
extern void upc_bind_thread (void);

/* Functions of struct upc_conduit where all processes share the control
   block.  */
extern void upc_smp_start (uint64_t static_size);
extern void upc_smp_end (int status) __attribute__ ((noreturn));
extern void upc_smp_notify (bool named, int id, uint64_t which);
extern void upc_smp_await (struct upc_agreement *agreement);
extern void upc_smp_final (void);
extern void upc_smp_leave (void);
extern void upc_smp_barrier (void);
extern void upc_smp_broadcast (void *data, size_t n, int root);
extern void upc_smp_gather_all (void *all, const void *mine, size_t n);
extern void upc_smp_lock (upc_pts_t p);
extern bool upc_smp_lock_attempt (upc_pts_t p);
extern bool upc_smp_lock_if_free (upc_pts_t p, uint32_t *held_by);
extern void upc_smp_unlock (upc_pts_t p);

/* ---- Waiting where not all threads are near (queue.c)

   A queue is in the part of the thread that allocated the lock or semaphore,
   and is changed by that one only (request.c).  A thread waits in one at a
   time.  */

struct upc_queue
{
  uint32_t first, last;		/* threads, + 1; 0 if there are none */
};
struct upc_waiter
{
  uint32_t next;		/* in the queue: a thread, + 1 */
  uint32_t wanted;
};
/* The place where each thread waits; null if all are near.  */
extern struct upc_waiter *upc_waiters;
/* Makes THREAD, which wants WANTED, wait in QUEUE from now on.  */
extern void upc_queue_join (struct upc_queue *queue, int thread,
			    uint32_t wanted);
/* Grants what they wait for to the first that wants at most *LEFT, from which
   that is taken.  Returns the thread, + 1; or 0.  */
extern uint32_t upc_queue_grant (struct upc_queue *queue, uint32_t *left);
/* Prepares this thread to join a queue.  */
extern void upc_queue_prepare (void);
/* Waits a while.  Returns whether what this thread wants has been granted.  */
extern bool upc_queue_wait (void);

/* Locks by queues, as struct upc_conduit has them (queue-lock.c).  */
extern void upc_queue_lock (upc_pts_t p);
extern bool upc_queue_lock_attempt (upc_pts_t p);
extern bool upc_queue_lock_if_free (upc_pts_t p, uint32_t *held_by);
extern void upc_queue_unlock (upc_pts_t p);

/* Waits at the barrier at the end of the program (barrier.c).  */
extern void upc_final_barrier (void);
/* Arrives at it for THREAD, whose process is gone.  */
extern void upc_arrive_for (struct upc_thread *thread);
/* Returns whether a thread is in the final barrier.  */
extern bool upc_final_waits (void);
/* Ends the program if a thread is in the final barrier, and will never come,
   after this one arrived at control->collective in PHASE.  */
extern void upc_check_final (uint32_t phase);
/* Ends the program: a thread is in WHERE, another in the final barrier, and
   they will never meet.  */
extern void upc_end_mixed (const char *where);
/* Does the same, where it is known that THREAD is waited for; it may be -1.  */
extern void upc_end_waiting (int thread, const char *where);
/* Returns whether THREAD is in the final barrier, or its process is gone.  */
extern bool upc_has_ended (int thread);

/* ---- Threads that wait for one another (stuck.c)  */

/* How many of these this thread has begun.  */
extern uint32_t upc_begun[UPC_COUNTED];
/* Notes that this thread waits for WHAT, and which LOCK if for that, and looks
   whether that is for ever: to be called about each half second.  Notes that
   it has come.  */
extern void upc_keep_waiting (enum upc_waits_for what, upc_pts_t lock);
extern void upc_end_waiting_for (void);
extern uint64_t upc_serve_waiting (const struct upc_waiting *its,
				   enum upc_waiting_part part);

/* ---- The end (exit.c)  */

extern void upc_exit_prepare (void);
/* Ends this thread's part in what threads do together, after the last event,
   if it has met the others at the end.  */
extern void upc_leave (void);
extern void upc_ask_end (int status);
/* The signal by which the monitor asks a thread to write out what stdio has,
   and end.  */
#define UPC_END_SIGNAL (SIGRTMAX - 3)

/* ---- The heap (heap.c)  */

extern void upc_heap_prepare (void);
/* Prepares requests, once in each process, or before these are made.  */
extern void upc_requests_prepare (void);
/* Requests, at the thread that they are made to: request.c.  */
extern uint64_t upc_serve_heap_take (uint64_t size);
extern uint64_t upc_serve_heap_give (int thread, uint64_t address);
extern uint64_t upc_serve_heap_room (void);
extern uint64_t upc_serve_heap_reserve (int thread, uint64_t bottom);
extern uint64_t upc_serve_heap_seen (void);

/* ---- What else threads ask one another (queue-lock.c, semaphore.c,
   exit.c)  */

extern uint64_t upc_serve_lock_take (upc_pts_t p, int thread, bool waits);
extern uint64_t upc_serve_lock_give (upc_pts_t p, int thread);
extern uint64_t upc_serve_lock_holder (upc_pts_t p);
extern uint64_t upc_serve_lock_free (upc_pts_t p);
extern uint64_t upc_serve_state (const struct upc_thread *thread);
extern uint64_t upc_serve_semaphore_add (upc_pts_t p, uint64_t n);
extern uint64_t upc_serve_semaphore_post (upc_pts_t p, uint64_t n);
extern uint64_t upc_serve_semaphore_take (upc_pts_t p, uint64_t n, int thread);
extern uint64_t upc_serve_semaphore_free (upc_pts_t p);

#pragma GCC visibility pop
