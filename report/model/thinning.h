/* thinning.h - take a part of what records list where there is too much in all.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "listed.h"
#include "base/protobuf.h"
#include "model/reader.h"

/* Lists in records, of which one in STEP is taken, as hashes say
   (listed.h).  */
enum listed_kind { LISTED_BARRIERS, LISTED_MESSAGES, LISTED_PHASES,
		   LISTED_KINDS };

/* How many of each kind the records of a profile list at each step, by its
   logarithm; and the STEPS, powers of 2, that keep them few enough.  */
struct thinning
{
  uint64_t counts[LISTED_KINDS][64];
  uint64_t steps[LISTED_KINDS];
};

/* Counts what RECORD lists.  */
extern void count_listed (struct thinning *thinning,
			  const struct record *record);
/* Adds to MESSAGE what was counted; and what of that is LISTED.  */
extern void write_listed (const struct thinning *thinning,
			  struct message *message);
extern void add_listed (struct thinning *thinning, struct bytes listed);
/* Chooses the steps when all records have been counted.  */
extern void choose_steps (struct thinning *thinning);

/* Returns the hash of a message that the process of RANK has sent or
   received.  */
extern uint64_t hash_of_message (const struct gasp_record_message *message,
				 uint32_t rank);

/* Returns the phases of RECORD, by thread and time, *COUNT of them; where STEP
   is not 1, those that are not taken are parts of the next; allocated.  */
extern struct gasp_record_phase *read_phases (const struct record *record,
					      uint64_t step, size_t *count);
