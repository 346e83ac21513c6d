/* observe.c - observe the threads of programs that are recorded.  See observe.h.

   SPDX-License-Identifier: Apache-2.0

   At random moments, look what each thread is at, and add the time since the look
   before to that node of its record (tool/record.h).  What a thread is at, is in a
   word of its own (gasp_gcc_where), which is read from here: there is no signal, no
   further thread in the program, and no system call of its that ends early.

     the directory --inotify--> a record, mapped
       -> its threads' words, one process_vm_readv a process
       -> the nodes that these name
  */

#define _GNU_SOURCE
#include "observe.h"
#include "rundir.h"
#include "util.h"
#include "tool/observing.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

/* A thread may be looked at together with so many.  */
#define MOST_WORDS 512
/* After so many looks, see whether a process that shows no thread is over.  */
#define PATIENCE 1024

/* ---- What is observed.  */

struct watched_thread
{
  gasp_record_ref ref;		/* of its element */
  uint64_t word;		/* as it was last */
};

struct watched
{
  pid_t pid;			/* 0: not known yet; -1: not to be observed */
  bool claimed;			/* nobody else observes it */
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
  char *directory;
  int changes, end;		/* inotify's and the event that ends all */
  struct watched *processes;
  size_t count, room;
  struct pace pace;
} observer = { .changes = -1, .end = -1 };

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

/* Map as much of W's record as there is.  */
static bool
map_all (struct watched *w)
{
  struct stat st;
  if (fstat (w->file, &st) || (size_t) st.st_size < GASP_RECORD_SEGMENT)
    return false;
  size_t size = (size_t) st.st_size;
  if (size == w->size)
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

/* Whether SIZE bytes at the reference REF are mapped.  */
static bool
is_mapped (struct watched *w, gasp_record_ref ref, size_t size)
{
  uint64_t end = ((uint64_t) ref << 3) + size;
  return end <= w->size || (map_all (w) && end <= w->size);
}

/* The node of W that WORD names, or null.  */
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

/* The parent of process PID, or 0.  */
static pid_t
parent_of (pid_t pid)
{
  char path[64], text[512];
  snprintf (path, sizeof path, "/proc/%d/stat", (int) pid);
  int file = open (path, O_RDONLY | O_CLOEXEC);
  ssize_t length = file >= 0 ? read (file, text, sizeof text - 1) : 0;
  if (file >= 0)
    close (file);
  text[length > 0 ? length : 0] = '\0';
  const char *name_end = strrchr (text, ')');
  int parent;
  return name_end && sscanf (name_end + 1, " %*c %d", &parent) == 1
	 ? (pid_t) parent : 0;
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

static void
forget (size_t i)
{
  struct watched *w = &observer.processes[i];
  while (w->count)
    forget_thread (w, 0);
  free (w->threads);
  if (w->base)
    munmap (w->base, w->size);
  close (w->file);
  observer.processes[i] = observer.processes[--observer.count];
}

/* A record NAME has been made.  It may not be complete yet: then it is looked at
   again.  */
static void
add_record (const char *name)
{
  if (!is_record_name (name))
    return;
  char *path = print_string ("%s/%s", observer.directory, name);
  int file = open (path, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
  free (path);
  if (file < 0)
    return;
  observer.processes
    = room_for_one (observer.processes, observer.count, &observer.room,
		    sizeof *observer.processes);
  observer.processes[observer.count++]
    = (struct watched) { .file = file };
}

/* W's header has been written by now: whether it is to be observed.  If it cannot be
   known yet, W's PID stays 0.  */
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

/* Read file NAME of a thread's in /proc into TEXT, of SIZE bytes, as a string: how
   long that is.  */
static long
read_file (const struct watched *w, const struct gasp_record_thread *thread,
	   const char *name, char *text, size_t size)
{
  char path[64];
  snprintf (path, sizeof path, "/proc/%d/task/%d/%s", (int) w->pid, thread->tid,
	    name);
  int file = open (path, O_RDONLY | O_CLOEXEC);
  ssize_t length = file < 0 ? 0 : read (file, text, size - 1);
  if (file >= 0)
    close (file);
  length = length < 0 ? 0 : length;
  text[length] = '\0';
  return length;
}

/* Whether THREAD runs: the letter of its state, or 0.  */
static char
ask_state (const struct watched *w, const struct gasp_record_thread *thread)
{
  char text[96];
  read_file (w, thread, "stat", text, sizeof text);
  const char *name_end = strrchr (text, ')');
  return name_end && name_end[1] ? name_end[2] : 0;
}

static void
ask_schedule (const struct watched *w, struct gasp_record_thread *thread)
{
  char text[96];
  note_schedule (thread, text, read_file (w, thread, "schedstat", text, sizeof text));
}

/* Threads that have begun since.  */
static void
add_threads (struct watched *w)
{
  gasp_record_ref latest
    = __atomic_load_n (&HEADER_OF (w)->latest_thread, __ATOMIC_ACQUIRE);
  gasp_record_ref ref = latest;
  for (; ref && ref != w->latest && w->count < MOST_WORDS;)
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
	  w->threads[w->count++] = (struct watched_thread) { ref, 0 };
	}
      ref = thread->before;
    }
  w->latest = latest;
}

/* ---- Looks.  */

/* THREAD of W was found at WORD, and TIME has passed since the look before.  */
static void
note_word (struct watched *w, struct watched_thread *thread, uint64_t word,
	   uint64_t time)
{
  struct gasp_record_node *node = node_at (w, word);
  if (word != thread->word)
    observer.pace.unchanged = 0;
  thread->word = word;
  struct gasp_record_thread *element
    = AT_REF (w, struct gasp_record_thread, thread->ref);
  if (!node || element->paused)
    return;
  note_look (element, node, word, time);
  if (asks_now (&observer.pace, word, (size_t) (thread - w->threads), w->count))
    {
      note_state (node, ask_state (w, element));
      ask_schedule (w, element);
    }
}

/* Read the words of W's threads into WORDS.  How many could be read: from the first
   that could not, none was.  */
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

/* Whether it is for this process to observe W, which it can.  */
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

/* Whether W, which shows no thread, may show one yet.  */
static bool
may_begin (struct watched *w)
{
  return ++w->in_vain % PATIENCE
	 || (w->pid > 0 && HEADER_OF (w)->state == GASP_RECORD_RUNNING
	     && !kill (w->pid, 0));
}

/* Whether there is anything left to look at.  */
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
  if (read ? !claim (w) : errno == EPERM)
    return false;
  for (size_t i = 0; i < read; i++)
    note_word (w, &w->threads[i], words[i], time);
  if (read < w->count && errno == EFAULT)
    forget_thread (w, read);
  return errno != ESRCH;
}

static void
look (void)
{
  uint64_t time = pace_look (&observer.pace, now (CLOCK_MONOTONIC));
  for (size_t i = observer.count; i-- > 0;)
    {
      struct watched *w = &observer.processes[i];
      errno = 0;
      if (w->pid < 0 || (w->pid && !look_at (w, time))
	  || (!w->pid && (!begin_process (w) || !may_begin (w))))
	forget (i);
    }
}

/* ---- The loop.  */

static void
take_changes (void)
{
  char buffer[4096] __attribute__ ((aligned (8)));
  ssize_t size;
  while ((size = read (observer.changes, buffer, sizeof buffer)) > 0)
    for (char *at = buffer; at < buffer + size;)
      {
	const struct inotify_event *event = (void *) at;
	if (event->len)
	  add_record (event->name);
	at += sizeof *event + event->len;
      }
}

static void *
observe (void *unused)
{
  struct pollfd files[] = { { observer.end, POLLIN, 0 },
			    { observer.changes, POLLIN, 0 } };
  prctl (PR_SET_TIMERSLACK, 1);
  syscall (SYS_sched_setattr, 0, &SHORT_SLICES, 0);
  for (;;)
    {
      uint64_t interval = pace_interval (&observer.pace);
      struct timespec t = { (time_t) (interval / 1000000000),
			    (long) (interval % 1000000000) };
      if (ppoll (files, 2, observer.count ? &t : NULL, NULL) > 0
	  && files[0].revents)
	return unused;
      if (files[1].revents)
	take_changes ();
      if (!observer.count)
	continue;
      look ();
      pace_choose (&observer.pace, now (CLOCK_THREAD_CPUTIME_ID));
    }
}

void
observe_begin (const char *directory)
{
  observer.directory = copy_string (directory);
  observer.changes = inotify_init1 (IN_CLOEXEC | IN_NONBLOCK);
  observer.end = eventfd (0, EFD_CLOEXEC);
  if (observer.changes < 0 || observer.end < 0
      || inotify_add_watch (observer.changes, directory, IN_CREATE) < 0)
    return;
  /* Signals are for who waits for the program.  */
  sigset_t all, before;
  sigfillset (&all);
  pthread_sigmask (SIG_SETMASK, &all, &before);
  observer.runs
    = pthread_create (&observer.thread, NULL, observe, NULL) == 0;
  pthread_sigmask (SIG_SETMASK, &before, NULL);
}

void
observe_end (void)
{
  if (!observer.runs)
    return;
  uint64_t one = 1;
  if (write (observer.end, &one, sizeof one) == sizeof one)
    pthread_join (observer.thread, NULL);
  observer.runs = false;
  while (observer.count)
    forget (0);
}
