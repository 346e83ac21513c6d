/* write.h - write code, one thread at a time.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "base/code.h"
#include "block.h"

#pragma GCC visibility push (hidden)

/* Takes and releases the lock that a thread holds, with signals blocked, which
   changes code while it runs: those that were not blocked before are in
   SAVED.  */
extern void gasp_switch_lock (gasp_signals *saved);
extern void gasp_switch_unlock (const gasp_signals *saved);
/* Takes the lock for a thread that has already blocked signals; it unlocks
   with null.  Returns false if the lock is taken.  */
extern bool gasp_switch_try_lock (void);
/* Returns whether the lock is held.  It is asked by a write, which the next
   holder sees.  */
extern bool gasp_switch_is_locked (void);
extern void gasp_switch_fork_child (void);

/* How to write code while it may run.  */
struct gasp_writer
{
  int fd;			/* of the process's memory; -1: directly */
  struct segment pages;		/* that have been made writable */
};

/* Prepares for writing to the code in PAGES.  LIVE: threads may be running
   there.  */
extern bool gasp_write_begin (struct gasp_writer *writer,
			      const struct segment *pages, bool live);
extern bool gasp_write_word (const struct gasp_writer *writer,
			     unsigned long address, unsigned long word);
extern void gasp_write_end (const struct gasp_writer *writer);
/* Maps the SIZE bytes at START, which is a page's, all of which will be
   written, as good as: one call of the kernel costs less than as many page
   faults.  */
extern void gasp_populate (unsigned long start, size_t size);
/* Writes SIZE bytes of code that no thread runs yet.  */
extern bool gasp_write_as_debugger (unsigned long address, const void *from,
				    size_t size);

/* Lets no thread, from now on, execute code that it fetched before.  */
extern void gasp_synchronise (void);

#pragma GCC visibility pop
