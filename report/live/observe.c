/* observe.c - observe the threads of programs that are recorded.  See
   observe.h.

   SPDX-License-Identifier: Apache-2.0

   At random moments, look what each thread is at, and add the time since the
   look before to that node of its record (tool/record.h).  What a thread is at,
   is in a word of its own (gasp_gcc_where), which is read from here: there is
   no signal, no further thread in the program, and no system call of its that
   ends early.

     the directory --readdir--> a record, mapped
       -> its threads' words, one process_vm_readv a process
       -> the nodes that these name

   Nothing in a record is trusted: the program may write there what it likes, or
   cut it short under our eyes, which is SIGBUS here.  */

#define _GNU_SOURCE
#include "live/observe.h"
#include "base/proc.h"
#include "base/rundir.h"
#include "base/util.h"
#include "observing.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

/* A thread may be looked at together with so many.  */
#define MOST_WORDS 512
/* Of threads that began since the look before, so many of the latest are seen:
   a damaged record may have them in a circle.  */
#define MOST_NEW 65536
/* After so many looks, see whether a process that shows no thread is over.  */
#define PATIENCE 1024

/* ---- What is observed.  */

struct watched_thread
{
  gasp_record_ref ref;		/* of its element */
  uint64_t word;		/* as it was last */
  gasp_record_ref node;		/* that it named; or 0 */
};

struct watched
{
  pid_t pid;			/* 0: not known yet; -1: not to be observed */
  bool claimed;			/* no other process observes it */
  unsigned int in_vain;		/* looks that found no thread */
  int file;
  char *base;
  size_t size;			/* that is mapped */
  gasp_record_ref latest;	/* thread that is known */
  struct watched_thread *threads;
  size_t count, room;
};

static struct
{
  pthread_t thread;
  bool runs;
  int end;			/* the event that ends all */
  struct watched *processes;
  size_t count, room;
  struct pace pace;
} observer = { .end = -1 };

static uint64_t
now (clockid_t clock)
{
  struct timespec t;
  clock_gettime (clock, &t);
  return (uint64_t) t.tv_sec * 1000000000 + (uint64_t) t.tv_nsec;
}

#define HEADER_OF(w) ((struct gasp_record_header *) (w)->base)
#define AT_REF(w, type, ref) \
  ((type *) ((w)->base + ((uint64_t) (ref) << 3)))

/* ---- Records.  */

/* Where to continue when memory that was mapped is gone.  */
static _Thread_local sigjmp_buf *way_out;

static void
on_bus_error (int number)
{
  if (way_out)
    siglongjmp (*way_out, 1);
  signal (number, SIG_DFL);
  raise (number);
}

/* Maps as much of W's record as there is.  What was mapped stays so.  */
static bool
map_all (struct watched *w)
{
  struct stat st;
  if (fstat (w->file, &st) || (size_t) st.st_size < GASP_RECORD_SEGMENT)
    return false;
  size_t size = (size_t) st.st_size;
  if (size <= w->size)
    return true;
  void *base = w->base
	       ? mremap (w->base, w->size, size, MREMAP_MAYMOVE)
	       : mmap (NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, w->file, 0);
  if (base == MAP_FAILED)
    return false;
  w->base = base;
  w->size = size;
  return true;
}

/* Returns whether SIZE bytes at the reference REF are mapped.  */
static bool
is_mapped (struct watched *w, gasp_record_ref ref, size_t size)
{
  uint64_t end = ((uint64_t) ref << 3) + size;
  return end <= w->size || (map_all (w) && end <= w->size);
}

/* Returns the node of W that WORD names, or null.  */
static struct gasp_record_node *
node_at (struct watched *w, uint64_t word)
{
  uint64_t offset = offset_of_word (word, HEADER_OF (w)->base);
  return offset
	 && is_mapped (w, offset >> 3, sizeof (struct gasp_record_node))
	 && is_node (w->base, offset)
	 ? AT_REF (w, struct gasp_record_node, offset >> 3) : NULL;
}

/* ---- Processes.  */

/* Returns the parent of process PID, or 0.  */
static pid_t
parent_of (pid_t pid)
{
  struct proc_stat stat;
  return read_stat (pid, 0, &stat) ? (pid_t) stat_field (&stat, PROC_PARENT) : 0;
}

static bool
is_descendant (pid_t pid)
{
  pid_t self = getpid ();
  for (int depth = 0; pid > 1 && depth < 1000; depth++)
    if ((pid = parent_of (pid)) == self)
      return true;
  return false;
}

static void
forget_thread (struct watched *w, size_t i)
{
  w->threads[i] = w->threads[--w->count];
}

/* ---- What processes that are over were seen at last.  */

/* Of so many threads.  */
#define MOST_LAST 4096

static struct
{
  struct last_look { pid_t pid; gasp_record_ref thread, node; } *looks;
  size_t count, room;
} last;

static void
keep_last (const struct watched *w)
{
  for (size_t i = 0; i < w->count && w->pid > 0 && last.count < MOST_LAST; i++)
    {
      last.looks = room_for_one (last.looks, last.count, &last.room,
				 sizeof *last.looks);
      last.looks[last.count++]
	= (struct last_look) { w->pid, w->threads[i].ref, w->threads[i].node };
    }
}

uint32_t
observed_last (int pid, uint32_t thread)
{
  for (size_t i = last.count; i-- > 0;)
    if (last.looks[i].pid == pid && last.looks[i].thread == thread)
      return last.looks[i].node;
  return 0;
}

static void
forget (size_t i)
{
  struct watched *w = &observer.processes[i];
  keep_last (w);
  while (w->count)
    forget_thread (w, 0);
  free (w->threads);
  if (w->base)
    munmap (w->base, w->size);
  close (w->file);
  observer.processes[i] = observer.processes[--observer.count];
}

/* Adds record NAME, which has been made.  It may not be complete yet: then it
   is looked at again.  */
static void
add_record (int directory, const char *name)
{
  int file = openat (directory, name, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
  if (file < 0)
    return;
  /* Only when there is a record, so that the program begins with the signal's
     original state.  */
  sigaction (SIGBUS, &(struct sigaction) { .sa_handler = on_bus_error,
					   .sa_flags = SA_NODEFER }, NULL);
  observer.processes
    = room_for_one (observer.processes, observer.count, &observer.room,
		    sizeof *observer.processes);
  observer.processes[observer.count++]
    = (struct watched) { .file = file };
}

/* ---- New records.  The directory is looked at now and then: an inotify
   instance is closed in 10 ms, for which "gasp run" would wait.  */

/* The time of the directory's latest change may be that of two, until it is so
   long ago; and the least time between two readings.  */
#define SETTLED 20000000
#define PAUSE 1000000

static struct
{
  DIR *directory;
  ino_t *inodes;		/* of all that is there, in order */
  size_t count, room;
  struct timespec changed;
  bool has_settled;
  uint64_t next;		/* not to be read before */
} listing;

static uint64_t
nanoseconds (const struct timespec *t)
{
  return (uint64_t) t->tv_sec * 1000000000 + (uint64_t) t->tv_nsec;
}

/* Returns whether INODE was not there before.  */
static bool
is_new (ino_t inode)
{
  size_t low = 0, high = listing.count;
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      if (listing.inodes[middle] < inode)
	low = middle + 1;
      else
	high = middle;
    }
  if (low < listing.count && listing.inodes[low] == inode)
    return false;
  listing.inodes = room_for_one (listing.inodes, listing.count, &listing.room,
				 sizeof *listing.inodes);
  memmove (&listing.inodes[low + 1], &listing.inodes[low],
	   (listing.count - low) * sizeof *listing.inodes);
  listing.inodes[low] = inode;
  listing.count++;
  return true;
}

static bool
has_changed (void)
{
  struct stat st;
  if (fstat (dirfd (listing.directory), &st))
    return false;
  bool result = !listing.has_settled
		|| nanoseconds (&st.st_mtim) != nanoseconds (&listing.changed);
  listing.changed = st.st_mtim;
  listing.has_settled
    = now (CLOCK_REALTIME) > nanoseconds (&st.st_mtim) + SETTLED;
  return result;
}

/* Reads new files of the directory; adds records if they ARE_WANTED.  */
static void
read_directory (bool are_wanted)
{
  uint64_t start = now (CLOCK_MONOTONIC);
  const struct dirent *entry;
  if (start < listing.next || !has_changed ())
    return;
  rewinddir (listing.directory);
  while ((entry = readdir (listing.directory)) != NULL)
    if (is_record_name (entry->d_name) && is_new (entry->d_ino) && are_wanted)
      add_record (dirfd (listing.directory), entry->d_name);
  uint64_t end = now (CLOCK_MONOTONIC), took = 20 * (end - start);
  listing.next = end + (took < PAUSE ? PAUSE : took);
}

/* ---- Processes that are observed.  */

/* Returns whether W, whose header has been written by now, is to be observed.
   If it cannot be known yet, W's PID stays 0.  */
static bool
begin_process (struct watched *w)
{
  if (!map_all (w))
    return true;
  const struct gasp_record_header *header = HEADER_OF (w);
  if (memcmp (header->magic, GASP_RECORD_MAGIC, sizeof header->magic)
      || !__atomic_load_n (&header->latest_thread, __ATOMIC_ACQUIRE))
    return true;
  if (header->version != GASP_RECORD_VERSION
      || header->state != GASP_RECORD_RUNNING || !is_descendant (header->pid))
    return false;
  w->pid = header->pid;
  /* One that executes another program begins another record.  */
  for (size_t i = observer.count; i-- > 0;)
    if (&observer.processes[i] != w && observer.processes[i].pid == w->pid)
      observer.processes[i].pid = -1;
  return true;
}

/* Returns whether THREAD runs: the letter of its state, or 0.  */
static char
ask_state (const struct watched *w, const struct gasp_record_thread *thread)
{
  struct proc_stat stat;
  return read_stat (w->pid, thread->tid, &stat) ? stat_state (&stat) : 0;
}

static void
ask_schedule (const struct watched *w, struct gasp_record_thread *thread)
{
  char text[96];
  size_t length = read_proc (w->pid, thread->tid, "schedstat", text, sizeof text);
  gasp_read_schedule (thread, text, (long) length);
}

/* Adds threads that have begun since.  */
static void
add_threads (struct watched *w)
{
  gasp_record_ref latest
    = __atomic_load_n (&HEADER_OF (w)->latest_thread, __ATOMIC_ACQUIRE);
  gasp_record_ref ref = latest;
  for (int i = 0; ref && ref != w->latest && i < MOST_NEW
       && w->count < MOST_WORDS; i++)
    {
      if (!is_mapped (w, ref, sizeof (struct gasp_record_thread)))
	break;
      struct gasp_record_thread *thread
	= AT_REF (w, struct gasp_record_thread, ref);
      if (thread->where)
	{
	  ask_schedule (w, thread);
	  w->threads = room_for_one (w->threads, w->count, &w->room,
				     sizeof *w->threads);
	  w->threads[w->count++] = (struct watched_thread) { ref, 0, 0 };
	}
      ref = thread->before;
    }
  w->latest = latest;
}

/* ---- Looks.  */

/* Notes that THREAD of W was found at WORD, and TIME has passed since the look
   before.  */
static void
note_word (struct watched *w, struct watched_thread *thread, uint64_t word,
	   uint64_t time)
{
  struct gasp_record_node *node = node_at (w, word);
  if (word != thread->word)
    observer.pace.unchanged = 0;
  thread->word = word;
  thread->node = node ? (gasp_record_ref) (((char *) node - w->base) >> 3) : 0;
  struct gasp_record_thread *element
    = AT_REF (w, struct gasp_record_thread, thread->ref);
  if (!node || element->paused)
    return;
  node = caller_that_goes_on (w->base, w->size, node);
  note_look (element, node, word, time);
  if (asks_now (&observer.pace, word, (size_t) (thread - w->threads), w->count))
    {
      note_state (node, ask_state (w, element), time);
      ask_schedule (w, element);
    }
}

/* Reads the words of W's threads into WORDS.  How many could be read: from
   the first that could not, none was.  */
static size_t
read_words (const struct watched *w, uint64_t *words)
{
  struct iovec there[MOST_WORDS], here = { words, w->count * sizeof *words };
  for (size_t i = 0; i < w->count; i++)
    there[i] = (struct iovec) {
      (void *) (uintptr_t) AT_REF (w, struct gasp_record_thread,
				   w->threads[i].ref)->where,
      sizeof *words
    };
  ssize_t size = process_vm_readv (w->pid, &here, 1, there, w->count, 0);
  return size > 0 ? (size_t) size / sizeof *words : 0;
}

/* Returns whether it is for this process to observe W, which it can.  */
static bool
claim (struct watched *w)
{
  uint32_t nobody = GASP_RECORD_UNOBSERVED;
  if (!w->claimed)
    w->claimed
      = __atomic_compare_exchange_n (&HEADER_OF (w)->observer, &nobody,
				     GASP_RECORD_OBSERVED_OUTSIDE, false,
				     __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
  return w->claimed;
}

/* Returns whether W, which shows no thread, may show one yet.  */
static bool
may_begin (struct watched *w)
{
  return ++w->in_vain % PATIENCE
	 || (w->pid > 0 && HEADER_OF (w)->state == GASP_RECORD_RUNNING
	     && !kill (w->pid, 0));
}

/* Returns whether there is anything left to look at.  */
static bool
look_at (struct watched *w, uint64_t time)
{
  uint64_t words[MOST_WORDS];
  add_threads (w);
  for (size_t i = w->count; i-- > 0;)
    if (!AT_REF (w, struct gasp_record_thread, w->threads[i].ref)->where)
      forget_thread (w, i);
  if (!w->count)
    return may_begin (w);
  size_t read = read_words (w, words);
  int error = read == w->count ? 0 : read ? EFAULT : errno;
  if (read ? !claim (w) : error == EPERM)
    return false;
  observer.pace.is_sampled &= HEADER_OF (w)->sampler != GASP_RECORD_NO_SAMPLER;
  for (size_t i = 0; i < read; i++)
    note_word (w, &w->threads[i], words[i], time);
  if (error == EFAULT)
    forget_thread (w, read);
  return error != ESRCH;
}

/* Looks at W, if it can be looked at by now.  Returns whether there is
   anything left to look at.  */
static bool
visit (struct watched *w, uint64_t time)
{
  sigjmp_buf end;
  bool remains = false;
  way_out = &end;
  if (!sigsetjmp (end, 0))
    remains = w->pid < 0 ? false : w->pid ? look_at (w, time)
	      : begin_process (w) && may_begin (w);
  way_out = NULL;
  return remains;
}

static void
look (void)
{
  uint64_t time = pace_look (&observer.pace, now (CLOCK_MONOTONIC));
  observer.pace.is_sampled = true;
  for (size_t i = observer.count; i-- > 0;)
    if (!visit (&observer.processes[i], time))
      forget (i);
}

/* ---- The loop.  */

/* Waits for so many NANOSECONDS.  Returns whether all is over.  */
static bool
ends_within (uint64_t nanoseconds)
{
  struct pollfd end = { observer.end, POLLIN, 0 };
  struct timespec t = { (time_t) (nanoseconds / 1000000000),
			(long) (nanoseconds % 1000000000) };
  return ppoll (&end, 1, &t, NULL) > 0;
}

static void *
observe (void *unused)
{
  uint64_t idle = PAUSE / 4;
  prctl (PR_SET_TIMERSLACK, 1);
  syscall (SYS_sched_setattr, 0, &SHORT_SLICES, 0);
  while (!ends_within (observer.count ? pace_interval (&observer.pace) : idle))
    {
      read_directory (true);
      if (observer.count)
	{
	  look ();
	  pace_choose (&observer.pace, now (CLOCK_THREAD_CPUTIME_ID));
	  idle = PAUSE / 4;
	}
      else if (idle < MOST_INTERVAL)
	idle *= 2;
    }
  return unused;
}

void
observe_begin (const char *directory)
{
  listing.directory = opendir (directory);
  observer.end = eventfd (0, EFD_CLOEXEC);
  if (!listing.directory || observer.end < 0)
    {
      complain ("what recording takes cannot be told from the program's time: %s",
		strerror (errno));
      return;
    }
  read_directory (false);
  /* Signals are for who waits for the program.  */
  sigset_t all, before;
  sigfillset (&all);
  sigdelset (&all, SIGBUS);
  pthread_sigmask (SIG_SETMASK, &all, &before);
  observer.runs
    = pthread_create (&observer.thread, NULL, observe, NULL) == 0;
  pthread_sigmask (SIG_SETMASK, &before, NULL);
}

/* Ends observing, and closes what was open in any case: there may be few
   descriptors.  */
void
observe_end (void)
{
  uint64_t one = 1;
  if (observer.runs && write (observer.end, &one, sizeof one) == sizeof one)
    pthread_join (observer.thread, NULL);
  observer.runs = false;
  while (observer.count)
    forget (0);
  if (listing.directory)
    closedir (listing.directory);
  listing.directory = NULL;
  if (observer.end >= 0)
    close (observer.end);
  observer.end = -1;
}
