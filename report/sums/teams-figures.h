/* teams-figures.h - figures of teams of threads, of their locks and tasks, and
   of devices.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "model/model.h"

/* Times of teams of threads in a region of the program, at a barrier, or in
   work that was shared out: see teams.c.  The states are what a thread may do;
   between regions it computes alone, or is idle.  */
enum team_state { TEAM_BODY, TEAM_WORK, TEAM_TASK, TEAM_BARRIER, TEAM_TASKWAIT,
		  TEAM_LOCK, TEAM_ALONE, TEAM_IDLE, TEAM_STATES };
/* The activity of a thread in an event of ROLE, if it is in STATE around
   it.  */
enum role;
extern enum team_state team_state_in (enum role role, enum team_state state);

struct team {
  uint32_t place;
  uint64_t calls;
  double wall, outermost;	/* of regions: of all, and not within others */
  double time[TEAM_STATES];	/* of all threads */
  double *busy;			/* each selected thread: not at barriers, nor
				   waiting for iterations */
  double *ready;		/* of that, without a processor */
  bool *present;
  uint32_t threads;		/* how many took part */
  double for_earlier;		/* waiting for iterations */
  double most, mean, imbalance;	/* of BUSY; per cent of MOST */
  double unequal;		/* as IMBALANCE, of BUSY without READY */
  uint32_t busiest;		/* the thread; or NO_NODE */
  double waited;		/* at barriers that stand there */
  uint64_t *did;		/* of work, each thread: iterations */
  double *behind;		/* and how long it waited at the next barrier */
  uint64_t iterations;
  uint32_t paid_at;		/* the place of the one where that was
				   longest */
  double paid;			/* how long, by one thread */
};
struct teams { struct team *rows; size_t count, room; };

/* Work that a construct, or calls at a place, gave to devices: see devices.c.
   TOTAL is the host's time for all of it.  AGAIN is a part of TO.  */
/* TIME is the host's; OWN_TIME the device's, of OWN_CALLS of which it is
   known, for CUPTI_CALLS by its own clock.  */
struct device_sum
{
  double time, own_time;
  uint64_t calls, own_calls, cupti_calls, bytes;
};
struct on_device {
  uint32_t place;
  uint64_t calls;		/* of constructs */
  double total;
  struct device_sum kernels, to, again, from, memory, setup, waits;
};
struct device_work { struct on_device *rows; size_t count, room; };

/* The copies of that for the array NAME, of a map clause.  */
struct device_array {
  uint32_t construct;		/* a row of struct device_work */
  const char *name;
  struct device_sum to, again, from;
};
struct device_arrays { struct device_array *rows; size_t count, room; };

/* A thread that was in a team: the time of its own in each state.  Or one that
   took part in work: the row of it.  */
/* SPINNING: of its waiting for teams, on a processor.  */
struct teammate { uint32_t thread, team; double time[TEAM_STATES], spinning; };
struct teammates { struct teammate *rows; size_t count, room; };

/* A lock and a line where it is taken; see team-locks.c.  */
struct mutex { uint32_t place; const struct process *process; uint64_t address;
	       uint64_t taken, waits, holds; double waited, longest_wait, held,
	       longest_hold; const char *name, *construct; bool counts_all,
	       estimated, has_address; }; /* as NAME */
/* A thread that waited at a line for one, and the thread that had it, from
   another line on: NUMBERs and places.  */
struct blame { const struct process *process, *holder_process;
	       bool is_writer;	/* if these differ: what waited to write */
	       uint32_t place, holder, thread, holder_thread;
	       uint64_t count;
	       double time, longest, variance;
};
/* Tasks of a line; see team-tasks.c.  */
struct task_line { uint32_t place; uint64_t created, undeferred, begun, moved,
		   known; double time, delay, longest_delay; bool is_loop; };

/* An end of a PIPE, which THREAD of PROCESS has used at PLACE; NO_NODE and 0
   if all that is known is that the process began with it.  */
struct pipe_end { uint64_t pipe; const struct process *process;
		  uint32_t thread, place; uint64_t count; };

struct team_details {
  struct mutex *mutexes, *awaited; /* locks, and what else was waited for */
  struct blame *blames;
  struct task_line *tasks;
  struct pipe_end *ends;	/* of all processes, by pipe */
  size_t mutex_count, mutex_room, awaited_count, awaited_room, blame_count,
    blame_room, task_count, task_room,
    end_count, end_room;
};

/* The program beside them, without the time in which processes deal with
   others: how much of it was serial, how much faster it was than on one thread,
   and how much it could be on any number.  */
struct serial {
  double whole, communicating, parallel, work, percent, speedup, limit;
  uint32_t threads;
  bool is_known;		/* no budget has left regions out */
};
