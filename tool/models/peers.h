/* peers.h - processes that are one program: who moves what, locks, barriers,
   messages.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "events/event.h"
#include "gasp_gcc.h"

#pragma GCC visibility push (hidden)

/* ---- What others call  */

/* Actions of events, beside taking time.  */
extern event_end gasp_tool_moved;
extern event_end gasp_tool_locked, gasp_tool_lock_tried,
  gasp_tool_try_over;
extern event_end gasp_tool_shared_allocated, gasp_tool_shared_blocks_allocated,
  gasp_tool_lock_allocated;
extern event_start gasp_tool_shared_freeing;
extern event_start gasp_tool_barrier_arrives, gasp_tool_barrier_waits,
  gasp_tool_collective_begins, gasp_tool_meeting_begun, gasp_tool_meeting_over,
  gasp_tool_barrier_within, gasp_tool_meeting_begins, gasp_tool_root_gives,
  gasp_tool_root_gets, gasp_tool_meeting_in_order, gasp_tool_meeting_if_held,
  gasp_tool_gathering_begins, gasp_tool_together_begins;
extern event_end gasp_tool_barrier_leaves, gasp_tool_gathering_ends,
  gasp_tool_together_ends;
/* A collective function; and one where ranks wait for each other.  */
extern event_end gasp_tool_collective_ends, gasp_tool_meeting_ends;
/* Messages: one is sent; one is waited for, and has come; something is waited
   for.  */
extern event_start gasp_tool_message_sent, gasp_tool_send_begun,
  gasp_tool_message_taken, gasp_tool_waits_begin, gasp_tool_signal,
  gasp_tool_signalled;
extern event_end gasp_tool_message_came, gasp_tool_message_left,
  gasp_tool_waits_end, gasp_tool_receive_begun, gasp_tool_probed;
/* Something is done that others may wait for, and has been waited for; a lock
   that all processes share is released.  */
extern event_start gasp_tool_change_begins, gasp_tool_change_awaited,
  gasp_tool_lock_passed_on;
/* This process comes to what others may wait for, or may have waited for
   another one to do so.  */
extern event_start gasp_tool_comes, gasp_tool_held;
/* This process is one of a group; opens a file; begins I/O, and has waited for
   it.  (trace-objects.c)  */
extern event_start gasp_tool_group_known, gasp_tool_file_opened,
  gasp_tool_io_begun, gasp_tool_io_over;
/* Adds to the trace what file an event that begins, or ends, is about.  */
extern void gasp_tool_io_trace (gasp_context_t context, const char *shape,
				bool begins, const union argument *arguments);

/* Returns whether an event of ROLE only says something of the one around
   it.  */
static inline bool
gasp_tool_is_remark (enum role role)
{
  return role == ROLE_SEND_BEGUN || role == ROLE_SEND_OVER
	 || role == ROLE_SIGNAL || role == ROLE_SIGNALLED
	 || role == ROLE_CHANGE || role == ROLE_CHANGED
	 || role == ROLE_COMES || role == ROLE_HELD || role == ROLE_GROUP
	 || role == ROLE_FILE || role == ROLE_IO_BEGUN
	 || role == ROLE_IO_OVER;
}

/* Notes that a message is sent or received in the event that is open, at the
   time that CONTEXT has read last.  */
extern void gasp_tool_message_part (gasp_context_t context, enum role role,
				    const union argument *arguments);
/* Notes a static shared object; PLACE is the event's.  */
extern void gasp_tool_static_object (gasp_record_ref place,
				     const union argument *arguments);
/* Notes in the header which process of the program this is, if it is one of
   several.  */
extern void gasp_tool_peers_describe (void);
extern void gasp_tool_peers_see_library (void);
extern void gasp_tool_peers_fork (void);
extern void gasp_tool_peers_thread_end (gasp_context_t context);
extern void gasp_tool_peers_go_on (gasp_context_t context);
/* Adds to the trace what EVENT, which CONTEXT is in and which begins or ends
   with ARGUMENTS, means for other processes.  (trace-peers.c)  */
extern void gasp_tool_peers_trace_start (gasp_context_t context, uint32_t tag,
					 const union argument *arguments);
/* Notes that a device did what was asked of it at PLACE, as long as ARGUMENTS
   say.  (devices.c)  */
extern void gasp_tool_device_did (gasp_context_t context, gasp_record_ref place,
				  const union argument *arguments);
/* Adds to the trace which device does what begins with ARGUMENTS.  */
extern void gasp_tool_device_trace (gasp_context_t context, uint32_t tag,
				    const union argument *arguments);
extern void gasp_tool_peers_trace_end (gasp_context_t context, uint32_t tag,
				       const union argument *arguments);

/* ---- Between these files

   Which process of the program this is, from 0, and how many there are; 0 if it
   is one by itself.  */
extern int gasp_tool_rank, gasp_tool_ranks;

/* Returns whether POINTER leads to an object in shared space, *RESULT.  */
extern bool gasp_tool_find_shared (const void *pointer,
				   struct gasp_gcc_shared *result);
/* Finds argument NUMBER of event TAG: a pointer, the number of a process, a
   handle, which is one of this process, or a number that is the same in all,
   which is taken for one of the first.  */
extern bool gasp_tool_find_argument (uint32_t tag, int number,
				     const union argument *arguments,
				     struct gasp_gcc_shared *result);

/* Finds the lock that event TAG is about: the first argument, or the one after
   a name; or a process and a number.  Returns whether it is known.  */
extern bool gasp_tool_find_lock (uint32_t tag, const union argument *arguments,
				 struct gasp_gcc_shared *result);

/* ---- peers.c: who moves what.  */

/* An event, and the function to call for each part of its data: BYTES from or
   to (WRITTEN) the address AT.  */
struct moving {
  gasp_context_t context;
  gasp_record_ref place;	/* of the event */
  unsigned int parts;		/* that it is divided into */
  void (*tell) (const struct moving *moving, const struct gasp_gcc_shared *at,
		bool written, uint64_t bytes);
};

/* Finds what an event TAG with ARGUMENTS moves.  Returns the bytes of it; 0
   if it moves nothing.  */
extern uint64_t gasp_tool_move (struct moving *moving, uint32_t tag,
				const union argument *arguments);
/* Returns the number of the argument that says where that begins, or NONE if
   it moves nothing: *BYTES for each process, from there or to there
   (*WRITTEN).  */
extern int gasp_tool_moves (uint32_t tag, const union argument *arguments,
			    uint64_t *bytes, bool *written);

/* ---- shared-objects.c: arrays and where they are.  */

/* Returns the array that ADDRESS in process THREAD's part is of, or 0.  */
extern gasp_record_ref gasp_tool_shared_object (gasp_context_t context,
						uint32_t thread,
						uint64_t address);
extern void gasp_tool_objects_fork (void);

/* Lets CONTEXT's thread count its use of a lock at PLACE by itself, in CALLS.
   (peers.c)  */
extern void gasp_tool_lock_counted (gasp_context_t context,
				    gasp_record_ref place, uint32_t tag,
				    const union argument *arguments,
				    struct gasp_gcc_lock_calls *calls);

/* ---- barriers.c  */

extern void gasp_tool_barriers_fork (void);

/* ---- messages.c  */

/* Notes that EVENT has got the lock that is its first argument.  */
extern void gasp_tool_shared_lock_got (gasp_context_t context,
				       const struct open_event *event,
				       const union argument *arguments);
/* Notes that process HOLDER has the lock that an attempt has not got.  */
extern void gasp_tool_lock_missed (gasp_context_t context, uint32_t tag,
				   const union argument *arguments, int holder);
/* Notes that a lock is waited for SINCE then.  */
extern void gasp_tool_shared_lock_awaited (gasp_context_t context,
					   uint64_t since);
/* Notes that a lock was waited for, at NODE, as CALLS say.  */
extern void gasp_tool_lock_waited (gasp_context_t context,
				   struct gasp_record_node *node, uint32_t tag,
				   const union argument *arguments,
				   const struct gasp_gcc_lock_calls *calls);
extern void gasp_tool_messages_fork (void);

/* The events of the runtime whose processes these are.  */
extern uint32_t gasp_tool_first_of_ranks, gasp_tool_last_of_ranks;
/* Returns whether the lock that event TAG is about is one of all
   processes.  */
static inline bool
gasp_tool_is_shared_lock (uint32_t tag)
{
  return (gasp_tool_ranks && tag >= gasp_tool_first_of_ranks
	  && tag <= gasp_tool_last_of_ranks);
}

#pragma GCC visibility pop
