/* observer.c - observe the threads of this process, by a thread of it.

   SPDX-License-Identifier: Apache-2.0

   Mostly "gasp run" does so from outside (report/live/observe.c).  A program that was
   started without it, or that was attached to, gets this thread, once there is
   something that is better observed than timed (timing.c).

   It is none of the C library's: no destructor, no handler of pthread_atfork and no
   "is there one thread only?" knows of it.  It has the thread pointer of who made it,
   which may be gone; so it calls nothing of the C library's, and has no errno.  What
   it reads of other threads may be gone, too, so the kernel reads it.  All signals
   are blocked in it, and it ends with the process.  Its table of files is its own, and
   empty, so that it takes no descriptor of the program's.  It is stopped before what
   is allowed to a single thread only, and before rights are given up.  */

#define _GNU_SOURCE
#include "measure/clock.h"
#include "events/context.h"
#include "record/file.h"
#include "measure/observer.h"
#include "observing.h"
#include "ground/pages.h"
#include "ground/state.h"
#include "syscall.h"
#include <fcntl.h>
#include <linux/close_range.h>
#include <linux/futex.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/uio.h>

/* A process that is not observed from outside after so long will not be; ns.  */
#define PATIENCE 10000000
#define STACK_SIZE 32768
#define MOST_WORDS 256
/* After so many looks, see what they have taken.  */
#define PACE_TURN 32

static struct {
  int end;			/* 1: it is to end */
  int thread;			/* its number, which the kernel clears at its end */
  bool refused;			/* there can be none */
  bool has_files;		/* of its own */
  char *stack;
  struct pace pace;
  gasp_record_ref latest;	/* thread that is known */
  gasp_record_ref threads[MOST_WORDS];
  uint64_t words[MOST_WORDS];	/* as they were last */
  unsigned int count;
} observer;

static long
ask (long number, long a, long b, long c, long d, long e, long f)
{
  return ask_kernel (number, (const long[6]) { a, b, c, d, e, f });
}

static uint64_t
now (clockid_t clock)
{
  struct timespec t = { 0, 0 };
  ask (SYS_clock_gettime, clock, (long) &t, 0, 0, 0, 0);
  return t.tv_sec * 1000000000ull + t.tv_nsec;
}

static struct gasp_record_thread *
watched (unsigned int i)
{
  return AT (struct gasp_record_thread, observer.threads[i]);
}

static void
forget (unsigned int i)
{
  observer.count--;
  observer.threads[i] = observer.threads[observer.count];
  observer.words[i] = observer.words[observer.count];
}

/* Reads file NAME of thread TID's in /proc into TEXT, of SIZE bytes: how many
   there are, or less than 0.  */
static long
read_file (int tid, const char *name, char *text, unsigned long size)
{
  char path[64] = "/proc/self/task/", digits[12];
  unsigned int n = 16, d = 0;
  if (!observer.has_files)
    return -1;
  for (; tid > 0; tid /= 10)
    digits[d++] = '0' + tid % 10;
  while (d > 0)
    path[n++] = digits[--d];
  for (const char *c = name; *c; c++)
    path[n++] = *c;
  path[n] = '\0';
  long file = ask (SYS_openat, AT_FDCWD, (long) path, O_RDONLY | O_CLOEXEC, 0,
		   0, 0);
  if (file < 0)
    return file;
  long length = ask (SYS_read, file, (long) text, size, 0, 0, 0);
  ask (SYS_close, file, 0, 0, 0, 0, 0);
  return length;
}

/* Returns the state of thread TID, as a letter; 0 if that cannot be known.  */
static char
state_of (int tid)
{
  char text[96];
  long size = read_file (tid, "/stat", text, sizeof text);
  /* Behind the name, which may have anything in it.  */
  for (; size > 2; size--)
    if (text[size - 3] == ')')
      return text[size - 1];
  return 0;
}

static void
ask_schedule (struct gasp_record_thread *thread)
{
  char text[96];
  note_schedule (thread, text, read_file (thread->tid, "/schedstat", text, sizeof text));
}

/* Finds threads that have begun since, and those that have ended.  */
static void
find_threads (void)
{
  gasp_record_ref latest
    = __atomic_load_n (&HEADER->latest_thread, __ATOMIC_ACQUIRE);
  for (gasp_record_ref ref = latest;
       ref && ref != observer.latest && observer.count < MOST_WORDS;
       ref = AT (struct gasp_record_thread, ref)->before)
    {
      observer.words[observer.count] = 0;
      observer.threads[observer.count++] = ref;
      ask_schedule (AT (struct gasp_record_thread, ref));
    }
  observer.latest = latest;
  for (unsigned int i = observer.count; i-- > 0;)
    if (!watched (i)->where)
      forget (i);
}

static void
note_word (unsigned int i, uint64_t word, uint64_t time)
{
  struct gasp_record_thread *thread = watched (i);
  uint64_t offset = offset_of_word (word, (uintptr_t) gasp_tool_base);
  if (word != observer.words[i])
    observer.pace.unchanged = 0;
  observer.words[i] = word;
  if (!offset || thread->paused || !is_node (gasp_tool_base, offset))
    return;
  struct gasp_record_node *node
    = caller_that_goes_on (gasp_tool_base, UINT64_MAX, NODE (offset >> 3));
  note_look (thread, node, word, time);
  if (asks_now (&observer.pace, word, i, observer.count))
    {
      note_state (node, state_of (thread->tid), time);
      ask_schedule (thread);
    }
}

static void
look (void)
{
  static struct iovec there[MOST_WORDS];
  static uint64_t words[MOST_WORDS];
  uint64_t time = pace_look (&observer.pace, now (CLOCK_MONOTONIC));
  observer.pace.is_sampled = HEADER->sampler != GASP_RECORD_NO_SAMPLER;
  find_threads ();
  struct iovec here = { words, observer.count * sizeof *words };
  for (unsigned int i = 0; i < observer.count; i++)
    there[i] = (struct iovec) { (void *) (uintptr_t) watched (i)->where,
				sizeof *words };
  long size = ask (SYS_process_vm_readv, HEADER->pid, (long) &here, 1,
		   (long) there, observer.count, 0);
  unsigned int read = size > 0 ? size / sizeof *words : 0;
  for (unsigned int i = 0; i < read; i++)
    note_word (i, words[i], time);
  if (read < observer.count)
    forget (read);
}

static int
observe (void *unused)
{
  struct short_slices slices = SHORT_SLICES;
  (void) unused;
  observer.has_files
    = ask (SYS_close_range, 0, ~0u, CLOSE_RANGE_UNSHARE, 0, 0, 0) == 0;
  ask (SYS_prctl, PR_SET_TIMERSLACK, 1, 0, 0, 0, 0);
  ask (SYS_sched_setattr, 0, (long) &slices, 0, 0, 0, 0);
  while (!__atomic_load_n (&observer.end, __ATOMIC_ACQUIRE))
    {
      struct timespec t = { 0, pace_interval (&observer.pace) };
      ask (SYS_futex, (long) &observer.end, FUTEX_WAIT_PRIVATE, 0, (long) &t, 0,
	   0);
      if (__atomic_load_n (&observer.end, __ATOMIC_ACQUIRE))
	break;
      look ();
      if (observer.pace.looks % PACE_TURN == 0)
	pace_choose (&observer.pace, now (CLOCK_THREAD_CPUTIME_ID));
    }
  return 0;
}

/* The C library's clone.  The program's sanitizer may have one that starts the
   thread through a variable of this function, which may be over by then.  */
extern __typeof__ (clone) __clone __attribute__ ((weak));

/* Makes the thread, with all signals blocked.  Returns whether it could.  */
static bool
make_thread (void)
{
  static const unsigned long all[16] = { ~0ul, ~0ul };
  unsigned long before[16] = { 0 };
  if (!observer.stack)
    observer.stack = gasp_tool_pages (STACK_SIZE);
  if (!observer.stack)
    return false;
  observer.end = 0;
  observer.count = 0;
  observer.latest = 0;
  ask (SYS_rt_sigprocmask, SIG_SETMASK, (long) all, (long) before,
       _NSIG / 8, 0, 0);
  int (*make) (int (*) (void *), void *, int, void *, ...)
    = __clone ? __clone : clone;
  int thread = make (observe, observer.stack + STACK_SIZE,
		     CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND
		     | CLONE_THREAD | CLONE_SYSVSEM | CLONE_PARENT_SETTID
		     | CLONE_CHILD_CLEARTID,
		     NULL, &observer.thread, NULL, &observer.thread);
  ask (SYS_rt_sigprocmask, SIG_SETMASK, (long) before, 0, _NSIG / 8, 0, 0);
  return thread > 0;
}

/* A thread is making the observer.  Another one that wants to does not wait: it has
   nothing left to do.  */
static int busy;

void
gasp_tool_observer_begin (void)
{
  if (observer.refused || observer.thread || gasp_tool_may_be_sandboxed
      || HEADER->observer != GASP_RECORD_UNOBSERVED
      || gasp_tool_age () < PATIENCE
      || __atomic_exchange_n (&busy, 1, __ATOMIC_ACQUIRE))
    return;
  uint32_t nobody = GASP_RECORD_UNOBSERVED;
  if (__atomic_compare_exchange_n (&HEADER->observer, &nobody,
				   GASP_RECORD_OBSERVED_WITHIN, false,
				   __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)
      && !make_thread ())
    {
      HEADER->observer = GASP_RECORD_UNOBSERVED;
      observer.refused = true;
    }
  __atomic_store_n (&busy, 0, __ATOMIC_RELEASE);
}

/* Stops the observer, as a signal handler may do.  */
void
gasp_tool_observer_stop (void)
{
  if (!gasp_tool_base || HEADER->observer != GASP_RECORD_OBSERVED_WITHIN)
    return;
  HEADER->observer = GASP_RECORD_UNOBSERVED;
  __atomic_store_n (&observer.end, 1, __ATOMIC_RELEASE);
  ask (SYS_futex, (long) &observer.end, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0);
}

void
gasp_tool_observer_end (void)
{
  int thread;
  gasp_tool_observer_stop ();
  while ((thread = __atomic_load_n (&observer.thread, __ATOMIC_ACQUIRE)) != 0)
    ask (SYS_futex, (long) &observer.thread, FUTEX_WAIT, thread, 0, 0, 0);
}

void
gasp_tool_observer_fork (gasp_context_t context)
{
  (void) context;
  observer.thread = 0;
  observer.pace = (struct pace) { 0 };
  busy = 0;
}
