/* stop.h - stop a thread of another process.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <limits.h>
#include <stdbool.h>

extern void pause_for (long nanoseconds);

/* How often a thread is looked at, in nanoseconds: at first, and at least.  */
#define SOON 20000
#define LATER 5000000

static inline long
longer (long time)
{
  return time < LATER ? 2 * time : time;
}

/* How long to wait for a thread, in nanoseconds, that may be in the kernel and
   not let itself be interrupted; and for one that will stop.  */
#define PATIENCE 100000000
#define FOR_EVER LONG_MAX

/* Waits until thread TID, which is traced, stops, TIME nanoseconds at most.
   If it has come to its end, or does not stop, returns false and sets errno.
   A sleeper in waitpid is not woken when another thread executes a program and
   takes TID for its own.  */
extern bool wait_for_stop (int tid, int *status, long time);

/* Stops thread TID, which is traced, within TIME.  A signal that comes first
   is given back to it.  */
extern bool stop_thread (int tid, long time);

/* Returns whether process PID has the file of the dynamic linker, where its
   state may be half done, at ADDRESS.  */
extern bool in_dynamic_linker (int pid, unsigned long address);

/* Returns whether thread TID has a restartable sequence (rseq(2)) around
   ADDRESS.  The kernel restarts it only if the thread continues from
   there.  */
extern bool in_restartable_sequence (int pid, int tid, unsigned long address);
