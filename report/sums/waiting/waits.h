/* waits.h - between barriers.c and late.c, and waits.c.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "sums/figures.h"
#include "model/pairs.h"

/* How long a process waited for PEER.  */
struct debt { uint32_t peer; double waited; };

/* What is known of a process's calls at a place: their times, how much of that
   was waiting, and by how much that may be wrong as machines' clocks may be.
   Where some stand for others, one in STEP at most, these are estimates; GROUPS,
   WAIT_GROUPS then, are a part of it each, chosen at random, and tell how good
   these are.  */
#define WAIT_GROUPS 32
struct wait_group { double time, waited; };
struct known
{
  uint32_t place;
  double time, waited, clock_error;
  double misordered;		/* of what was waited: see late.c */
  bool polled;			/* several calls may be one wait */
  uint64_t step;
  struct wait_group *groups;
  struct debts { struct debt *rows; size_t count, room; } debts;
};
struct knowns { struct known *rows; size_t count, room; };

/* Returns what is known of PLACE, or null; and the same, added if it is not
   there.  */
extern struct known *find_known (const struct knowns *knowns, uint32_t place);
extern struct known *add_known (struct knowns *knowns, uint32_t place);

/* In place of a peer: it is not known.  */
#define NO_PEER UINT32_MAX

/* Add to KNOWN a call that WAITED for PEER, or NO_PEER, and is listed as its
   HASH is, as one in STEP; it stands for so many as its WEIGHT is.  */
struct wait { uint64_t hash, step; uint32_t peer;
	      double weight, time, waited, misordered, clock_error; };
extern void add_wait (struct known *known, const struct wait *wait);

/* Adds to SUM for whom KNOWN waited.  */
extern void add_debts (struct known *sum, const struct known *known);

/* Returns the debt that most of KNOWN's waiting was for; null if there was
   none.  */
extern const struct debt *worst_debt (const struct known *known);
/* Returns who has DEBT, which may be null, in letters.  */
extern const char *debtor_name (const struct debt *debt);
/* Notes in ROW for whom most of KNOWN's waiting was.  */
extern void set_worst (struct waiting *row, const struct known *known);

/* Frees those of so many RANKS.  */
extern void free_knowns (struct knowns *knowns, uint32_t ranks);

/* Returns by how much KNOWN's waiting may be wrong, which is SHARE of the time
   and adapts to it; or 0, if it has been added up without regard to the
   time.  */
extern double wait_error (const struct known *known, double share);

/* Returns the nanoseconds by which the times of A and B may be apart, seen
   from the other.  */
extern double clocks_apart (const struct process *a, const struct process *b);

/* Lists in ROWS the calls, by rank and place, of the places that ARE_MEANT,
   where KNOWNS are what is known of the rank.  */
extern void list_waits (struct report *report, struct waitings *rows,
			bool (*are_meant) (const struct place *place,
					   const struct known *known),
			const struct knowns *knowns);
