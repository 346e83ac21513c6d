/* state.h - what all of libgasp knows of the process.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <sys/types.h>
#include "attachment.h"
#include "base/common.h"

#pragma GCC visibility push (hidden)

/* ---- Which events are wanted  */

/* True if there is a tool, and events are to be raised.  */
extern bool gasp_active;
/* True if there is a tool that has not declined the events of allocation.  */
extern bool gasp_allocations_wanted;
extern void gasp_set_active (bool on);
/* If not null, allocations are sampled, and these two say which blocks are
   known (gasp_gcc_sample_allocations).  */
extern const gasp_gcc_word *gasp_known_blocks;
extern int (*gasp_knows_block) (const void *block);
/* The functions that gasp_gcc_use_allocator was given, or null.  */
extern struct gasp_gcc_allocator gasp_allocator;
/* Returns whether the tool does without events TAG.  */
extern bool gasp_is_left_out (unsigned int tag);
/* Forgets what the tool leaves out.  */
extern void gasp_leave_nothing_out (void);
/* GASP_VERBOSE is set.  */
extern bool gasp_verbose;

/* The functions that get function and allocation events: a tool's recorder or,
   if there is none, one that calls gasp_event_notify (recorder.c).  */
extern struct gasp_gcc_recorder gasp_recorder;
/* Returns whether it has them logged.  */
static inline bool
gasp_logs (void)
{
  return gasp_recorder.log;
}
/* How many ENDs of functions had no START.  */
extern unsigned long gasp_unmatched_ends;

/* ---- Which process it is  */

/* The process that events are of: not a child of vfork.  */
extern pid_t gasp_process;
extern void gasp_this_is_the_process (void);
/* Returns whether this is that process, and not a copy that libgasp has not
   noticed.  */
extern bool gasp_was_not_copied (void);
/* The same, by what the kernel has cleared in a copy; for what events may do.
   Where the kernel does not clear memory on fork, no process is a copy.  */
extern volatile char *gasp_process_mark;
AT_SITE_INLINE bool
gasp_is_copy (void)
{
  return unlikely (!*gasp_process_mark);
}
/* Returns whether it is a child of vfork, which has its parent's memory and
   stack.  */
extern bool gasp_is_vforked (void);
/* True if the program may have forbidden itself to ask the kernel for anything
   (gasp_gcc_sandbox).  */
extern bool gasp_sandboxed;
/* Set when the program may enter a sandbox unseen (gasp_gcc_make_room): from
   then on the kernel is asked only for what cannot be done without it.  */
extern bool gasp_may_be_sandboxed;
/* Set if the process was seen to run under Valgrind.  */
extern bool gasp_has_valgrind;

/* ---- How far it has come  */

/* Returns whether a session is to be opened by the first event, or is just
   being.  */
static inline bool
gasp_attach_pending (void)
{
  return (gasp_gcc_attachment.state == GASP_ATTACH_PENDING
	  || gasp_gcc_attachment.state == GASP_ATTACH_LOADING);
}

/* Returns whether threads may come to active sites though there is no
   session.  */
static inline bool
gasp_attach_unfinished (void)
{
  return !gasp_active && gasp_gcc_attachment.state != GASP_ATTACH_DORMANT;
}

/* EXITING: the process has begun to exit.  OVER: there are no more events.  */
enum { GASP_RUNNING, GASP_EXITING, GASP_OVER };
extern int gasp_exit_state;
static inline bool
gasp_exiting (void)
{
  return __atomic_load_n (&gasp_exit_state, __ATOMIC_RELAXED) != GASP_RUNNING;
}

/* Loads the tool if one is wanted, at an event at POSITION without one.
   Returns whether there is one now.  It is null until threads.c may call it,
   which is below it.  (attach.c)  */
extern bool (*gasp_begin_late) (unsigned long position);
/* Gives this process, which is a copy, a record of its own.  (fork.c)  */
extern void (*gasp_begin_process) (void);

#pragma GCC visibility pop
