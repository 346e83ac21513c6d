/* peers-figures.h - figures of what the processes of a program do to each
   other.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "base/index.h"
#include "model/model.h"

/* Accesses to shared space: by thread and peer; or (PLACE) by line; or by
   array: its place, and its name if it has one.  */
struct traffic {
  uint32_t thread, peer, place;
  const char *name;
  const struct array *array;
  uint64_t reads, writes, bytes_read, bytes_written;
  uint64_t local;		/* accesses to the thread's own part; not in
				   READS and WRITES but by thread and peer */
  double time;
  /* Of listed messages: how long the receiver still took for them once they
     had been sent, and their bytes.  */
  double moving, bytes_moving;
  bool estimated;
};
struct traffics { struct traffic *rows; size_t count, room; };

/* Transfers of one size class (record.h), at PLACE, or of THREAD from and to
   PEER; and how many those of all sizes are.  */
struct sized {
  uint32_t thread, peer, place, size;
  uint64_t reads, writes, bytes_read, bytes_written, all, all_bytes;
};
struct sizes { struct sized *rows; size_t count, room; };

/* Calls that communicate at PLACE, by RANKS processes: how evenly these spend
   time there (COV: the standard deviation by the mean), who spends MOST of it,
   how much of it is waiting for others; and the bytes a second of the rest, or
   0.  TESTING is the time of whole loops, if they are tests in loops.  */
struct call_site {
  uint32_t place, ranks, most_rank;
  uint64_t calls, sent, bytes_sent, bytes_received;
  double time, variance, most, cov, waited, testing, rate;
};
/* Those that send are first, so many of them.  Their TIME, in all, and that of
   the PROGRAM between its beginning and end.  */
struct call_sites {
  struct call_site *rows;
  size_t count, room, sending;
  double time, program;
  uint64_t bytes_sent;
};

/* How a process spends the time of those of its threads that deal with other
   processes.  */
struct rank_time {
  double time;			/* in all */
  double setup;			/* in events that begin and end the model */
  double communicating;		/* in its other events */
  double largest;		/* in the one that takes longest, */
  uint32_t most;		/* which has this row in the flat profile */
};

/* Ranks that spend their time as the first of them does.  */
struct alike {
  uint32_t ranks;		/* their number */
  uint32_t first, last;
  double time, setup, communicating; /* of all of them */
  double least, most;		/* of one rank, without its SETUP */
  size_t mostly;		/* the row of the flat profile where FIRST
				   spends most */
};
struct alikes { struct alike *rows; size_t count; };

/* A thread's calls at a place, a barrier for example.  */
struct waiting {
  uint32_t thread, place;
  uint64_t calls;
  double time;			/* in all */
  bool time_estimated;
  bool polled;			/* TIME is that of whole loops of tests */
  bool waited_known;
  double waited;		/* what of TIME was waiting for others */
  double waited_error;		/* by how much that may be wrong */
  double misordered, avoidable;	/* see late.c */
  /* The thread that was waited for most: its name, or null; its number in
     records, or UINT32_MAX; and for how long.  */
  const char *worst;
  uint32_t worst_peer;
  double worst_part;
};
struct waitings { struct waiting *rows; size_t count, room; };

/* A call of PROCESS at PLACE in which it met others: it CAME, BEGAN to wait and
   LEFT; it WAITED for LATE, or for nobody if that is null, which had come at
   LATE_CAME.  Those of one MEETING are the same; of messages, it is 0, and who
   sends IS_HELD by a receiver.  One in STEP is listed, as its HASH says.  Times
   are nanoseconds since the program's first process began.  */
struct encounter {
  const struct process *process, *late;
  uint32_t thread : 30, waits_for_all : 1, is_held : 1;
  uint32_t late_thread : 31, is_sample : 1; /* NUMBERs; one of several */
  uint32_t place, meeting;
  uint64_t hash;
  double came, began, left, late_came, waited;
};
struct encounters {
  struct encounter *rows;
  size_t count, room;
  uint32_t meetings;
};

/* A path, by the number of its CALLER's, which is the same in the trees of
   several threads; and a node of one of these.  */
struct path { uint32_t caller, place, node; const struct thread *thread; };
struct paths { struct path *rows; size_t count, room; struct index index; };

/* That rank LATE spent so much more (EXCESS) on PATH, at PLACE, than those that
   waited for it costs these so much (DIRECT), and those that waited for them in
   turn (PASSED_ON).  */
enum delay_kind { DELAY_COMPUTING, DELAY_BLOCKED, DELAY_COMMUNICATION,
		  DELAY_THREADS, DELAY_IO, DELAY_READY, DELAY_UNKNOWN };
struct delay {
  uint32_t path, place, caller, late;
  bool was_ready;		/* there, but had no processor */
  enum delay_kind kind;
  double excess, direct, passed_on;
  double whole;			/* that LATE spent on PATH in all */
  uint32_t wait_place;		/* where most of DIRECT was waited */
  const struct thread *worker;	/* of the team that it waits for, or null */
  uint32_t worker_place;	/* what that does most */
  double waited_there;
  bool estimated;
};
struct delays {
  struct delay *rows;
  size_t count, room;
  double waited;		/* in all */
};

/* The work of a thread of a team in a stage of a region, or of several that
   follow one another, up to LAST, by path: so many of the region's parts, whose
   TICKS are nanoseconds.  BUSY is all of them.  Where threads take turns in a
   stage, THREAD is NO_NODE.  */
struct worker { uint32_t thread, last, stage;
		size_t first, count; double busy; };
/* The time of a THREAD in the region that is its PATH, with all that it called
   there and with waiting for the others (WHOLE), over the whole run; or, if
   that is NO_NODE, while threads lived that it then waited for.  If another one
   is busy longer, it waits for that: then these SHARES of the time are what it
   was made of; or, if others TAKE_TURNS in being busy longest, of the time that
   it waits for them.  See awaited.c.  */
struct region {
  uint32_t thread, path;
  bool is_left_out;		/* as threads deal with other processes there */
  bool others_meet;		/* likewise, other threads than its own */
  bool is_awaited;		/* a wait for a thread that wakes its own */
  bool is_barrier;		/* a wait of its second worker for the first */
  bool take_turns;
  double whole, waited;
  double ready;			/* part of it without a processor, if counted */
  struct worker *workers;
  size_t worker_count, worker_room;
  struct phase_part *parts;
  size_t part_count, part_room;
  struct phase_part *shares;
  size_t share_count, share_room;
};
struct regions { struct region *rows; size_t count, room; struct index index; };

/* The part of the critical path that is on PATH, at PLACE; most of it on RANK,
   and there on the thread WORKER, or null.  MEAN is what processes spend there
   on average; GAIN by how much sooner the program would end if that were a
   tenth faster.  */
struct critical {
  uint32_t path, place, caller, rank;
  const struct thread *worker;
  uint32_t worker_place;	/* what that does most, if it is not PLACE */
  double time, on_rank, mean, gain;
  bool estimated, gain_known;
};
struct criticals {
  struct critical *rows;
  size_t count, room;
  double length;		/* of the critical path */
  bool has_open_waits;		/* for threads that call MPI, in regions */
};

/* A lock at a place: where it was allocated, or NO_NODE.  */
struct contention { uint32_t place, allocated, thread; uint64_t address;
		    uint64_t calls, failed; double time, longest;
		    bool estimated; const char *name;
		    const char *holder; }; /* most was for it, or null */

/* The dealings of a program's processes with each other: see peers.c.  */
struct peers_report {
  uint32_t threads;		/* processes that are one program; 0: none */
  const char *rank_name;	/* what one of them is called, or null */
  struct traffics matrix, nodes, lines, arrays;
  bool has_arrays;		/* it is known where some of those are */
  struct traffics collectives;	/* by place of the event */
  struct sizes line_sizes, peer_sizes;
  struct call_sites sites;
  /* For each process, the number of the node that it runs on; and the names of
     the nodes.  */
  uint32_t *node_of, node_count;
  const char **node_hosts;
  size_t *matrix_rows;		/* where each thread's begin, and the end */
  /* The matrix by groups of so many threads that follow one another; LOCAL is
     how many pairs of threads.  None if there are few threads.  */
  struct traffics groups;
  uint32_t group_size;
  const char **group_names;	/* as they are asked for */
  /* At barriers; for senders of messages, and for receivers.  */
  struct waitings waiting, late, late_receivers;
  struct encounters encounters;
  struct paths paths;		/* in what was done between these */
  struct regions regions;	/* where that was done by teams */
  struct delays delays;
  struct criticals criticals;
  struct contention *locks;
  size_t lock_count, lock_room;
  double *self;			/* of each row of the flat profile, by thread */
  struct rank_time *ranks;
  double time;			/* of all ranks */
  struct alikes alike;		/* none if there are few */
  bool communicating_estimated;
};
