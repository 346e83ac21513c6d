/* waits.h - between barriers.c and late.c, and waits.c.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "sums/figures.h"
#include "model/pairs.h"

/* How long a process waited for PEER.  */
struct debt { uint32_t peer; double waited; };

/* Calls of a process at a place: their time, how much of it
   was waiting, and by how much that may be wrong as machines' clocks are.
   If STEP is more than 1, one call stands for up to so many, and these are
   estimates: then each of the WAIT_GROUPS has a part of the calls, chosen at
   random, and the differences between these show how good they are.  Those that
   are long, and stand for themselves, have LONG_TIME and LONG_WAITED.  */
#define WAIT_GROUPS 32
struct wait_group { double time, waited; };
struct known
{
  uint32_t place;
  double time, waited, clock_error, long_time, long_waited;
  double misordered, avoidable;	/* of what was waited: see late.c */
  bool polled;			/* several calls may be one wait */
  double of, of_known;		/* as of a call; the sum, and of how many */
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

/* A call that WAITED for PEER, or NO_PEER.  It is listed as one in STEP,
   chosen by HASH, and stands for WEIGHT calls.  */
struct wait { uint64_t hash, step; uint32_t peer;
	      double weight, time, waited, misordered, avoidable,
	      clock_error; };
extern void add_wait (struct known *known, const struct wait *wait);
/* Adds a WAIT that is long.  */
extern void add_long_wait (struct known *known, const struct wait *wait);

/* Adds to SUM for whom KNOWN waited.  */
extern void add_debts (struct known *sum, const struct known *known);

/* Returns the debt of the peer that KNOWN waited for most; null if there is
   none.  */
extern const struct debt *worst_debt (const struct known *known);
/* Returns who has DEBT, which may be null, in letters.  */
extern const char *debtor_name (const struct debt *debt);
/* Sets in ROW the peer that KNOWN waited for most.  */
extern void set_worst (struct waiting *row, const struct known *known);

/* Frees KNOWNS, which are of so many RANKS.  */
extern void free_knowns (struct knowns *knowns, uint32_t ranks);

/* Returns by how much KNOWN's waiting may be wrong, which is SHARE of the time
   and adapts to it; or 0, if it has been added up without regard to the
   time.  */
extern double wait_error (const struct known *known, double share);

/* Returns by how many nanoseconds the clocks of A and B may disagree.  */
extern double clocks_apart (const struct process *a, const struct process *b);

/* Lists in ROWS the calls, by rank and place, at places that ARE_MEANT;
   KNOWNS has what is known of each rank.  */
extern void list_waits (struct report *report, struct waitings *rows,
			bool (*are_meant) (const struct place *place,
					   const struct known *known),
			const struct knowns *knowns);
