/* wakers.c - who wakes whom: see wakers.h.

   SPDX-License-Identifier: Apache-2.0

   Of each object, and of each descriptor, the last call is known that has woken
   somebody, or written.  Two threads may write that down at once: so WHO has,
   beside the thread's number in the system, a mark of all of it.  */

#include "wakers.h"
#include "hash.h"
#include "syscall.h"
#include "ticks.h"
#include "users.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>

#define NUMBER_BITS 24

/* Where a thread called the function, where what did that was called from, and
   so on, up to a 0.  */
struct call { unsigned long addresses[WAKER_CALLERS]; uint64_t who; };

/* Returns the mark of OBJECT and ADDRESSES.  */
static uint64_t
mark_of (uint64_t object, const unsigned long *addresses)
{
  uint64_t mark = object;
  for (int i = 0; i < WAKER_CALLERS; i++)
    mark = mark * 0x9e3779b97f4a7c15 ^ addresses[i];
  return mark * 0xff51afd7ed558ccd << NUMBER_BITS;
}

/* Notes in NOTED that the calling thread is at CALL, of OBJECT.  */
static void
note_call (struct call *noted, uint64_t object, const struct library_call *call)
{
  struct gasp_gcc_caller calls[WAKER_CALLERS - 1] = { users_first (call) };
  unsigned long addresses[WAKER_CALLERS] = { 0 };
  unsigned int count = gasp_gcc_callers (calls, WAKER_CALLERS - 1);
  for (unsigned int i = 0; i < count || !i; i++)
    addresses[i] = calls[i].address;
  for (int i = 0; i < WAKER_CALLERS; i++)
    __atomic_store_n (&noted->addresses[i], addresses[i], __ATOMIC_RELAXED);
  __atomic_store_n (&noted->who, mark_of (object, addresses) | own_number (),
		    __ATOMIC_RELAXED);
}

/* Returns whose call NOTED is, of OBJECT, and sets ADDRESSES; 0 if that is not
   known, or the calling thread's.  */
static int
read_call (const struct call *noted, uint64_t object,
	   unsigned long addresses[WAKER_CALLERS])
{
  uint64_t who = __atomic_load_n (&noted->who, __ATOMIC_RELAXED);
  int number = who & ((1 << NUMBER_BITS) - 1);
  for (int i = 0; i < WAKER_CALLERS; i++)
    addresses[i] = __atomic_load_n (&noted->addresses[i], __ATOMIC_RELAXED);
  return (who ^ mark_of (object, addresses)) >> NUMBER_BITS
	 || number == own_number () ? 0 : number;
}

/* ---- Objects: few at a time share an element.  */

#define WAKERS 1024
static struct waker {
  struct call call;
  unsigned int count;		/* of calls */
  int waiting;			/* threads */
} wakers[WAKERS];

static struct waker *
waker_of (const void *object)
{
  uintptr_t bits = (uintptr_t) object;
  return &wakers[(bits >> 3 ^ bits >> 13) % WAKERS];
}

unsigned int
wakers_await (const void *object, int one)
{
  struct waker *waker = waker_of (object);
  __atomic_fetch_add (&waker->waiting, one, __ATOMIC_SEQ_CST);
  return __atomic_load_n (&waker->count, __ATOMIC_RELAXED);
}

void
wakers_wake (const void *object, const struct library_call *call)
{
  struct waker *waker = waker_of (object);
  if (__atomic_load_n (&waker->waiting, __ATOMIC_RELAXED) <= 0)
    return;
  __atomic_fetch_add (&waker->count, 1, __ATOMIC_RELAXED);
  note_call (&waker->call, (uintptr_t) object, call);
}

int
wakers_find (const void *object, unsigned int since,
	     unsigned long addresses[WAKER_CALLERS])
{
  const struct waker *waker = waker_of (object);
  return __atomic_load_n (&waker->count, __ATOMIC_RELAXED) == since ? 0
	 : read_call (&waker->call, (uintptr_t) object, addresses);
}

/* ---- Descriptors.  */

#define DESCRIPTORS 1024
static struct write { struct call call; uint64_t ticks; } writes[DESCRIPTORS];
static int readers, most_written;
static uint64_t last_write;

/* The latest pairs of connected sockets, by the numbers of their files.  */
#define PAIRS 64
static struct pair { ino_t ends[2]; } pairs[PAIRS];
static unsigned int pair_count;

void
wakers_read (int one)
{
  __atomic_fetch_add (&readers, one, __ATOMIC_RELAXED);
}

void
wakers_write (int descriptor, const struct library_call *call, uint64_t ticks)
{
  if (__atomic_load_n (&readers, __ATOMIC_RELAXED) <= 0 || descriptor < 0
      || descriptor >= DESCRIPTORS)
    return;
  struct write *write = &writes[descriptor];
  note_call (&write->call, ticks, call);
  __atomic_store_n (&write->ticks, ticks, __ATOMIC_RELAXED);
  if (__atomic_load_n (&most_written, __ATOMIC_RELAXED) < descriptor)
    __atomic_store_n (&most_written, descriptor, __ATOMIC_RELAXED);
  __atomic_store_n (&last_write, ticks, __ATOMIC_RELEASE);
}

void
wakers_pair (const int ends[2])
{
  struct stat st[2];
  if (gasp_gcc_is_sandboxed () || !wakers_ask_file (ends[0], &st[0])
      || !wakers_ask_file (ends[1], &st[1]))
    return;
  unsigned int at = __atomic_fetch_add (&pair_count, 1, __ATOMIC_RELAXED);
  pairs[at % PAIRS] = (struct pair) { { st[0].st_ino, st[1].st_ino } };
}

ino_t
wakers_other_of_pair (ino_t end)
{
  for (unsigned int i = 0; i < PAIRS; i++)
    if (pairs[i].ends[0] == end || pairs[i].ends[1] == end)
      return pairs[i].ends[pairs[i].ends[0] == end];
  return 0;
}

static bool
is_pair (ino_t a, ino_t b)
{
  for (unsigned int i = 0; i < PAIRS; i++)
    if ((pairs[i].ends[0] == a && pairs[i].ends[1] == b)
	|| (pairs[i].ends[0] == b && pairs[i].ends[1] == a))
      return true;
  return false;
}

/* Returns whether the socket A has the name by which B's peer goes.  */
static bool
is_peer (int a, int b)
{
  struct sockaddr_storage own, peer;
  return wakers_ask_name (a, false, &own) && wakers_ask_name (b, true, &peer)
	 && !memcmp (&own, &peer, sizeof own);
}

/* Returns whether what is written to WRITTEN can be read from SOURCE.  */
static bool
leads_to (int written, int source)
{
  struct stat from, to;
  if (!wakers_ask_file (written, &from) || !wakers_ask_file (source, &to))
    return false;
  if (S_ISFIFO (from.st_mode))
    return from.st_dev == to.st_dev && from.st_ino == to.st_ino;
  if (S_ISSOCK (from.st_mode) && S_ISSOCK (to.st_mode))
    return is_pair (from.st_ino, to.st_ino)
	   || (is_peer (written, source) && is_peer (source, written));
  /* An eventfd has no kind.  */
  return !(from.st_mode & S_IFMT) && written == source;
}

long
wakers_read_epoll (int descriptor, char *text, size_t size)
{
  char path[40];
  snprintf (path, sizeof path, "/proc/self/fdinfo/%d", descriptor);
  long file = ASK_KERNEL (SYS_openat, AT_FDCWD, (long) path,
			  O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return 0;
  long length = ASK_KERNEL (SYS_read, file, (long) text, size - 1);
  ASK_KERNEL (SYS_close, file);
  return length < 0 ? 0 : length;
}

/* Returns whether what is written to WRITTEN can be read from one of those that
   INFORMATION of the system's on an epoll has.  */
static bool
leads_to_epoll (int written, const char *information)
{
  static const char line[] = "tfd:";
  for (const char *at = information; (at = strstr (at, line));)
    {
      at += sizeof line - 1;
      if (leads_to (written, atoi (at)))
	return true;
    }
  return false;
}

static bool
leads_to_source (int written, const struct source *source,
		 const char *information)
{
  enum { BITS = 8 * sizeof (unsigned long) };
  const struct pollfd *polled = source->set;
  const unsigned long *selected = source->set;
  if (source->kind == FROM_ONE)
    return leads_to (written, source->number);
  if (source->kind == FROM_EPOLL)
    return leads_to_epoll (written, information);
  for (int i = 0; source->set && i < source->number; i++)
    if (source->kind == FROM_POLL
	? polled[i].revents && leads_to (written, polled[i].fd)
	: selected[i / BITS] >> i % BITS & 1 && leads_to (written, i))
      return true;
  return false;
}

/* Returns the descriptor that was written to first since SINCE, of those that
   lead to SOURCE; or -1.  */
static int
first_written (const struct source *source, uint64_t since)
{
  char information[MOST_INFORMATION];
  int first = -1, end = __atomic_load_n (&most_written, __ATOMIC_RELAXED);
  uint64_t ticks, first_ticks = UINT64_MAX;
  long length = source->kind == FROM_EPOLL
		? wakers_read_epoll (source->number, information,
				     sizeof information) : 0;
  information[length] = '\0';
  for (int i = 0; i <= end; i++)
    {
      ticks = __atomic_load_n (&writes[i].ticks, __ATOMIC_RELAXED);
      if (ticks >= since && ticks < first_ticks
	  && leads_to_source (i, source, information))
	{
	  first = i;
	  first_ticks = ticks;
	}
    }
  return first;
}

/* The part of the time that all threads together may spend on asking the system
   who has written, and some ticks that they may at once.  Where many wait for
   short, it is known of some only.  */
#define PART 64
#define AT_ONCE 4000000
/* Longer questions have been interrupted.  */
#define MOST_ASKED (1 << 19)
static uint64_t first_asked, asking;

bool
wakers_may_ask (uint64_t now)
{
  uint64_t none = 0;
  __atomic_compare_exchange_n (&first_asked, &none, now, false,
			       __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  return __atomic_load_n (&asking, __ATOMIC_RELAXED)
	 < AT_ONCE + (now - first_asked) / PART;
}

void
wakers_asked (uint64_t since)
{
  uint64_t took = read_tsc () - since;
  __atomic_fetch_add (&asking, took < MOST_ASKED ? took : MOST_ASKED,
		      __ATOMIC_RELAXED);
}

int
wakers_writer (const struct source *source, uint64_t since,
	       unsigned long addresses[WAKER_CALLERS])
{
  if (__atomic_load_n (&last_write, __ATOMIC_ACQUIRE) < since
      || gasp_gcc_is_sandboxed ())
    return 0;
  uint64_t now = read_tsc ();
  if (!wakers_may_ask (now))
    return 0;
  int saved_errno = errno;
  int first = first_written (source, since);
  errno = saved_errno;
  wakers_asked (now);
  return first < 0 ? 0 : read_call (&writes[first].call, writes[first].ticks,
				    addresses);
}
