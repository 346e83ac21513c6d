/* control.h - what the processes of a program share, besides shared space.

   SPDX-License-Identifier: Apache-2.0

   One block, mapped before the threads are made.  Fields that different threads
   write stand in cache lines of their own.  */

#ifndef UPC_CONTROL_H
#define UPC_CONTROL_H

#include <sys/types.h>
#include "runtime.h"
#include "station.h"

#define UPC_LINE 64
#define UPC_OWN_LINE __attribute__ ((aligned (UPC_LINE)))

/* Where all threads meet.  The last to arrive begins a new phase.  Of ARRIVED,
   the upper half counts those who will not come again.  */
#define UPC_LAST_TIME 0x10000
struct upc_meeting
{
  uint32_t arrived UPC_OWN_LINE;
  uint32_t phase UPC_OWN_LINE;
  uint32_t sleepers;
};

/* What the threads that arrived at the program's barrier have said, of one
   phase; see barrier.c.  */
struct upc_consensus
{
  uint64_t first;		/* the first that was named, or 0 */
  uint64_t other;		/* one that differs, or 0 */
};

enum upc_thread_state
{
  UPC_RUNNING,
  UPC_RETURNED,			/* from main */
  UPC_ENDING,			/* in exit, which the program called */
  UPC_FINISHED,			/* behind the last barrier */
  UPC_GONE			/* the process ended without that */
};

struct upc_thread
{
  pid_t process;
  uint32_t state;		/* enum upc_thread_state */
  int status;			/* of exit */
  int processor;		/* where it was when it waited: futex.c */
  uint32_t notified;		/* between upc_notify and upc_wait */
  struct upc_mutex heap_lock;
  uint64_t heap_bottom;		/* its own heap is from here to the end */
  uint64_t bins[40];		/* of its own heap: heap.c */
  char data[256];		/* what it shows to the others: collect.c */
  struct upc_station station;	/* the same: collective.h */
} UPC_OWN_LINE;

/* control->ending: nobody has asked for the end of all threads, or the status
   is the lowest byte.  */
#define UPC_NOT_ENDING 0
#define UPC_ENDING_WITH 0x100

struct upc_control
{
  struct upc_meeting barrier;
  struct upc_consensus consensus[2] UPC_OWN_LINE;
  struct upc_meeting collective;
  char data[4096] UPC_OWN_LINE;	/* what one thread shows: collect.c */
  uint32_t ending UPC_OWN_LINE;
  pid_t monitor;		/* 0 if there is none */
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
  return &upc_control->threads[MYTHREAD];
}

/* The process that this thread is: not one that the program forked.  */
extern pid_t upc_process;

/* ---- Start (start.c, options.c, space.c, monitor.c)  */

/* What the command line and the environment say.  */
struct upc_settings
{
  int threads;
  bool threads_fixed;		/* by the program, when it was compiled */
  uint64_t heap;		/* bytes a thread; 0 if nobody said */
  bool loopback;
};
extern struct upc_settings upc_settings;

/* Read the settings; take what is not the program's own from *ARGC and ARGV.
   STATIC_THREADS is what the program was compiled for, or 0.  */
extern void upc_read_settings (int *argc, char **argv, int static_threads);
/* Map the control block and shared space; STATIC_SIZE bytes of each part are
   for static objects.  */
extern void upc_map_space (uint64_t static_size);
/* Make the threads.  Returns in each of them; the process that called goes on
   to wait for them, and ends as they do.  */
extern void upc_make_threads (void);

/* With gasprun --label, let it read what this process writes.  (label.c)  */
extern void upc_label_output (bool is_thread);

/* ---- Meetings (futex.c, barrier.c)  */

/* Arrive; returns what upc_await is to be called with.  */
extern uint32_t upc_arrive (struct upc_meeting *meeting);
extern void upc_await (struct upc_meeting *meeting, uint32_t phase);
/* The pieces of upc_arrive: who was there before; begin a new phase.  */
extern uint32_t upc_count_arrival (struct upc_meeting *meeting, uint32_t one);
extern void upc_next_phase (struct upc_meeting *meeting);
/* One attempt to take MUTEX: spin, then sleep until somebody gives it up, or
   half a second.  */
extern bool upc_mutex_lock_once (struct upc_mutex *mutex);
/* How long to spin before sleeping, by how many processors there are.  */
extern void upc_spin_prepare (void);
/* Behind that, in each thread.  */
extern void upc_spin_prepare_thread (void);

/* The barrier at the end of the program.  */
extern void upc_final_barrier (void);
/* The same for THREAD, whose process is gone: arrive.  */
extern void upc_arrive_for (struct upc_thread *thread);
/* Whether a thread is in the final barrier.  */
extern bool upc_final_waits (void);
/* Having arrived at control->collective in PHASE: end the program if a thread is
   in the final barrier, and will never come.  */
extern void upc_check_final (uint32_t phase);
/* A thread is in WHERE, another in the final barrier: they will never meet.
   End the program.  */
extern void upc_end_mixed (const char *where);
/* The same, where it is known that THREAD is waited for; it may be -1.  */
extern void upc_end_waiting (int thread, const char *where);
/* Whether THREAD is in the final barrier, or its process is gone.  */
extern bool upc_has_ended (int thread);

/* ---- The end (exit.c)  */

extern void upc_exit_prepare (void);
/* All threads are to end with STATUS; the first to say so wins, and this returns
   whether it was.  No signal comes between this and the end.  */
extern bool upc_first_to_end (int status);
extern void upc_ask_end (int status);
/* End this process.  */
extern void upc_end_process (int status) __attribute__ ((noreturn));
/* The signal by which the monitor asks a thread to write out what stdio has,
   and end.  */
#define UPC_END_SIGNAL (SIGRTMAX - 3)

/* ---- The heap (heap.c)  */

extern void upc_heap_prepare (void);

#pragma GCC visibility pop

#endif /* UPC_CONTROL_H */
