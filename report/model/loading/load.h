/* load.h - between load.c and load-tree.c: a record on its way into the model.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "model/model.h"
#include "model/reader.h"
#include "model/thinning.h"
#include "base/util.h"

/* Where a node of the record went: a thread of the process, and a node of
   that thread's tree.  */
struct destination { uint32_t thread, node; };

/* The function that an event's line is in, or NO_NODE; and whether it was
   switched off.  */
struct owner { uint32_t place; bool is_off; };

/* Where an event's call returns to; 0: that is not known.  FURTHER are
   hexadecimal numbers of where its callers do, or null.  */
struct event_call { uint64_t address; const char *further; };

/* A file's name in debugging information, and that which places have.  */
struct file_name { const char *path, *known; };

struct loading {
  struct profile *profile;
  struct process *process;
  struct record record;
  const struct thinning *thinning;
  bool is_open;			/* RECORD is, and may rest */
  double ns_per_tick;
  uint32_t *places;		/* of the record -> of the profile */
  uint64_t *off;		/* until when a place of the record was seen, in
				   ticks, if it was switched off; else 0 */
  struct owner *owners;		/* of the record's places, if anything was
				   switched off */
  struct event_call *calls;	/* of the record's places */
  uint64_t place_count;
  uint32_t lost_place;		/* for nodes whose place cannot be found */
  struct gasp_record_node *raw;	/* copies of the record's nodes */
  uint64_t raw_count;
  uint32_t *raw_parent, *raw_child, *raw_sibling; /* numbers, or NO_NODE */
  struct sum *sums;		/* load-times.c's */
  struct sampling *sampling;	/* load-samples.c's; null: no samples of time */
  bool *is_source;		/* of the record's places: functions also where
				   they are inlined */
  uint32_t *samples;		/* of the record -> of the process; or
				   NO_NODE */
  struct destination *destinations; /* of raw nodes; NO_NODE if nowhere */
  uint32_t counter_map[GASP_RECORD_COUNTERS]; /* to the profile's counters */
  struct file_name *files;	/* that were asked for */
  size_t file_count, file_room;
  uint64_t bad_references;
  uint64_t last_known;		/* of the process: ticks */
  struct { double passed, ran; } unseen; /* of all threads, since each was
					    last looked at; 0: not known */
};

/* The self time of a node, in nanoseconds, and the variance of that; whether
   its calls were not timed; the cost of recording them, which is in neither;
   how much of the time the thread is WAITING, or was READY but had no
   processor; and the variance of the rest, in which it ran.  */
struct own_time
{
  double ns, variance, cost, waiting, ready, running_variance;
  bool is_observed;
};

/* The samples at a node: nanoseconds of its own, and of recording it; and how
   many they are.  */
struct seen { double ns, cost, count; };

/* Returns the own times of COUNT raw NODES, callers first; allocated.  Open
   calls go on until END.  */
extern struct own_time *own_times (struct loading *loading,
				   const uint32_t *nodes, size_t count,
				   uint64_t end);

/* Reads the samples of time; nodes, places and modules have been read.  */
extern void load_time_samples (struct loading *loading);
extern void free_samples (struct loading *loading);
/* Prepares the samples of a thread of COUNT raw NODES, before own_times.  */
extern void begin_samples (struct loading *loading, const uint32_t *nodes,
			   size_t count);
extern struct seen sampled_at (const struct loading *loading, uint32_t i);
/* Returns the part of raw node I's samples in the code of other functions, in
   nanoseconds.  */
extern double sampled_elsewhere (struct loading *loading, uint32_t i);
/* Returns, after that, whether the time of raw node I is known by samples and
   not by the clock: its call ended unseen, and later samples are its
   caller's.  */
extern bool is_by_samples (const struct loading *loading, uint32_t i);
/* Gives what of the TIME of raw node I, which is NODE of TREE, passed in other
   functions to children of it; and what of an allocation to nodes below TOP
   where the stack says more of its callers.  */
extern void divide_by_code (struct loading *loading, struct tree *tree,
			    uint32_t node, uint32_t top, uint32_t i,
			    struct own_time *time);
/* Gives what the thread with that number was AWAY at raw node I as the process
   ended, by what is counted there, to the function that waits, if it is known;
   TREE is the thread's.  */
extern void divide_last_wait (struct loading *loading, struct tree *tree,
			      uint32_t i, uint32_t thread, double away);
/* Gives the time of threads that no sample saw to functions that others which
   execute the same were seen in; all threads have been loaded.  */
extern void divide_unseen (struct loading *loading);
/* Returns for how many page faults sample NUMBER of the record stands.  */
extern double faults_of_sample (const struct loading *loading, uint64_t number);
/* Returns the node and place to which sample NUMBER of the record, RAW, has
   been given.  */
extern struct destination
destination_of_sample (const struct loading *loading, uint64_t number,
		       const struct gasp_record_sample *raw);

/* Returns whether some function of LOADING is recorded where it is inlined,
   too.  */
extern bool has_inlined (const struct loading *loading);
/* Returns the places of the functions that are inlined at PC, the innermost
   first, *COUNT of them; allocated.  They are those that are recorded; or, if
   PLAIN is not null, all of the program's, and *PLAIN is set to the function
   that they are inlined into, as debug information has it, or null.  */
extern uint32_t *inlined_at (struct loading *loading, uint64_t pc,
			     const struct code_function **plain, size_t *count);
/* Returns the place of FUNCTION, which is not recorded.  */
extern uint32_t place_of_function (struct loading *loading,
				   const struct code_function *function);
/* Returns the timed node that raw node I, whose calls were counted, is below;
   or I.  */
extern uint32_t timed_node (const struct loading *loading, uint32_t i);
/* Returns the place of the function that NODE of TREE is in.  */
extern uint32_t function_of_node (const struct loading *loading,
				 const struct tree *tree, uint32_t node);
/* Moves raw nodes below calls that were already over to the callers of these;
   nodes and places have been read.  */
extern void move_from_over (struct loading *loading);
/* Finds which functions events are in, if some were switched off; nodes and
   places have been read.  */
extern void find_owners (struct loading *loading);
/* Returns whether raw node I is a call of a function that was switched off.  */
extern bool function_is_off (const struct loading *loading, uint32_t i);
/* Returns the node of TREE that an event at PLACE of the record is below:
   PARENT, or a function below that which was switched off.  */
extern uint32_t below_owner (struct loading *loading, struct tree *tree,
			     uint32_t parent, uint64_t place);
/* Returns the place of an event at PLACE below PARENT of TREE: that of the
   innermost function of the program's own, if PLACE is in a header of the
   system's, as those of C++'s containers are.  */
extern uint32_t own_place (const struct loading *loading,
			   const struct tree *tree, uint32_t parent,
			   uint32_t place);

/* Reads the places of the record; then its nodes.  */
extern void load_places (struct loading *loading);
extern void load_nodes (struct loading *loading);
/* Returns the place of RAW; that of lost ones if it cannot be found.  */
extern uint32_t place_or_lost (struct loading *loading,
			      const struct gasp_record_node *raw);
/* Returns the time until which calls at the place REF were recorded; 0 if that
   is the end.  */
extern uint64_t off_of (const struct loading *loading, gasp_record_ref ref);

/* Makes PROCESS's threads and their trees.  */
extern void load_threads (struct loading *loading);
/* Returns where the node that REF refers to went.  */
extern struct destination destination_of (const struct loading *loading,
					  gasp_record_ref ref);
extern void free_loading (struct loading *loading);

/* Returns the place of the profile that REF refers to, or NO_NODE.  */
extern uint32_t known_place_of (const struct loading *loading,
				gasp_record_ref ref);

/* Returns TICKS, as a duration, never negative and always finite.  */
extern double duration_of (const struct loading *loading, uint64_t ticks);

/* Returns DURATION, if it can be one, else 0.  */
extern double plausible (double duration);

/* Peers of a program of more processes are left out.  */
enum { MOST_RANKS = 16384 };
extern void complain_of_many (uint64_t ranks);

/* Loads what a UPC thread's record has beyond that (load-peers.c).  */
extern void load_peers (struct loading *loading);
/* Numbers, after that, the ranks of all worlds.  (worlds.c)  */
extern void number_ranks (struct profile *profile);
/* Makes points in time comparable.  (align.c)  */
extern void align_peers (struct profile *profile);
/* Limits estimates to the times of the trees, when these are known.  */
extern void bound_peers (struct loading *loading);

/* Add VALUE to the growing array of process->name_s.  */
#define APPEND(process, name, ...) \
  (ONE_MORE ((process)->name##s, (process)->name##_count, \
	     (process)->name##_room) \
     = (__typeof__ (*(process)->name##s)) __VA_ARGS__)

/* Leaves no room for more in it.  */
#define SHRINK(process, name) \
  do \
    { \
      (process)->name##_room = (process)->name##_count; \
      (process)->name##s \
	= shrunk ((process)->name##s, \
		  (process)->name##_count * sizeof *(process)->name##s); \
    } \
  while (0)

/* Loads what its threads did as teams (load-teams.c).  */
extern void load_teams (struct loading *loading);

/* Shows the progress of reading on a terminal, if it takes long.  */
extern void show_progress (const char *what, uint64_t done, uint64_t all);
extern void end_progress (void);
