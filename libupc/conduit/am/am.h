/* am.h - active messages: between am*.c and the conduits that use them.

   SPDX-License-Identifier: Apache-2.0

   A message is a row of records; what each asks for is done where it arrives.
   Records from one thread to another are done in the order in which they were
   sent.  Callers hold upc_am_claim, unless functions say
   that they take it.  */

#pragma once

#include <time.h>
#include "core/control.h"
#include "conduit/net/net.h"

enum upc_am_kind
{
  UPC_AM_PUT, UPC_AM_PUT_AND_TELL, UPC_AM_SET, UPC_AM_GET, UPC_AM_PUT_LARGE,
  UPC_AM_GET_LARGE,
  UPC_AM_ATOMIC, UPC_AM_ASK, UPC_AM_TELL, UPC_AM_PING, UPC_AM_FLUSH,
  UPC_AM_ENDED, UPC_AM_WHO_HAS_ENDED, UPC_AM_MEET, UPC_AM_PART, UPC_AM_WHERE,
  UPC_AM_REPLY, UPC_AM_KINDS
};

/* The replies and data that an operation still waits for.  */
struct upc_pending
{
  uint32_t left;		/* replies */
  uint64_t value;		/* of the last one */
  void *data;			/* where its data go */
};

struct upc_record
{
  uint8_t kind;			/* enum upc_am_kind */
  uint8_t type;			/* upc_type_t, of an atomic operation; of a get,
				   whether it is after a barrier */
  uint16_t tag;			/* of large data */
  uint32_t what;		/* upc_op_t or enum upc_request; the
				   byte to set; that barrier's phase */
  uint64_t n;			/* bytes, after this or elsewhere */
  upc_pts_t place;
  upc_arguments_t arguments;
  struct upc_pending *pending;	/* the sender's, or null */
};

/* The most data that a record brings along; large data have a message of their
   own.  */
#define UPC_AM_SMALL 8192

#pragma GCC visibility push (hidden)

extern const struct upc_net *upc_net;
extern struct upc_mutex upc_am_claim;

/* Does RECORD, of thread FROM, which has brought DATA.  */
typedef void upc_am_handler (int from, const struct upc_record *record,
			     const char *data);
/* HANDLERS, for each kind but replies.  */
extern void upc_am_prepare (upc_am_handler *const *handlers);
/* Prepares with those of am-kinds.c.  */
extern void upc_am_begin (void);
/* Finishes: nothing more is sent to this thread, and all that it has sent has
   arrived.  */
extern void upc_am_finish (void);
/* Notes that COUNT threads from FIRST on are on this machine, near or not.  */
extern void upc_am_note_machine (int first, int count);
/* Adds RECORD and N bytes of DATA to the message for THREAD, which is sent at
   the latest when this thread waits; or to several, if they are put.  */
extern void upc_am_add (int thread, const struct upc_record *record,
			const void *data, size_t n);
/* Does the same, and sends it at once: for replies to requests of others.  */
extern void upc_am_send_now (int thread, const struct upc_record *record,
			     const void *data, size_t n);
/* Sends thread TO the VALUE and the N bytes at DATA that PENDING, which may be
   null, waits for there.  */
extern void upc_am_reply (int to, struct upc_pending *pending, uint64_t value,
			  const void *data, size_t n);
/* Called before anything is sent to THREAD, if not null.  */
extern void (*upc_am_before_message) (int thread);
/* Sends or receives N bytes of large data; then notifies PENDING of THREAD,
   or, if PENDING is this thread's, SELF.  PENDING may be null.  */
extern void upc_am_send_large (int thread, int tag, const void *data, size_t n);
extern void upc_am_receive_large (int thread, int tag, void *data, size_t n,
				  struct upc_pending *pending, bool self);
/* Begins ONE_SIDED, a get or put of upc_net, between PLACE and N bytes at
   DATA; then notifies PENDING.  */
extern void upc_am_one_sided (upc_net_one_sided_t *one_sided, upc_pts_t place,
			      void *data, size_t n,
			      struct upc_pending *pending);
/* Receives all messages that have come; returns whether there was any.  */
extern bool upc_am_poll (void);
/* Receives one message at most: to find that there is no other takes as long
   as to receive one, and whoever waits may go on with this one.  */
extern bool upc_am_poll_once (void);
/* Sends what has been added.  */
extern void upc_am_send_added (void);
/* Does what waits for a barrier to be over here, if it is; returns whether
   there was any.  Null: nothing waits.  */
extern bool (*upc_am_do_waiting) (void);
/* How many meetings are over, as far as this node knows.  Who is sent something
   by a thread that knows of more has to wait with it until these are over here,
   too; only those from UPC_AM_FIRST_COUNTED on, the others are zero.  */
struct upc_am_epoch
{
  uint16_t over[UPC_MEETINGS];
};
extern struct upc_am_epoch upc_am_epoch (void);
extern int upc_am_first_counted;
/* Returns the phase of the meeting, which stays the same until this thread
   has arrived.  */
extern uint32_t upc_am_phase (enum upc_meets where);

/* These take the claim.  */

/* Waits until IS_OVER (WHAT), which is called with the claim.  IMPATIENT,
   which may be null, is called each half second, without it.  */
extern void upc_am_wait_until (bool (*is_over) (const void *what),
			       const void *what, void (*impatient) (void));
/* Waits likewise, but for no longer than about half a second; returns whether
   it is over.  */
extern bool upc_am_wait_a_while (bool (*is_over) (const void *what),
				 const void *what);
/* Waits until nothing is left of PENDING.  UPC_AM_IMPATIENT is called as
   IMPATIENT above.  */
extern void upc_am_wait (struct upc_pending *pending);
extern void (*upc_am_impatient) (void);
/* Polls once, unless another thread does; returns whether there was a
   message.  */
extern bool upc_am_look (void);
/* Chooses how long to spin: CROWDED if threads have to share processors.  */
extern void upc_am_be_patient (bool crowded);
/* Does both, while waiting: looks, and relaxes if nothing had come.  Returns
   the number of looks in vain, which was LOOKS.  */
extern unsigned int upc_am_look_or_relax (unsigned int looks);

/* The time, for this: whether half a second is over since *BEGIN, which is now,
   then.  */
extern struct timespec upc_am_now (void);
extern bool upc_am_half_second_since (struct timespec *begin);
/* Takes the claim where the program is about to end, and no thread may be
   left to release it: false if that has lasted half a second.  */
extern bool upc_am_claim_at_end (void);
/* Sends a record of KIND that asks for a reply to all other threads, and waits
   for these, but no longer than about half a second.  */
extern void upc_am_ask_all (enum upc_am_kind kind);
/* Adds RECORD and N bytes of DATA; this takes the claim.  Then wait for the
   reply.  */
extern void upc_am_add_alone (int thread, const struct upc_record *record,
			      const void *data, size_t n);
extern uint64_t upc_am_add_and_wait (int thread, struct upc_record *record);

/* ---- am-look.c: a thread of the process that calls ONCE over and over, until
   it is ended; WAKE, which may be null, ends its wait.  */
extern void upc_am_begin_looker (void (*once) (void));
extern void upc_am_end_looker (void (*wake) (void));
/* Returns whether this is that thread.  */
extern bool upc_am_is_looker (void);

/* ---- am-data.c: what others ask for  */

extern upc_am_handler upc_am_serve_put, upc_am_serve_put_and_tell,
  upc_am_serve_set, upc_am_serve_get,
  upc_am_serve_put_large, upc_am_serve_atomic, upc_am_serve_request,
  upc_am_serve_ping, upc_am_serve_flush;

/* ---- am-exchange.c  */

/* Returns whether the threads are few enough, and N bytes.  */
extern bool upc_am_exchanges (size_t n);
/* Collective: sets ALL to the N bytes at MINE of each thread, by messages to
   each; calls IMPATIENT, as upc_am_wait_until does.  */
extern void upc_am_exchange (void *all, const void *mine, size_t n,
			     void (*impatient) (void));
extern upc_am_handler upc_am_serve_part;

/* ---- am-barrier.c: how all threads meet  */

/* Adds the node whose first thread is FIRST; for all nodes, in order, at the
   start.  */
extern void upc_am_add_node (int first);
/* Chooses how they meet, all together, before they do.  */
extern void upc_am_choose_barrier (void);
/* Adds RECORD to the messages for the first thread of each other node; returns
   how many these are.  */
extern int upc_am_add_to_nodes (const struct upc_record *record);
/* True if a meeting guarantees that all data put before it have arrived after
   it.  */
extern bool upc_am_each_tells_each;
/* Cleared when this thread puts something; set when it arrives anywhere.  */
extern bool upc_am_is_settled;
/* Says SAID, UPC_SAID numbers; the phase of the meeting.  This takes the
   claim.  */
extern uint32_t upc_am_arrive (enum upc_meets where, const uint64_t *said);
/* Returns the greatest of what each has said, or null if not all have arrived
   in PHASE.  */
extern const uint64_t *upc_am_met (enum upc_meets where, uint32_t phase);
/* Answers the gets that wait for the program's barrier, which is over.  This
   takes the claim.  */
extern void upc_am_reply_behind_barrier (void);
extern upc_am_handler upc_am_serve_meeting;

/* ---- am-end.c: thread 0 knows who waits in exit  */

struct upc_am_ended
{
  bool any;
  bool is_first;		/* no other thread is: report it */
  int thread, status;		/* one of them, and with what status */
};
/* Reports that this thread waits in exit.  */
extern void upc_am_have_ended (int status);
/* Asks which thread has ended.  With MAY_BE_FIRST, the answer may be that this
   thread is the first to hear of it: then the caller ends the program.  */
extern struct upc_am_ended upc_am_who_has_ended (bool may_be_first);
/* Serves what says the one or asks the other, at thread 0.  */
extern upc_am_handler upc_am_serve_end;

/* ---- am-where.c: where the threads of other nodes are  */

/* Has other nodes print that: for upc_tell_far.  */
extern void upc_am_tell_far (void);
/* Does, in the looker, what that and other nodes ask for.  */
extern void upc_am_look_for_where (void);
extern upc_am_handler upc_am_serve_where;

/* ---- am-rma.c: data by one-sided functions  */

/* True if data go by one-sided functions.  */
extern bool upc_rma;
/* Finds out, all together, before anybody looks.  */
extern void upc_rma_start (void);
extern void upc_rma_get (struct upc_pending *pending, void *dst, upc_pts_t src,
			 size_t n);
extern void upc_rma_put (struct upc_pending *pending, upc_pts_t dst,
			 const void *src, size_t n);
/* Waits until data put to THREAD, or to all threads, have arrived.  */
extern void upc_rma_flush (int thread);
extern void upc_rma_fence (void);

/* Begins to get or put N bytes; or to get at most 64 KB as they are when the
   program's barrier of PHASE is over where they are.  These take the claim.
   (am-data.c)  */
extern void upc_am_begin_get (struct upc_pending *pending, void *dst,
			      upc_pts_t src, size_t n);
extern void upc_am_begin_get_behind (struct upc_pending *pending, void *dst,
				     upc_pts_t src, size_t n, uint32_t phase);
extern void upc_am_begin_put (struct upc_pending *pending, upc_pts_t dst,
			      const void *src, size_t n);
/* Touches N bytes at DATA, which are to be read, or, below, overwritten.  If
   they are not there, that is before the claim is taken: lookers need it.  */
static inline void
upc_am_touch (const void *data, size_t n)
{
  if (!n)
    return;
  (void) ((const volatile char *) data)[0];
  (void) ((const volatile char *) data)[n - 1];
}
static inline void
upc_am_touch_to_write (void *data, size_t n)
{
  if (n)
    ((volatile char *) data)[0] = ((volatile char *) data)[n - 1] = 0;
}
/* Returns the thread that has the N bytes at P, which end the program if
   there are none.  */
extern int upc_am_thread_with (upc_pts_t p, size_t n);

/* ---- am-cache.c: data that were read from far threads */

/* Gets N bytes at PLACE; false, and nothing is done, if they are not for the
   cache.  */
extern bool upc_am_cached_get (void *dst, upc_pts_t place, size_t n);
/* Notes that this thread has put N bytes from SRC at PLACE.  */
extern void upc_am_cache_put (upc_pts_t place, const void *src, size_t n);
/* Notes that N bytes at PLACE have changed, or everything may have.  */
extern void upc_am_cache_drop (upc_pts_t place, size_t n);
extern void upc_am_cache_drop_all (void);

/* ---- am-ahead.c: data read after barriers, asked for before  */

/* Asks ahead as this thread arrives at the program's barrier of PHASE, which
   NAME, not 0, distinguishes from others.  */
extern void upc_am_ahead_ask (uint64_t name, uint32_t phase);
/* Gets N bytes at PLACE; false if they were not asked for.  */
extern bool upc_am_ahead_get (void *dst, upc_pts_t place, size_t n);
/* Notes that N bytes at PLACE were read.  */
extern void upc_am_ahead_note (upc_pts_t place, size_t n);
/* Notes that N bytes at PLACE have changed, or everything may have.  */
extern void upc_am_ahead_drop (upc_pts_t place, size_t n);
extern void upc_am_ahead_drop_all (void);
/* Makes what was asked for valid from now on, as the barrier is over.  */
extern void upc_am_ahead_pass (void);
/* Notes that the N bytes at PLACE, at most 16, are those at VALUE.  */
extern void upc_am_ahead_know (upc_pts_t place, const void *value, size_t n);
/* Waits for all that was asked for.  */
extern void upc_am_ahead_finish (void);

/* ---- am-access.c: struct upc_conduit's functions  */

extern void upc_am_get (void *dst, upc_pts_t src, size_t n);
extern void upc_am_put (upc_pts_t dst, const void *src, size_t n);
extern void upc_am_copy (upc_pts_t dst, upc_pts_t src, size_t n);
extern void upc_am_set (upc_pts_t dst, int c, size_t n);
extern upc_transfer_t upc_am_get_nb (void *dst, upc_pts_t src, size_t n);
extern upc_transfer_t upc_am_put_nb (upc_pts_t dst, const void *src, size_t n);
extern upc_transfer_t upc_am_copy_nb (upc_pts_t dst, upc_pts_t src, size_t n);
extern upc_transfer_t upc_am_set_nb (upc_pts_t dst, int c, size_t n);
extern bool upc_am_test (upc_transfer_t transfer);
extern void upc_am_wait_transfer (upc_transfer_t transfer);
extern uint64_t upc_am_atomic (upc_type_t type, upc_op_t op, upc_pts_t p,
			       uint64_t operand1, uint64_t operand2,
			       bool asked);
extern void upc_am_fence (void);
extern void upc_am_barrier_fence (enum upc_barrier_fence which);
extern uint64_t upc_am_ask (int thread, enum upc_request what,
			    upc_arguments_t arguments);
extern void upc_am_tell (int thread, enum upc_request what,
			 upc_arguments_t arguments);
extern void upc_am_post (int thread, enum upc_request what,
			 upc_arguments_t arguments);
extern void upc_am_put_and_post (upc_pts_t dst, const void *src, size_t n,
				 enum upc_request what,
				 upc_arguments_t arguments);
extern void upc_am_acquire (void);

#pragma GCC visibility pop
