/* pairs.h - between pairs.c and who puts the two sides of messages together.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One process's side of a message, as struct gasp_record_message has it;
   times are nanoseconds since any point that all processes of the program
   have.  */
struct side
{
  uint64_t job;			/* the program */
  uint32_t from, to;		/* ranks */
  int32_t tag;
  uint32_t within;
  bool early;			/* perhaps not received */
  uint32_t machine;
  uint64_t number, bytes;
  double posted, began, ended;
  const void *owner, *message;	/* the caller's */
};
struct sides { struct side *rows; size_t count, room; };

extern void add_side (struct sides *sides, const struct side *side);

/* Returns whether they may be the same message, beside their bytes.  */
typedef bool are_possible (const struct side *sent,
			   const struct side *received);
typedef void visit_pair (void *closure, const struct side *sent,
			 const struct side *received);

/* Calls VISIT with both sides of each message; these are sorted.  If a message
   is not POSSIBLE, which may be null, or its sides have not the same bytes,
   the processes have not counted the same: a part of the program is not
   instrumented.  All with this tag between these two are left out, then.  */
extern void pair_sides (struct sides *sent, struct sides *received,
			are_possible *possible, visit_pair *visit,
			void *closure);

struct profile;
struct process;

/* Which messages: those listed by chance; those that came long after the one
   before; and those that their senders list as held for long, and their
   receivers as the latter.  */
enum which_messages { USUAL_MESSAGES, LONG_MESSAGES, HELD_MESSAGES };
/* Adds what PROCESS, which ran on MACHINE, knows of those messages, with times
   since its program's first process began.  (align.c)  */
extern void add_sides (const struct profile *profile,
		       const struct process *process, uint32_t machine,
		       enum which_messages which, struct sides *sent,
		       struct sides *received);

/* Returns TICKS of PROCESS, in nanoseconds since its program's first process
   began.  (align.c)  */
extern double time_in_program (const struct profile *profile,
			       const struct process *process, uint64_t ticks);
