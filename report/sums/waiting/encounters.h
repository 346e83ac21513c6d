/* encounters.h - what processes did between calls in which they meet others.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "sums/figures.h"

extern void add_encounter (struct encounters *encounters,
			   const struct encounter *encounter);

/* Returns the number of the path to NODE in THREAD's tree.  (same-paths.c)  */
extern uint32_t path_of (struct paths *paths, const struct thread *thread,
			 uint32_t node);
/* Does the same.  KNOWN, unless it is null, has the paths of the nodes that it
   was called with, and of those around them; and NO_NODE for others.  */
extern uint32_t path_by (struct paths *paths, const struct thread *thread,
			 uint32_t node, uint32_t *known);
/* Returns path_of for all nodes of THREAD's tree; allocated.
   (same-paths.c)  */
extern uint32_t *paths_of_tree (struct paths *paths,
				const struct thread *thread);

/* Adds SHARE of PART to those of REGION.  (awaited.c)  */
extern void add_share (struct region *region, const struct phase_part *part,
		       double share);
/* Returns whether a thread waits at NODE for others of its team, or for what
   they do.  (workers.c)  */
extern bool waits_for_team (const struct report *report,
			    const struct node *node);
/* Joins those of REGION's workers that follow one another in a stage into one,
   with its parts together.  They are in the order of stages and threads; the
   last of a stage may stand for several (NO_NODE).  (workers.c)  */
extern void join_successive (const struct report *report,
			     struct region *region);
/* Marks in BEFORES which of PROCESS's befores of thread NUMBER are of a node in
   the region, that is, one for which INTO has another value than NO_NODE.  */
extern void mark_befores (const struct process *process, uint32_t number,
			  const uint32_t *into, bool *befores);
/* Makes the workers and shares of REGION from the BEFORES that are marked; its
   own thread began the TEAM, and was at WAIT for the others.
   (between-barriers.c)  */
extern void divide_by_barriers (struct report *report, struct region *region,
				const bool *befores,
				const struct phase_part *team,
				const struct phase_part *wait);
/* Returns the number of what others did for which the thread of WAIT waited at
   a barrier, as a region; 0 if there is none.  */
extern uint32_t number_of_barrier (struct report *report,
				   const struct phase_part *wait);
/* A thread's joins of others.  Added up, these TOOK so long, and it WAITED for
   a part of that; and TOLD, until signals and the like came.  */
struct joined { uint32_t *threads; size_t count, room;
		double took, waited, told; };
/* Returns the number of what the thread of JOIN had of JOINED, as a region; 0
   if that is not known.  (awaited.c)  */
extern uint32_t add_joined (struct report *report,
			    const struct phase_part *join,
			    const struct joined *joined);
/* Notes whether threads wait long enough to matter for others of their team in
   regions with MPI's calls, into which the critical path is not followed.  If
   the others call MPI, these may wait for other processes then, of which it is
   not known when, nor so what would be gained.  Returns whether it is.
   (awaited.c)  */
extern bool note_open_waits (struct report *report);
/* Returns the number of the region that has the thread and path of REGION; 0
   if there is none, and the caller adds it next.  (regions.c)  */
extern uint32_t known_region (struct regions *regions,
			      const struct region *region);
/* Adds REGION.  Returns its number.  */
extern uint32_t add_region (struct regions *regions, struct region *region);
/* Returns the number of what calls that were only counted had of PART, as a
   region; 0 if there are none.  (counted.c)  */
extern uint32_t number_of_counted (struct report *report,
				   const struct phase_part *part);
/* Divides what threads did before barriers among that and the calls there that
   were only counted, or only seen by samples.  (counted.c)  */
extern void divide_befores (struct report *report);
/* Returns for which part of PART's time its thread was ready but had no
   processor, over the whole run.  (counted.c)  */
extern double ready_share (const struct report *report,
			   const struct phase_part *part);
/* A phase of a process.  Of each of its parts, SHARE is not waiting for
   others; of a part that is an event, EVENT_SHARE.  Of that, READY times its
   ready_share was without a processor.  */
struct span { double from, to, waited; const struct phase *phase;
	      double share, event_share, ready; };
/* All that is known of a THREAD of a process, by its NUMBER: its phases; its
   calls, by time; and what it had waited at the end of each of these.  */
struct history
{
  const struct process *process;
  const struct report *report;
  uint32_t thread;
  bool is_of_team;		/* of OpenMP, and not its first thread */
  struct span *spans;
  size_t span_count;
  const struct encounter **calls;
  double *waited;
  size_t call_count;
};
static inline struct phase_part *
parts_of (const struct history *h, const struct phase *phase)
{
  return h->process->peers.phase_parts + phase->first_part;
}

struct histories
{
  struct history *rows;		/* by rank and thread */
  size_t count, room;
  const struct process *processes; /* those of the profile, */
  size_t *first;		/* and the first row of each */
  const struct encounter **calls; /* of all */
  double *waited;
};

/* Replaces the joins in PHASE of H's process, between FROM and TO, by what
   the threads did that it waited for.  (joins.c)  */
extern void put_joined (struct report *report, const struct history *h,
			struct phase *phase, double from, double to);

/* Returns whether THREAD is a member of teams.  (idle.c)  */
extern bool is_of_teams (const struct report *report,
			 const struct thread *thread);
/* Replaces the time in PHASE of H, between FROM and TO, in which its thread is
   idle between parallel regions, by what the process's FIRST thread did, whose
   history may be null.  (idle.c)  */
extern void put_idle (struct report *report, const struct history *h,
		      const struct history *first, struct phase *phase,
		      double from, double to);

/* Returns the history of THREAD of PROCESS; null if there is none.  */
extern struct history *history_of (const struct histories *histories,
				   const struct process *process,
				   uint32_t thread);

extern struct histories read_histories (struct report *report);
/* Returns the history of a process that deals with no others; none if no
   threads are known that its first one waits for.  (whole-run.c)  */
extern struct histories read_whole_run (struct report *report);
/* Adds to MEANS, by path, what threads of PROCESS spend there on average: those
   of the team that it is in, or that have it at all; and to ESTIMATED whether
   that may be wrong by more than a twentieth.  (whole-run.c)  */
extern void add_means (struct report *report, const struct process *process,
		       double *means, bool *estimated);
extern void free_histories (struct histories *histories);

/* Returns how many of HISTORY's calls came before TIME.  */
extern size_t calls_before (const struct history *history, double time);
/* Returns what HISTORY's process had waited by TIME.  */
extern double waited_until (const struct history *history, double time);

/* Returns the number of the phase that HISTORY's process was in at TIME; if
   one ends then, of that one.  */
extern size_t span_at (const struct history *history, double time);

/* Calls VISIT for each part of what the thread did between FROM and TO,
   without waiting for others: with its TIME, for part of which the thread
   was READY but had no processor.  Where it waited for a thread of its team,
   the parts are what that thread did.  */
typedef void visit_part (void *closure, const struct phase_part *part,
			 double time, double ready);
extern void visit_parts (const struct history *history, double from, double to,
			 visit_part *visit, void *closure);

/* Returns the place of PART, whose node is known.  */
extern const struct place *place_in_phase (const struct report *report,
					   const struct phase_part *part);
