/* model.h - the measurements, joined from the records of all processes.

   SPDX-License-Identifier: Apache-2.0

   load.c makes a profile of record files, merge.c joins call-path trees,
   tables.c makes tables of it, and text.c, json.c, csv.c and html.c print
   these.  Times are nanoseconds.  */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/index.h"
#include "base/options.h"

#define NO_NODE UINT32_MAX
/* Names, in brackets, the functions of code that is in no file.  */
#define MADE_CODE "code made at run time"

enum place_kind { PLACE_THREAD, PLACE_FUNCTION, PLACE_EVENT, PLACE_OTHER,
		  PLACE_LINE };

/* A function, or an event at a position of the source; or a source line, to add
   up its events.  Each exists once for the whole profile.  */
struct place {
  enum place_kind kind;
  uint32_t tag;
  const char *name, *file;	/* FILE is null if unknown */
  uint32_t line, column, end_line;
  const char *label;		/* what readers see: NAME, or see name_places */
  const char *location;		/* "file:line", or null; see add_up */
  const char *code;		/* of a line: its text, or null */
  const struct code_function *function; /* that an address is in, or null */
  const char *within;		/* a call without a known line, or null */
  bool is_made;			/* as the program ran, which has named it */
};

/* Returns whether PLACE is an event that allocates memory; that allocates or
   frees it.  */
extern bool allocates (const struct place *place);
extern bool is_allocation (const struct place *place);
/* Returns whether PLACE is an event that waits for another thread, or for the
   system.  */
extern bool is_pause (const struct place *place);
/* Returns whether PLACE is one that lasts until another thread, or somebody
   outside, does something.  */
extern bool awaits_others (const struct place *place);
/* Returns whether PLACE is one that lasts until a signal comes, which another
   thread of the process may send.  */
extern bool awaits_signal (const struct place *place);
/* Returns whether in PLACE a thread waits for another one to end, or just for
   time to pass.  */
extern bool awaits_thread (const struct place *place);
extern bool is_sleep (const struct place *place);
/* Returns whether FILE is a header that comes with a compiler or the
   system.  */
extern bool is_of_system (const char *file);
/* Returns the name of an interpreter's lock that is waited for at PLACE, or
   null.  */
extern const char *interpreter_lock (const struct place *place);

/* A node of a call-path tree.  In the array of its tree, it comes after its
   parent.  */
struct node {
  uint32_t place;		/* in the profile's places */
  uint32_t parent, child, sibling; /* in the tree, or NO_NODE */
  uint32_t depth;		/* 0 for the root */
  bool open;			/* had not returned */
  uint64_t calls, bytes;
  uint64_t samples, total_samples;
  double faults, total_faults;	/* page faults, by samples of them */
  double fault_time;		/* processor time in the kernel, for these */
  double self, total;
  double self_variance, total_variance; /* of these, as they are estimates:
					   ns^2 */
  double waiting;		/* of SELF, while the thread did not run */
  double unsure;		/* of SELF, in which samples do not say whether
				   the parent called it, or who did there */
  double cost;			/* of recording, which is in neither; of a
				   profile's own trees */
  double running, running_variance; /* of SELF, without what it was ready */
  bool observed;		/* calls were counted, not timed */
  bool calls_at_least;		/* CALLS are those until it was switched off */
  bool calls_estimated;		/* CALLS and BYTES: by samples, with these
				   squares of */
  double calls_variance, bytes_variance; /* standard errors */
  bool calls_shared;		/* CALLS have those of other paths, too, */
  bool calls_elsewhere;		/* or another path has some of them */
};

/* Counter values of node I are values[I * counters] and on: with all that it
   called, and in self_values by itself.  Null without counters.  */
struct tree {
  struct node *nodes;
  uint32_t count;
  int64_t *values, *self_values;
  size_t room;			/* these two: tree.c's, while building */
  struct index index;
};

struct thread {
  struct process *process;
  int tid;
  uint32_t number;
  uint32_t team_number;		/* plus 1, as in the record */
  const char *name;
  double start, duration;	/* START from the beginning of the process */
  double processor, ready;	/* on one, and waiting for one; 0: not known */
  double cost;			/* of recording, as of the process */
  double asleep;		/* as a library's helper: asleep.c */
  uint64_t function;		/* what it was to execute; 0: not known */
  bool running;
  struct tree tree;
  struct node other;		/* calls that the record had no room for */
  uint64_t unmatched, samples_lost;
  const char *counter_error;	/* or null */
};

/* Returns whether THREAD has a number in a team; and that number.  The first
   thread, which creates teams, is number 0.  */
static inline bool
thread_has_team (const struct thread *thread)
{
  return thread->team_number || thread->number == 0;
}

static inline uint32_t
thread_in_team (const struct thread *thread)
{
  return thread->team_number ? thread->team_number - 1 : 0;
}

/* Blocks of memory that were allocated at NODE and not freed.  */
/* VARIANCE is the square of the error of BYTES.  */
struct leak { uint32_t thread, node; double blocks, bytes, variance; };

struct note {
  uint32_t kind;		/* enum gasp_record_note_kind */
  const char *text;		/* or null */
  uint32_t thread, node;	/* or NO_NODE */
  uint32_t earlier;		/* place, or NO_NODE */
  uint64_t count, address;
};

struct user_event_text { uint32_t type; const char *text; uint64_t count; };

struct user_event {
  uint32_t tag;
  const char *name, *description, *last;
  uint64_t starts, ends, atomics, omitted;
  double time, shortest, longest;
  struct user_event_text *texts;
  size_t text_count, text_room;
};

/* COUNT samples at PC, number AT of the report's sampled addresses
   (find_samples), which stand for so many UNITS: of time, if there is a
   sampler.  */
struct sample { uint64_t pc, count, units; uint32_t thread, node, at;
		double faults; };
/* The UNITS of the process's sample number SAMPLE that had passed by END, in
   ns from the process's beginning.  */
struct sample_moment { double end; uint32_t sample, units; };
struct module { uint64_t start, end, bias; const char *path, *build_id; };

/* ---- Processes that are one program: UPC's threads, ...  See record.h.  */

/* The times that COUNT calls at a place took.  */
struct taken { uint32_t place; uint64_t count; double time; bool estimated; };
/* SIZE: as gasp_record_size_class has it; 0: not known.  */
struct transfer { struct taken calls; uint32_t array, peer, size; bool written;
		  uint64_t bytes, first, last, since, until; };
struct array { const char *name, *type; uint32_t place;
	       uint64_t count, bytes; };
struct range { uint32_t array, thread; uint64_t address, size, born, died; };
/* As struct gasp_record_barrier.  */
struct barrier { uint64_t number, members, arrived, began, left;
		 uint32_t place, root, thread; uint8_t waits, of;
		 bool is_long; };
/* As struct gasp_record_message; PEER is as there.  */
struct peer_message { uint64_t number, posted, began, ended, bytes;
		      uint32_t peer, place;
		      int32_t tag; uint16_t received, of;
		      bool polled, early, change, lock, comes, is_long, is_held;
		      uint32_t within, thread; };
/* As struct gasp_record_phase: what the thread did UNTIL then, in COUNT
   parts, by node of a tree, and in further ones, REST nanoseconds.  It was
   READY, but had no processor, for so many of all of these.  */
struct phase_part { float ticks; uint32_t node;
		    uint32_t thread : 31; /* of the profile's */
		    uint32_t is_event : 1; /* this and the next are
					      encounters.c's */
		    uint32_t path, region; };
struct phase { uint64_t until, hash, next; double rest, ready;
	       uint32_t count, thread, first_part; };
struct lock { struct taken calls; uint32_t thread; uint64_t address, failed;
	      double longest; };

struct peers {
  uint32_t threads;		/* of the program; 0: it is one by itself */
  uint32_t rank;		/* among those, and so are peers */
  const char *rank_name;	/* "UPC thread", ...; or null */
  double ns_per_tick;
  uint64_t start_ticks;
  bool comparable;		/* its clock with that of others */
  double clock_error;		/* ns by which it may be ahead or behind, seen
				   from the program's first process; 0 on its
				   machine */
  uint64_t barrier_step, message_step;
  struct transfer *transfers;
  struct array *arrays;
  struct range *ranges;
  struct barrier *barriers;
  struct lock *locks;
  struct peer_message *messages;
  struct phase *phases;		/* in order */
  struct phase_part *phase_parts;
  double phase_scale;		/* nanoseconds in a tick of these */
  struct transfer *collectives;	/* without a peer */
  size_t collective_count, collective_room;
  size_t transfer_count, transfer_room, array_count, array_room, range_count,
    range_room, barrier_count, barrier_room, lock_count, lock_room,
    message_count, message_room, phase_count, phase_room, phase_part_count,
    phase_part_room;
};

/* What happened to a thread of a team; see struct gasp_record_tally.  AMOUNT
   and MOST are nanoseconds where those are ticks.  */
struct tally { uint32_t what, thread, other_thread; /* NUMBERs of threads */
	       uint32_t place, other; /* or NO_NODE */
	       bool is_sample;
	       uint64_t object, count; double amount, most; };

/* The time of a thread, by its index, in NODE between barriers of a team within
   LEVEL - 1 others, before that at PLACE: in all, or where it was the LAST one
   to come.  */
struct before { uint32_t thread, node, place, level; bool is_last;
		double time; };

/* Returns whether VALUE may be wrong by more than a twentieth, with a chance
   of one in twenty; and by how much.  */
extern bool is_estimate (double value, double variance);
extern double error_of (double variance);

struct process {
  const char *path;		/* of the record */
  int pid, ppid;
  int rank;			/* as in the record (launchers.h), or -1 */
  uint64_t pipes[3];		/* as in the record */
  const char *host, *program, *directory, *arguments, *clock, *tool;
  const char *parent_record, *sample_event;
  /* Of processes that are one program: the same of all; a number for those that
     share memory.  */
  uint64_t job;
  uint32_t node;
  uint64_t run, command;	/* as in the record; 0: not known */
  char *state;			/* "exit status 0", "killed by SIGKILL", ... */
  bool is_over;
  int64_t start_realtime, process_start;
  double duration;
  uint32_t processors;		/* as in the record */
  double processor;		/* of its threads; as long as those ran whose
				   own is not known */
  double children;		/* as in the record */
  double before;		/* processor time of its first thread, before
				   recording began */
  double cost;			/* of recording, where it was seen: ns */
  uint32_t sampler, sampler_error, budget; /* as in the record's header */
  bool goes_by_samples;		/* of time: a thread has enough of them */
  uint32_t sample_period;	/* of the sampler: ns */
  uint64_t sample_threshold, samples_lost, faults;
  uint64_t live_bytes, peak_bytes, live_blocks, peak_blocks;
  uint64_t resident;		/* the most in use; 0: not known */
  uint64_t unknown_frees, untracked_blocks;
  bool memory_is_sampled;	/* what is said of it is estimated, if it came
				   after */
  double sampled_since;		/* this: ns from the beginning; */
  double live_variance, peak_variance; /* squares of the standard errors of
					  bytes */
  double peak_time;
  double library_bytes, library_blocks; /* of those live, what code without
					     instrumentation allocated */
  double allocations_until;	/* when a budget ended their events; or 0 */
  double transfers_until;	/* likewise */
  bool yields;			/* as in the record */
  bool sees_all;		/* calls that free are seen everywhere */
  bool misses_allocations;	/* by an allocator of the program's own */
  size_t first_thread, thread_count; /* in the profile's threads */
  struct leak *leaks;
  struct note *notes;
  struct user_event *events;
  struct sample *samples;
  struct sample_moment *moments;
  struct module *modules;
  struct peers peers;
  struct tally *tallys;
  size_t tally_count, tally_room;
  struct before *befores;
  size_t before_count, before_room;
  size_t leak_count, leak_room, note_count, note_room, event_count,
    event_room, sample_count, sample_room, moment_count, moment_room,
    module_count, module_room;
};

struct counter { const char *name, *unit; };


struct profile {
  struct process *processes;
  size_t process_count, process_room;
  struct thread **threads;	/* of all processes */
  size_t thread_count, thread_room;
  struct place *places;
  size_t place_count, place_room;
  struct index place_index;
  uint32_t *ranks;		/* as in records, of each rank of all worlds;
				   null: they are the same */
  uint32_t rank_count;
  struct counter *counters;
  size_t counter_count, counter_room;
  bool has_samples;
  bool with_costs;		/* what measuring took is to stay in times */
};

/* Returns the nanoseconds that a sample of PROCESS stands for; 0 if its counter
   is not a clock.  */
extern double time_of_unit (const struct process *process);

/* Reads the record files PATHS.  Returns how many could be read; reports the
   problems of the others.  */
extern size_t load_records (struct profile *profile, char **paths,
			    size_t count);

/* Returns when the first process of PROFILE began; when PROCESS did, in ns from
   FIRST on; and whether there are moments of samples.  (moments.c)  */
extern int64_t first_beginning (const struct profile *profile);
extern double beginning_of (const struct process *process, int64_t first);
extern bool has_moments (const struct profile *profile);
/* Returns whether MOMENT of PROCESS is one of the program, at a node.  */
extern bool is_of_program (const struct profile *profile,
			   const struct process *process,
			   const struct sample_moment *moment);
/* Leaves of PROFILE, which has moments, the processor time between FROM and TO,
   in ns from the first process's beginning.  */
extern void limit_to_part (struct profile *profile, double from, double to);

/* Returns the rank, as in records, of process NUMBER of all worlds.  */
static inline int64_t
rank_at (const struct profile *profile, size_t number)
{
  return number < profile->rank_count ? profile->ranks[number]
				      : (int64_t) number;
}

/* Returns "math::add" for "int math::add(int, int)"; empty if there are no
   parameters.  To be freed.  (names.c)  */
extern char *short_name (const char *signature);
/* How functions are named in the output: by their short names, or, where
   several have the same, by as much more as distinguishes them.  */
struct naming {
  const char *signature, *file;	/* FILE is null if unknown */
  uint32_t line;		/* of FILE */
  char *label;			/* the result; allocated */
};
extern void name_functions (struct naming *functions, size_t count);
/* Names all functions of PROFILE.  */
extern void name_places (struct profile *profile);
/* Returns the number of PLACE in PROFILE, to which it is added if it is
   new.  */
extern uint32_t intern_place (struct profile *profile,
			      const struct place *place);

/* Selects what to leave out.  A function or event that is left out is treated
   as if it had not been instrumented: its time is its caller's.  */
struct selection {
  struct text_list include, exclude; /* globs on names and files */
  struct text_list threads;	/* numbers, ids or names; none: all */
  struct text_list processes;	/* ids, ranks or names; none: all */
};

extern bool thread_is_selected (const struct selection *selection,
				const struct thread *thread);
extern bool process_is_selected (const struct selection *selection,
				 const struct process *process);
/* What becomes of a node; an event's node is by default treated as its caller
   is.  */
enum want { LEAVE_OUT, TAKE, LIKE_CALLER };
/* Returns the enum want of each place of PROFILE; allocated.  */
extern char *select_places (const struct selection *selection,
			    const struct profile *profile);
/* Returns whether any is left out.  */
extern bool selects_places (const struct selection *selection);

/* Returns the node of TREE for PLACE below PARENT, which is made if there is
   none; PARENT is NO_NODE for the root.  */
extern uint32_t tree_node (struct tree *tree, uint32_t parent,
			   uint32_t place, size_t counters);
/* Returns the node of TREE for PLACE below PARENT, or NO_NODE if there is
   none.  */
extern uint32_t tree_find (const struct tree *tree, uint32_t parent,
			   uint32_t place);
/* Prepares for COUNT more nodes, or nearly so.  */
extern void expect_nodes (struct tree *tree, size_t count, size_t counters);
/* Ends TREE, when no more nodes come.  */
extern void seal_tree (struct tree *tree);

/* Computes the self values of counters from the inclusive ones.  */
extern void derive_self (struct tree *tree, size_t counters);
/* Makes totals of self figures.  */
extern void derive_totals (struct tree *tree, size_t counters);

/* Returns the trees of those COUNT threads as one, without nodes that are not
   WANTED; for a single thread, and with all nodes, its own tree.  */
extern struct tree merge_trees (const struct profile *profile,
				struct thread *const *threads, size_t count,
				const char *wanted);

/* Returns where TO, which such trees were joined in, has the nodes of FROM, one
   of them; allocated.  */
extern uint32_t *joined_nodes (const struct tree *to, const struct tree *from,
			       const char *wanted);

/* Returns TREE, where a function that is called at DEPTH or deeper is its own
   caller's caller, and so on, again, becomes one with that: paths longer than
   DEPTH have each place once.  */
extern struct tree merge_recursion (const struct tree *tree, uint32_t depth,
				    size_t counters);

/* Returns A + B without undefined overflow: a damaged record may hold
   anything.  */
static inline int64_t
add_wrapping (int64_t a, int64_t b)
{
  return (int64_t) ((uint64_t) a + (uint64_t) b);
}

/* Returns the one of PROCESS's modules with the code at PC, or null.  */
extern const struct module *module_of (const struct process *process,
					uint64_t pc);
/* Returns whether PC of PROCESS is in the recorder, also in those parts of it
   that programs are linked with.  */
extern bool is_recorder_at (const struct process *process, uint64_t pc);
