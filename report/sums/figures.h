/* figures.h - the figures of the report, added up from a profile.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "base/object/code.h"
#include "model/model.h"
#include "sums/peers-figures.h"
#include "sums/teams-figures.h"

#include <math.h>

/* Sums over all nodes of a group of places.  TOTAL counts only the outermost
   of those on a path, so that a recursion is not counted twice.  */
struct row {
  uint32_t place;		/* that stands for the group */
  uint32_t open_on_path;	/* while adding up */
  uint64_t calls, bytes, samples, total_samples;
  double faults, total_faults, fault_time; /* as of struct node */
  double sampled_time;		/* of a line: of SAMPLES */
  double self, total, self_variance, total_variance, waiting;
  double running, running_variance; /* of SELF: see model.h */
  bool calls_at_least, calls_estimated;
  double calls_variance;
};

struct rows {
  struct row *rows;
  size_t count;
  int64_t *values, *self_values; /* as in struct tree */
};

/* Calls of one function by another: see callers.c.  */
struct edge {
  uint32_t caller, callee;	/* places that stand for their groups */
  uint32_t open_on_path;	/* while adding up */
  uint64_t calls, bytes;
  double self, self_variance, running, running_variance, total,
    total_variance;
  double of_caller, of_caller_variance;
  bool calls_at_least, calls_estimated;
};

/* An event below a function, as an allocation in it.  */
struct site { uint32_t place, function; uint64_t calls, bytes; double time;
	      double variance; bool calls_at_least, calls_estimated, frees;
	      double calls_variance, bytes_variance;
	      double own;	/* of TIME, that of MPI or its like */
	      double waiting; }; /* of TIME, not on a processor nor for one */

/* What a process has not freed of what was allocated on a call path, PATH:
   THREAD is its number in the process, or one of those below.  PLACE, of the
   allocation, and FUNCTION may be NO_NODE.  */
enum { UNKNOWN_THREAD = -1, SEVERAL_THREADS = -2 };
struct leak_row {
  const struct process *process;
  uint32_t place, function;
  int32_t thread;
  bool is_own;			/* is_of_runtime */
  const char *path;
  double blocks, bytes, variance;
};

/* An address of the program where samples were taken, and what is there: see
   lines.c.  */
struct sampled {
  uint64_t pc, count;		/* PC in the file MODULE */
  double time;			/* 0 if the samples are of no clock */
  uint64_t within;		/* of COUNT, in calls of MPI and its like */
  double faults;		/* page faults */
  const char *module, *build_id;
  int64_t since;		/* when its process began */
  struct code *code;		/* of the module, or null */
  struct code_frame *frames;	/* the innermost first */
  size_t frame_count;
  uint32_t hot;			/* which of the report's hot lines it is in */
  const char *location;		/* "file:line", or null */
  const char *inlined;		/* what inlined the innermost function, or
				   null */
};

/* The samples of a line in a function; or, if it is not known, of a
   function.  */
struct hot_line {
  uint32_t place;		/* of the line, or NO_NODE */
  const struct code_function *function; /* or null */
  const char *module;
  uint64_t count, within;	/* as of struct sampled */
  double time, faults;
};

/* Page faults of a function, or of a line in FUNCTION; or of none that is
   known, if PLACE is NO_NODE.  See faults.c.  */
struct fault_row {
  uint32_t place;
  const struct code_function *function;
  double faults, total_faults;
};
struct fault_rows { struct fault_row *rows; size_t count, room; };
struct faults { struct fault_rows functions, lines; double all; };

/* A line of the function that a report is about: samples there, and in what is
   inlined there.  LINE 0: some are left out.  */
struct annotated {
  const char *file, *code;
  unsigned int line;
  uint64_t count, inlined_count;
  double time, inlined_time;
};

/* An instruction of it, where SOURCE is "file:line" if it is another line's
   than the one before.  ADDRESS 0: some are left out.  */
struct instruction {
  uint64_t address, count;
  double time;
  const char *text, *module, *source;
  struct code_frame frame;
};

/* An element of a process in a table: which leak, note, ... of which
   process.  */
struct item { const struct process *process; size_t index, part;
	      const char *path; };
struct items { struct item *items; size_t count, room; };

/* A sentence about what stands out: see findings.h.  GAIN is the time of all
   threads that it is about, SHARE its per cent of all.  */
struct finding {
  const char *rule, *text, *view;
  const char *function;		/* whose callers and callees show more, or
				   null */
  const char *option;		/* of gasp report that shows more than
				   --function or --view; or null */
  const char *command;		/* that shows more */
  unsigned concern;		/* what comes first: findings.c */
  uint32_t place, cause;	/* where it is, and where it comes from if
				   that is elsewhere; or NO_NODE */
  double gain, of, share;	/* OF all time, if that is 0 */
  bool leads;			/* of its concern, whatever others gain */
  bool estimated;
};

/* Names of files as debug information has them, and as the profile does.  */
struct known_file { const char *path, *file; };
struct known_files { struct known_file *items; size_t count, room; };

struct report {
  struct profile profile;
  struct selection selection;
  double least_percent;
  struct text_list sources;	/* directories to look for sources in */
  struct known_files files;	/* what samples were found in */
  const char *directory;	/* the report's subject, for headings */
  const char *root;		/* with its slash: what the names of source
				   files that begin with it are shown without;
				   or "" */

  struct thread **threads;	/* those selected */
  size_t thread_count;
  struct process **processes;	/* likewise */
  size_t process_count;
  char *wanted;			/* enum want of each place */
  struct tree tree;		/* of all selected threads */
  uint32_t *preorder;		/* its nodes, children by time */
  struct tree *thread_trees;	/* one for each selected thread */
  uint32_t **thread_preorders;
  size_t *thread_ends;		/* nodes up to the end of each of those trees */
  uint64_t all_samples;
  double sampled_time;		/* of these */
  double whole;			/* time of all threads */
  double running;		/* of that, while they ran, */
  double ready;			/* and while they waited for a processor */
  double idle;			/* of WHOLE, outside of functions, between
				   regions */
  bool shows_waiting;		/* what was not running is worth a column */
  bool has_children;		/* what its processes wait for as parents */
  struct rows flat, lines;
  struct edge *edges;		/* by callee */
  size_t edge_count;
  const struct edge **callers, **callees; /* those shown */
  size_t caller_count, callee_count;
  const char *function;		/* whose these are, or null: everybody's */
  bool *focus;			/* the groups of that name, or null */
  size_t focus_count;
  bool focus_is_exact;		/* by its whole name */
  struct site *sites;		/* of allocation events: those that allocate */
  size_t allocating_count;	/* are first, so many of them */
  size_t site_count;
  struct site *pauses;		/* of those that wait */
  size_t pause_count;
  struct sampled *sampled;	/* by module and address */
  size_t sampled_count;
  struct hot_line *hot;
  size_t hot_count;
  bool wants_source, wants_instructions; /* of FUNCTION */
  bool whole_source;		/* also where there are no samples */
  struct annotated *annotated;
  size_t annotated_count, annotated_room;
  struct instruction *instructions;
  size_t instruction_count;
  char **remarks;		/* on what could not be found out */
  size_t remark_count, remark_room;
  struct leak_row *leaks;	/* those of a process together */
  size_t leak_count, leak_room;
  struct items frees, messages, events, texts;
  struct peers_report peers;
  struct teams teams, work, waits;
  struct teammates members, workers;
  struct serial serial;
  struct team_details team_details;
  struct faults faults;
  struct device_work device_work;
  struct device_arrays device_arrays;
  struct finding *findings;
  size_t finding_count;
  const struct comparison *comparison; /* with other runs, or null */
};

/* Returns FILE, of a place of REPORT, as it is shown.  */
extern const char *shown_file (const struct report *report, const char *file);

/* Returns the time of SUM by the device's own clock, as far as that is known,
   and the rest by the host's.  */
extern double device_time (const struct device_sum *sum);
/* Returns how much longer than that the host waited for ROW.  */
extern double driver_time (const struct on_device *row);
/* Returns whose clock measured the times of ROW, for people to read.  */
extern const char *device_clock (const struct on_device *row);

/* Fills in REPORT from its profile and selection.  */
extern void add_up (struct report *report);

/* Merges recursion (merge_recursion) in REPORT's trees that are deeper than
   DEPTH, for writers that write each path as a whole.  Returns whether there
   was any.  */
extern bool limit_depth (struct report *report, uint32_t depth);

/* Returns how long threads waited, for anything but a processor.  */
static inline double
waiting_time (const struct report *report)
{
  return report->whole - report->running - report->ready;
}

/* Returns the process that began first: what the report is of.  */
extern const struct process *first_process (const struct report *report);
/* Returns the process that had most of the processors' time.  */
extern const struct process *busiest_process (const struct report *report);
/* Returns what the report is of: a command; or, of several programs, their
   names.  */
extern const char *subject_text (const struct report *report);
/* Returns the programs whose processes the report is of, largest first, with
   their processor time; "" if there is only one.  */
extern const char *programs_text (const struct report *report);
/* Returns whether a process waits for a child of its own in PLACE.  */
extern bool awaits_child (const struct place *place);
/* Returns whether most of the children that REPORT's processes wait for are
   among these.  */
extern bool has_children (const struct report *report);
/* Returns how long processes ran on processors that those of REPORT started and
   waited for, but that have no records; nanoseconds.  And whether REPORT has
   processes of several programs, so that all are recorded that can be.  */
extern double time_not_recorded (const struct report *report);
extern bool records_programs (const struct report *report);
/* Returns how long they took, in ns: the first process, or from its beginning
   to the end of the last one, where some began when others had ended.  */
extern double whole_span (const struct report *report);
/* Returns how they ended.  */
extern const char *end_text (const struct report *report);
/* Returns what PROCESS's runtime has said of the signal that killed it, or of
   the mistake that ended it; or null.  */
extern const struct note *crash_note (const struct process *process);
/* Returns the machines that they ran on, the first process's first.  */
extern const char *hosts_text (const struct report *report);
/* Returns "thread" for "UPC thread": the model's word for a process.  */
extern const char *rank_word (const struct report *report);
/* Returns what several of them are called: "UPC threads", "box processes".  */
extern const char *ranks_name (const struct report *report);
/* Returns which parts of the time of all threads are not work, if that is
   worth a word: running and waiting.  */
extern const char *parts_of_time (const struct report *report);
/* Returns how many processors REPORT's program might run on; 0 if that is not
   known, as of several ranks, each of which may be bound to some.  */
extern uint32_t processors_of (const struct report *report);
/* Returns how many threads ran on average; WITH_READY, or were ready for a
   processor.  */
extern double threads_running (const struct report *report, bool with_ready);
/* Returns these figures of a program with several threads, or "".  */
extern const char *processors_text (const struct report *report);
/* Leaves out of PROFILE's trees how long helper threads of libraries slept;
   returns how many of them REPORT has, and says whose they are, or "".
   (asleep.c)  */
extern void leave_out_sleep (struct profile *profile);
extern size_t count_helpers (const struct report *report);
extern const char *helpers_text (const struct report *report);
/* Returns how long threads waited for a processor, by the kernel's account.  */
extern double time_ready (const struct report *report);
/* Returns "31.2 ms on a processor before recording began, ...", of one process;
   "" if that is little, or there are several.  */
extern const char *time_left_out (const struct report *report);
/* Returns "busy: ..." with how long threads waited for a processor; "" if that
   is little.  */
extern const char *disturbance_text (const struct report *report);
/* Returns what the report is of, for its first line, which says so if several
   runs are added up.  */
extern const char *profile_title (const struct report *report);
/* Returns whether some process began when another had ended: they may be of
   several runs.  */
extern bool is_sequence (const struct report *report);
/* Returns the nodes of TREE, a parent before its children, these by falling
   AMOUNTS, or total times if that is null; allocated.  */
extern uint32_t *preorder_by (const struct tree *tree, const double *amounts);
/* Returns what is shown of a time that something took by itself: all, or,
   where threads wait, the part in which they ran.  */
static inline double
shown_self (const struct report *report, double self, double running)
{
  return report->shows_waiting ? running : self;
}

/* Returns whether the time that threads waited for a processor is worth a
   column: if it is a twentieth of the time they ran.  */
static inline bool
shows_ready (const struct report *report)
{
  return report->shows_waiting && report->ready > report->running / 20;
}

/* Returns the part of self time in which a thread could run, but did not.  */
static inline double
ready_time (double self, double running, double waiting)
{
  double ready = self - running - waiting;
  return ready > 0 ? ready : 0;
}

static inline const char *
self_heading (const struct report *report)
{
  return report->shows_waiting ? "running" : "self";
}

/* Returns the part of all samples that COUNT are, which stand for TIME: of the
   time, if they are of a clock, as the flat profile has it.  */
static inline double
part_of_samples (const struct report *report, uint64_t count, double time)
{
  double all = report->shows_waiting ? report->running : report->whole;
  return report->sampled_time > 0 ? time / fmax (all, report->sampled_time)
	 : count ? (double) count / (double) report->all_samples : 0;
}
/* Returns whether some times are estimates, and what marks them for a
   person.  */
extern bool has_estimates (const struct report *report);
/* Returns the nanoseconds of processors that were seen to be spent in
   recording.  */
extern double recording_cost (const struct report *report);
/* Returns what P's times and counts rest on, and how there would be better
   ones.  */
extern const char *sampler_text (const struct process *p);
#define ESTIMATE_SIGN "~"
/* Returns how often NODE was called, or something CALLS times, with the sign of
   a lower bound or an estimate; "" if calls were not counted.  Allocated.  */
extern char *calls_text (const struct node *node);
extern char *calls_of (uint64_t calls, bool at_least, bool estimated);
/* Returns when PROCESS began, in words; and the names of all counters.  */
extern const char *start_text (const struct process *process);
extern const char *counter_names (const struct profile *profile);

/* Returns text number INDEX of REPORT's messages, or null if it is there
   before, perhaps with other numbers: the threads and processes of a run often
   have the same ones.  Allocated.  */
extern char *new_message (const struct report *report, size_t index);

/* Returns the least time among the LIMIT largest nodes of TREE; less than any
   if there are no more nodes, or if LIMIT is 0.  */
extern double least_of_largest (const struct tree *tree, size_t limit);

/* Returns whether PROCESS has teams of threads.  */
extern bool has_teams (const struct report *report,
		       const struct process *process);

/* Returns the function that node INDEX of TREE is in, itself if it is one; or
   the root's place.  */
extern uint32_t function_of (const struct report *report,
			     const struct tree *tree, uint32_t index);

/* Returns the same; of functions of a language's library, the one that the
   program calls, or, if its name says nothing, the function that calls it.  */
extern uint32_t called_function (const struct report *report,
				 const struct tree *tree, uint32_t index);

/* Returns whether PLACE is a call in which processes deal with others.  */
extern bool is_communication (const struct report *report,
			      const struct place *place);
/* Returns whether the figures of node NODE of the thread PART of PROCESS are
   wanted.  */
extern bool is_wanted_at (const struct report *report,
			  const struct process *process, uint32_t part,
			  uint32_t node);

/* Adds what PROCESS has not freed to REPORT's leaks: leaks.c.  */
extern void list_leaks (struct report *report, const struct process *process);

/* Names on the path to node INDEX of TREE, the innermost first, as
   "malloc < f < main"; allocated.  */
extern char *path_text (const struct report *report, const struct tree *tree,
			uint32_t index);

/* Returns whether PLACE is of a construct, which is called by its function and
   line.  Names rows of the flat profile that are about teams.
   (constructs.c)  */
extern bool is_construct (const struct place *place);
/* Returns the place of the innermost region, shared work or task that PATH is
   in; NO_NODE if there is none.  (constructs.c)  */
extern uint32_t construct_of_path (const struct report *report, uint32_t path);
extern void name_constructs (struct report *report, const uint32_t *groups);
/* Moves the time that threads wait for their next team from the row for what is
   outside of functions to a row of its own, with that name.  */
extern const char idle_label[];
extern void split_idle (struct report *report, const uint32_t *groups);

/* Adds up who called whom, of GROUPS of the flat profile: callers.c.  */
extern void add_up_callers (struct report *report, const uint32_t *groups);
/* Returns whether --function means one with this LABEL and NAME, which may be
   missing in the flat profile: by a pattern, too, and without its class or
   namespace if none has just that name.  (callers.c)  */
extern bool is_asked_for (const struct report *report, const char *label,
			  const char *name);
/* Returns the function of REPORT whose name is most like NAME, or null.  */
extern const char *function_alike (const struct report *report,
				   const char *name);

/* Finds where the samples of REPORT's processes were taken, and counts them in
   its lines; and, when lines have locations, names them: lines.c.  */
extern void find_samples (struct report *report);
extern void locate_samples (struct report *report);
extern void add_up_faults (struct report *report);
/* Returns the line with the most samples, other than in GASP or in calls of
   libraries such as MPI; null if there is none, if code without lines has more
   samples, or if too few were taken.  */
extern const struct hot_line *hottest_line (const struct report *report);
/* Samples of a line of the program's own, and of what is inlined there.  */
struct own_line { struct code_frame at; uint64_t count; double time; };
/* Returns the line with the most samples of its own, if the line with the most
   of all is of a language's library; without samples if the latter has many
   more. (hottest.c)  */
extern struct own_line hottest_own_line (const struct report *report);
/* Returns the text "a.c:3 in f, 6.0 %" for the hottest line, and then one for
   the program's own, if there is one; or "".  */
extern const char *hottest_line_text (const struct report *report);

/* Advice where there are no samples, or no lines of theirs.  */
#define NEEDS_LIBDW \
  "lines of samples are not known: install libdw (Debian: libdw1, Fedora: " \
  "elfutils-libs)"
#define HOW_TO_SAMPLE "gasp run --sample=time takes them"

/* Returns what REPORT's profile calls the file that debug information has as
   PATH, which is the same each time that it is asked for.  */
extern const char *file_in_profile (struct report *report, const char *path);

extern void add_remark (struct report *report, char *text);

/* Finds the lines and instructions of REPORT's function, as far as they are
   wanted.  Return whether it has samples: annotate.c.  */
extern void annotate (struct report *report);
extern bool has_samples_of_function (const struct report *report);

/* Adds up what they have to report: peers.c, of which the barriers are in
   barriers.c.  GROUPS are those of the flat profile.  */
extern void add_up_peers (struct report *report, const uint32_t *groups);
extern void add_up_alike (struct report *report);
extern void add_up_sizes (struct report *report);
/* Calls that complete collective functions may wait for messages, too: lists
   them in CALLS, whose rows the caller frees.  */
struct calls;
extern void add_up_barriers (struct report *report, struct calls *calls);
extern void add_up_late (struct report *report, struct calls *calls);
/* After these: sites.c, delays.c.  */
extern void add_up_sites_of_calls (struct report *report);
extern void add_up_delays (struct report *report);
/* Returns the thread of PART, unless it is the one with that NUMBER; then the
   one that this waits for there, as its teams, or locks, are waited for, and
   sets *PLACE to what that does most.  Null if it is not one, or not known.
   (awaited.c)  */
extern const struct thread *find_worker (struct report *report,
					 const struct phase_part *part,
					 uint32_t number, uint32_t *place);
/* Returns the number of the region that PART was done in, from 1 on; 0 if it
   was in none.  (awaited.c)  */
extern uint32_t region_of (struct report *report,
			   const struct phase_part *part);
/* Returns whether NODE of TREE, of PROCESS, is in MPI or a library like it:
   then so is memory allocated there.  (leaks.c)  */
extern bool is_of_runtime (const struct report *report,
			   const struct process *process,
			   const struct tree *tree, uint32_t node);

/* Return the place of the function that calls the caller of PATH, if PATH is an
   event and so at a line of its caller, or NO_NODE; and both callers in words,
   "f < g", or null.  (delays.c)  */
extern uint32_t outer_of_path (const struct report *report, uint32_t path);
extern const char *callers_text (const struct report *report, uint32_t path);

/* Returns what part of REGION's time is saved if PATH takes FASTER less of its
   own.  (awaited.c)  */
extern double gain_in (const struct region *region, uint32_t path,
		       double faster);
/* critical-path.c.  */
extern void add_up_critical_path (struct report *report);

/* Adds up what teams did; teams.c.  */
extern void add_up_teams (struct report *report);
/* Returns whether all parallel regions have events: no budget has left any
   out.  */
extern bool has_all_teams (const struct report *report);
/* Returns whether events at PLACE wait until a thread has more iterations to
   do. (teams.c)  */
extern bool awaits_iterations (const struct report *report, uint32_t place);
/* Between teams.c, team-locks.c and team-tasks.c: whether the constructs at A
   and B are the same; a function to be called for each tally of a thread that
   is selected (number THREAD of these); and what tallies tell.  TASK_TIMES is
   how long tasks of each place ran.  */
extern bool same_construct (const struct report *report, uint32_t a,
			    uint32_t b);
typedef void tally_visitor (struct report *report,
			    const struct process *process,
			    const struct tally *tally, uint32_t thread);
extern void each_tally (struct report *report, tally_visitor *visit);
extern void add_up_team_locks (struct report *report);
/* Lists who has which ends of pipes.  (pipes.c)  */
extern void list_pipe_ends (struct report *report);
/* Returns who, other than PROCESS, has the other end of PIPE most often, or
   null.  */
extern const struct pipe_end *other_pipe_end (const struct report *report,
					      const struct process *process,
					      uint64_t pipe);
/* Returns the index of PROCESS's thread of the system's NUMBER, or NO_NODE.  */
extern uint32_t thread_of_system (const struct report *report,
				  const struct process *process,
				  uint32_t number);
/* Returns the name of what was waited for most at PLACE, or null.  */
extern const char *awaited_at (const struct report *report, uint32_t place);
/* Names locks after what allocated them, if it is known; after
   locate_places.  */
extern void name_allocated_locks (struct report *report);
/* Names locks that have no other name as the source line does where they are
   taken, if only one is; after read_lines.  */
extern void name_locks_by_source (struct report *report);
extern void add_up_team_tasks (struct report *report,
			       const double *task_times);

/* Adds up what was given to devices; devices.c.  */
extern void add_up_devices (struct report *report);

/* Finds the lines that REPORT refers to in the sources; source.c.  */
extern void read_lines (struct report *report);
