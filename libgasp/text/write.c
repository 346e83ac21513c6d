/* write.c - write code, one thread at a time.

   SPDX-License-Identifier: Apache-2.0  */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/membarrier.h>
#include <sched.h>
#include <sys/mman.h>
#include <unistd.h>
#include "syscall.h"
#include "text/write.h"

/* ---- The lock  */

/* The process that holds the lock, or 0.  A process that was forked meanwhile,
   by whatever means, finds its parent's number there, and knows that no thread
   of its own will unlock it.  */
static int locked_by;

static bool
replace (int *at, int *expected, int wanted)
{
  return __atomic_compare_exchange_n (at, expected, wanted, false,
				      __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

bool
gasp_switch_try_lock (void)
{
  int process = getpid (), holder = 0;
  return (replace (&locked_by, &holder, process)
	  || (holder != process
	      && replace (&locked_by, &holder, process)));
}

bool
gasp_switch_is_locked (void)
{
  int holder = __atomic_fetch_or (&locked_by, 0, __ATOMIC_ACQ_REL);
  return holder && holder == getpid ();
}

void
gasp_switch_lock (gasp_signals *saved)
{
  gasp_block_signals (saved);
  while (!gasp_switch_try_lock ())
    sched_yield ();
}

void
gasp_switch_unlock (const gasp_signals *saved)
{
  __atomic_store_n (&locked_by, 0, __ATOMIC_RELEASE);
  if (saved)
    gasp_unblock_signals (saved);
}

void
gasp_switch_fork_child (void)
{
  __atomic_store_n (&locked_by, 0, __ATOMIC_RELEASE);
}

/* ---- Writing  */

/* That of /proc/self is empty once the first thread has ended.  */
#define OWN_MEMORY "/proc/thread-self/mem"

bool
gasp_write_as_debugger (unsigned long address, const void *from, size_t size)
{
  int fd = open (OWN_MEMORY, O_RDWR | O_CLOEXEC);
  if (fd < 0)
    return false;
  const char *next = from;
  ssize_t done = 0;
  while (size > 0 && (done = pwrite (fd, next, size, address)) > 0)
    {
      next += done;
      address += done;
      size -= done;
    }
  close (fd);
  return size == 0;
}

/* Makes PAGES writable for WRITER.  Where memory must never be writable and
   executable, the kernel still writes it for a debugger, and we may be our
   own; but it does not promise to do that by words, as is needed if code is
   LIVE.  Returns whether it could.  */
bool
gasp_write_begin (struct gasp_writer *writer, const struct segment *pages,
		  bool live)
{
  void *start = (void *) pages->start;
  size_t size = pages->end - pages->start;
  writer->fd = -1;
  writer->pages = *pages;
  if (mprotect (start, size, PROT_READ | PROT_WRITE | PROT_EXEC) == 0)
    return true;
  int saved = errno;
  if (!live)
    writer->fd = open (OWN_MEMORY, O_RDWR | O_CLOEXEC);
  errno = saved;
  return writer->fd >= 0;
}

/* Writes WORD to ADDRESS, and returns whether it could.  The thread sanitiser
   sees no code being written.  */
__attribute__ ((no_sanitize_thread)) bool
gasp_write_word (const struct gasp_writer *writer, unsigned long address,
		 unsigned long word)
{
  if (writer->fd >= 0)
    return pwrite (writer->fd, &word, sizeof word, address) == sizeof word;
  __atomic_store_n ((unsigned long *) address, word, __ATOMIC_RELEASE);
  return true;
}

void
gasp_write_end (const struct gasp_writer *writer)
{
  __builtin___clear_cache ((char *) writer->pages.start,
			   (char *) writer->pages.end);
  if (writer->fd >= 0)
    close (writer->fd);
  else
    mprotect ((void *) writer->pages.start,
	      writer->pages.end - writer->pages.start,
	      writer->pages.protection);
}

void
gasp_populate (unsigned long start, size_t size)
{
#ifdef MADV_POPULATE_WRITE
  int saved = errno;
  madvise ((void *) start, size, MADV_POPULATE_WRITE);
  errno = saved;
#else
  (void) start;
  (void) size;
#endif
}

/* ---- The processors  */

void
gasp_synchronise (void)
{
  static bool registered;
  if (!registered)
    ASK_KERNEL (SYS_membarrier,
		MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED_SYNC_CORE);
  registered = true;
  ASK_KERNEL (SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED_SYNC_CORE);
}
