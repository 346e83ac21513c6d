/* record-peers.h - what records have of threads that deal with one another.

   SPDX-License-Identifier: Apache-2.0

   Part of record.h: accesses to shared space, barriers, messages and locks of
   UPC's threads and MPI's ranks, each of which is a process with a record; and
   teams of OpenMP's threads.  */

#pragma once

/* ---- UPC: each thread is a process, with a record.  Threads share a clock
   (unless CLOCK_PER_THREAD), so their times can be compared.  */

/* What events at PLACE moved between the thread and PEER's part of shared
   space.  COUNT 0: unused.  Of all COUNT, TIMED took TICKS; an event that moves
   data from or to several threads counts for each, with its share of the
   time.  Those with ALL_PEERS are calls of a collective function, to which the
   thread gives (WRITTEN), and of which it then has the rest.  Each has as many
   bytes as its size class says, gasp_record_size_class.  */
#define GASP_RECORD_ALL_PEERS UINT32_MAX
#define GASP_RECORD_SIZE_SHIFT 8
struct gasp_record_transfer {
  gasp_record_ref place;	/* of the event */
  gasp_record_ref array;	/* 0: see ranges */
  uint32_t peer;		/* may be the thread itself */
  uint32_t written;		/* to PEER's part: 1; read from it: 0; and
				   a size class, shifted, or 0: not known */
  uint64_t count, bytes;
  uint64_t timed, ticks;
  uint64_t first, last;		/* the least and the largest address */
  uint64_t since, until;	/* when the first and the latest ended */
};

/* Returns 1 for 0 BYTES, and N + 2 for those from 2^N to twice as many.  */
static inline uint32_t
gasp_record_size_class (uint64_t bytes)
{
  return bytes ? 65 - (uint32_t) __builtin_clzll (bytes) : 1;
}

/* Shared objects: a static one, which has a NAME, or all that were allocated
   at PLACE, locks too.  */
struct gasp_record_array {
  gasp_record_ref name, type;	/* or 0 */
  gasp_record_ref place;	/* of the event that reported it */
  uint32_t reserved;
  uint64_t count, bytes;	/* how many, with all threads' parts */
};

/* Where one of them is: from ADDRESS, SIZE bytes in the part of THREAD, or of
   each thread.  A thread does not know what other threads allocate; look up a
   transfer with an unknown array in all threads' ranges.  Ranges are reused
   some time after they were freed.  SIZE 0: unused.  */
#define GASP_RECORD_EACH_THREAD UINT32_MAX
struct gasp_record_range {
  gasp_record_ref array;
  uint32_t thread;
  uint64_t address, size;
  uint64_t born, died;		/* ticks; DIED is 0 while it is there */
};

/* The barrier NUMBER, from 1, of the thread with the same MEMBERS, or another
   call in which these wait for each other, as WAITS says.  It ARRIVED
   (upc_barrier or upc_notify), BEGAN to wait (upc_barrier or upc_wait) and
   LEFT, which is 0 if it has not or was not recording.  NUMBER 0: unused.  If
   there are too many, one of the header's BARRIER_STEP is listed (listed.h).
   Several with the same number are the same.  LENGTH is the logarithm of the
   time, in ticks, that is between when it left the one before, of the same
   MEMBERS, and this one.  IS_LONG: where not all are listed, it is here for
   that, and perhaps another time as one in BARRIER_STEP.  */
enum gasp_record_waits {
  GASP_RECORD_ALL_FOR_ALL,
  GASP_RECORD_ALL_FOR_ROOT,
  GASP_RECORD_ROOT_FOR_ALL,
  GASP_RECORD_FOR_LOWER,	/* for those with a lower number in ROOT */
  GASP_RECORD_IF_HELD,		/* all for all, unless they have left before */
  GASP_RECORD_HELD_BY_ROOT	/* likewise, for the root, and that for all */
};
struct gasp_record_barrier {
  uint64_t number;
  uint64_t members;		/* of the header's RANKS: 0 for all; else a
				   number for them, whose low 32 bits say how
				   many they are */
  uint64_t arrived, began, left;
  gasp_record_ref place;	/* where it waited */
  uint8_t waits;		/* enum gasp_record_waits */
  uint8_t of;			/* as of a message: below */
  uint8_t length, is_long;
  uint32_t root;		/* one of RANKS */
  uint32_t thread;		/* its NUMBER */
};

/* A message between this process and PEER, the NUMBER-th with its TAG WITHIN
   a communicator in that direction, from 1.  It was POSTED: the process
   called a function to send or to receive it.  The process BEGAN to wait for
   it at PLACE, and it had been sent, or RECEIVED, when that ENDED; ENDED is
   0 if nobody waited for what was sent.  NUMBER 0: unused.  If there are too
   many, one of the header's MESSAGE_STEP is listed, and the same ones by
   both sides (listed.h).  The last one listed of a call has how many
   messages of its direction the call waited OF, up to UINT16_MAX; others
   have 0.  POLLED: there were several tests, and the wait is from the first
   of them on.  WITHIN is a number that both sides know, also of what is
   waited for as messages are.  EARLY: perhaps it was not.

   LONG: where not all are listed, it is here as it was the first with this
   communicator, tag and peer after a long time in which the thread had no
   message, and perhaps another time as one in MESSAGE_STEP.  The flags from
   GAP_BITS on are the logarithm of that time, in ticks.  SENDING,
   with LONG: or as it took so long to send it, in a call that does nothing
   else.

   CHANGE: an object that is shared was changed, or a lock was released, and
   whoever waits for that may go on; or, if it is RECEIVED, that was waited for.
   BYTES is the object's number, the same in all processes, and not 0; PEER is
   this process; NUMBER is that of the slice of time in which it was changed, or
   the wait was over.  LOCK: only one at a time can have it.

   COMES, which is a CHANGE, too: the process came to functions of the library
   when it BEGAN, and had not been in one since it was POSTED; or, if it is
   RECEIVED, it may have waited for the process TAG to come so, or, if that is
   -1, for any.  BYTES mean nothing.  */
#define GASP_RECORD_RECEIVED 1u
#define GASP_RECORD_POLLED 2u
#define GASP_RECORD_EARLY 4u
#define GASP_RECORD_CHANGE 8u
#define GASP_RECORD_LOCK 16u
#define GASP_RECORD_COMES 32u
#define GASP_RECORD_LONG 64u
#define GASP_RECORD_SENDING 128u
#define GASP_RECORD_GAP_BITS 10
struct gasp_record_message {
  uint64_t number;
  uint64_t posted, began, ended; /* ticks */
  uint64_t bytes;
  uint32_t peer;
  int32_t tag;
  gasp_record_ref place;
  uint16_t flags, of;
  uint32_t within;
  uint32_t thread;		/* its NUMBER */
};

/* A phase, from the end of the one before, or from the beginning, UNTIL the
   thread came to a barrier, sent a message or had received one.  That has
   HASH; the next one of its kind has NEXT (listed.h).  NUMBER counts from 1,
   with the NUMBER of the thread in its bits from PHASE_BITS on; 0: unused.
   Where there are too many, only those end a phase of which one of the two
   is listed.  TICKS is the time that the thread was in a node itself, or
   below it in what is not timed; REST is that of further nodes; NODE 0:
   unused.  READY nanoseconds of all of it the thread had no processor.  */
#define GASP_RECORD_PHASE_PARTS 12
#define GASP_RECORD_PHASE_BITS 40
struct gasp_record_phase {
  uint64_t number;
  uint64_t until;
  uint64_t hash, next;
  uint64_t rest, ready;
  struct gasp_record_part {
    gasp_record_ref node;
    float ticks;
  } parts[GASP_RECORD_PHASE_PARTS];
};

/* What happened at PLACE with the lock at ADDRESS in the part of THREAD; 0 and
   0 stand for further locks.  COUNT is of calls that are events, and COUNTED of
   others, of which only those that waited have a time.  */
struct gasp_record_lock {
  gasp_record_ref place;
  uint32_t thread;
  uint64_t address;
  uint64_t count;		/* calls */
  uint64_t failed;		/* of those, attempts that did not get it */
  uint64_t timed, ticks;	/* calls that were timed, and what they took */
  uint64_t longest;
  uint64_t counted, counted_ticks, counted_longest;
};

/* ---- Teams of threads (OpenMP).

   What happened to THREAD of the process, so many times: see WHAT.  AMOUNT is
   the sum, and MOST the most at one time.  What is before COUNT tells one from
   another.  */

enum gasp_record_tally_what {
  /* OBJECT, a lock, was waited for at PLACE, for so many ticks; 0 stands for
     further locks, here and below.  */
  GASP_RECORD_WAITED = 1,
  /* It was had from PLACE on, for so many ticks.  */
  GASP_RECORD_HELD = 2,
  /* Of WAITED: so long it was had by OTHER_THREAD, from OTHER on.  */
  GASP_RECORD_BLAMED = 3,
  /* A task was created at PLACE, with the flags OBJECT (ompt_task_flag_t).  */
  GASP_RECORD_CREATED = 4,
  /* A task of PLACE, which OTHER_THREAD had created so many ticks before, began
     to run.  */
  GASP_RECORD_BEGUN = 5,
  /* The same, but it is not known who created it and when.  */
  GASP_RECORD_FOUND = 6,
  /* The thread did its part of the work at PLACE: so many iterations, or
     sections; 0 if that is not known.  */
  GASP_RECORD_SHARED = 7,
  /* It then came to the barrier OTHER, and waited there for so many ticks.  Of
     all work between two barriers the same is said.  */
  GASP_RECORD_FOLLOWED = 8,
  /* OBJECT, a lock, was had at PLACE so many times, whether it was free or not.
      Only COUNT means something.  */
  GASP_RECORD_TAKEN = 9,
  /* A device did what was asked of it at PLACE, and took so many nanoseconds by
     its own clock.  */
  GASP_RECORD_ON_DEVICE = 10,
  /* OBJECT, a lock, was so many bytes after the begin of a block that had been
     allocated at PLACE, below OTHER, when it was first used.  */
  GASP_RECORD_IN_BLOCK = 11,
  /* The thread waited at PLACE for OBJECT, for so many ticks, and OTHER_THREAD
     woke it at OTHER: the system's number of that one, and a place of code that
     is called GASP_RECORD_WAKE; 0 if that is not known.  OBJECT
     may be the end of a pipe (hash.h), which was perhaps used at once.  */
#define GASP_RECORD_WAKE "wake"
  GASP_RECORD_WOKEN = 12,
  /* At OTHER, a node, the thread had so many ticks before it left the barrier
     PLACE, since the barrier before it, in the team that it was called to,
     which is in OBJECT - 1 others.  Of nodes whose calls are timed.  COUNT is
     of barriers.  */
  GASP_RECORD_BEFORE = 13,
  /* Of this: where it had come as the last one of the team.  */
  GASP_RECORD_LAST_BEFORE = 14
};

/* Waits are estimated: one was looked at in so much waiting of a thread, in
   nanoseconds for each thread.  */
#define GASP_RECORD_WAIT_STEP 2000

struct gasp_record_tally {
  uint32_t what;		/* enum gasp_record_tally_what */
  uint32_t thread;		/* its NUMBER */
  gasp_record_ref place, other;
  uint32_t other_thread;
  uint32_t is_sample;		/* 1: COUNT and AMOUNT were estimated from
				   some */
  uint64_t object;
  uint64_t count, amount, most;
};
