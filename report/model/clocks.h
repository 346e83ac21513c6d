/* clocks.h - between what puts times of several machines together and clocks.c.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "model/pairs.h"

/* The hosts of a program's processes: a host's number is its machine's.  */
struct machines { const char **hosts; uint32_t count; size_t room; };

/* Returns the number of HOST, which is added if it is new.  */
extern uint32_t machine_of (struct machines *machines, const char *host);

/* A process of MACHINE came to barrier NUMBER of those with the same MEMBERS,
   and left, by that machine's clock: nanoseconds since any point in time that
   all have.  */
struct sighting {
  uint64_t members, number;
  uint32_t machine;
  double arrived, left;
};
struct sightings { struct sighting *rows; size_t count, room; };

/* Adds SIGHTING, of a call of so many RANKS that WAIT for each other, if it can
   be used to compare clocks: nobody leaves before all have arrived, and the
   ranks are on all machines.  */
extern void add_sighting (struct sightings *sightings,
			  const struct sighting *sighting, uint32_t waits,
			  uint32_t ranks);

/* A message: when it was sent and when it had come, each by that machine's
   clock.  */
struct crossing { uint32_t from, to; double sent, received; };
struct crossings { struct crossing *rows; size_t count, room; };

/* Adds to CLOSURE, struct crossings, a message that went to another machine;
   it is a visit_pair.  */
extern void add_crossing (void *closure, const struct side *sent,
			  const struct side *received);

/* The correction that turns a machine's time T into machine 0's, OFFSET + DRIFT
   * T; and its error, which is infinite if nothing is known.  */
struct clock_fit { double offset, drift, error; };

extern double fitted (const struct clock_fit *fit, double time);

/* Fill in CROSSINGS, which are empty.  */
typedef void find_crossings (void *closure, struct crossings *crossings);

/* Finds the corrections for the MACHINES; sorts the SIGHTINGS.  FIND is called
   if these do not suffice.  */
extern void fit_clocks (struct clock_fit *fits, uint32_t machines,
			struct sightings *sightings, find_crossings *find,
			void *closure);
