/* waits.h - between barriers.c and late-senders.c, and waits.c.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef REPORT_WAITS_H
#define REPORT_WAITS_H

#include "figures.h"
#include "pairs.h"

/* What is known of a process's calls at a place: their times, how much of that was
   waiting, and by how much that may be wrong as machines' clocks may be.  */
struct known { uint32_t place; double time, waited, error; };
struct knowns { struct known *rows; size_t count, room; };

/* That of PLACE, or null; the same, added if it is not there.  */
extern struct known *find_known (const struct knowns *knowns, uint32_t place);
extern struct known *add_known (struct knowns *knowns, uint32_t place);

/* Add what PROCESS, which ran on MACHINE, knows of messages, with times since its
   program's first process began.  (align.c)  */
extern void add_sides (const struct profile *profile, const struct process *process,
		       uint32_t machine, struct sides *sent, struct sides *received);

/* Nanoseconds by which the times of A and B may be apart, seen from the other.  */
extern double clocks_apart (const struct process *a, const struct process *b);

/* List in ROWS the calls, by rank and place, of the places that ARE_MEANT, where
   KNOWNS are what is known of the rank.  */
extern void list_waits (struct report *report, struct waitings *rows,
			bool (*are_meant) (const struct place *place,
					   const struct known *known),
			const struct knowns *knowns);

#endif /* REPORT_WAITS_H */
