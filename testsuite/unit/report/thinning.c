/* What is taken of long lists (thinning.c).

   SPDX-License-Identifier: Apache-2.0  */

#include <thinning.c>
#include "unit.h"

static void
test_steps_leave_few (void)
{
  struct thinning few = { 0 }, many = { 0 };
  few.counts[LISTED_BARRIERS][0] = most[LISTED_BARRIERS];
  choose_steps (&few);
  CHECK_NUMBER (few.steps[LISTED_BARRIERS], 1);
  CHECK_NUMBER (few.steps[LISTED_MESSAGES], 1);
  /* Half of them at each further step, as hashes have it.  */
  many.counts[LISTED_MESSAGES][0] = 4 * most[LISTED_MESSAGES];
  many.counts[LISTED_MESSAGES][1] = 2 * most[LISTED_MESSAGES];
  many.counts[LISTED_MESSAGES][2] = most[LISTED_MESSAGES];
  many.counts[LISTED_MESSAGES][63] = 1;
  choose_steps (&many);
  CHECK_NUMBER (many.steps[LISTED_MESSAGES], 8);
  CHECK_NUMBER (many.steps[LISTED_PHASES], 1);
}

static void
test_no_step_is_too_large (void)
{
  struct thinning all = { 0 };
  all.counts[LISTED_PHASES][63] = 2 * most[LISTED_PHASES];
  choose_steps (&all);
  CHECK (all.steps[LISTED_PHASES] == (uint64_t) 1 << 63);
}

static void
test_last_step (void)
{
  CHECK_NUMBER (last_step (1), 0);
  CHECK_NUMBER (last_step (12), 2);
  CHECK_NUMBER (last_step (0), 63);
  for (uint64_t hash = 1; hash < 100; hash++)
    {
      size_t last = last_step (hash);
      CHECK (gasp_is_listed (hash, (uint64_t) 1 << last));
      CHECK (!gasp_is_listed (hash, (uint64_t) 2 << last));
    }
}

/* Returns phase NUMBER of THREAD, with the time TICKS in NODE.  */
static struct gasp_record_phase
phase (uint64_t thread, uint64_t number, uint64_t hash, uint64_t next,
       uint32_t node, float ticks)
{
  return (struct gasp_record_phase) {
    .number = thread << GASP_RECORD_PHASE_BITS | number, .until = number * 10,
    .hash = hash, .next = next, .rest = 1, .parts = { { node, ticks } }
  };
}

/* What is left out is in the next one that is not; the last one of a thread
   stays.  */
static void
test_phases_are_joined (void)
{
  struct gasp_record_phase rows[] = {
    phase (0, 1, 3, 5, 7, 100), phase (0, 2, 5, 8, 7, 10),
    phase (0, 3, 7, 9, 8, 1), phase (0, 4, 4, 1, 7, 2),
    phase (0, 5, 9, 9, 9, 3), phase (1, 1, 4, 4, 9, 4)
  };
  struct phases phases = { rows, 6 };
  thin_out (&phases, 4);
  CHECK_NUMBER (phases.count, 4);
  CHECK_NUMBER (rows[0].number, 2);
  CHECK_NUMBER (rows[0].parts[0].ticks, 110);
  CHECK_NUMBER (rows[0].rest, 2);
  CHECK_NUMBER (rows[1].number, 4);
  CHECK_NUMBER (rows[1].parts[0].node, 8);
  CHECK_NUMBER (rows[1].parts[0].ticks, 1);
  CHECK_NUMBER (rows[1].parts[1].node, 7);
  CHECK_NUMBER (rows[1].parts[1].ticks, 2);
  CHECK_NUMBER (rows[2].number, 5);
  CHECK_NUMBER (rows[2].parts[0].ticks, 3);
  CHECK_NUMBER (rows[3].parts[0].ticks, 4);
  CHECK_NUMBER (rows[3].rest, 1);
}

/* No time is lost where there are more nodes than parts, or than are told apart: the
   longest stay.  */
static void
test_rest (void)
{
  for (uint32_t nodes = 1; nodes <= 2 * MOST_USED; nodes *= 2)
    {
      struct joined_phases sum = { .any = false };
      struct gasp_record_phase last = { .rest = 0 };
      for (uint32_t i = 1; i <= 3 * nodes; i++)
	{
	  uint32_t node = i % nodes + 1;
	  struct gasp_record_phase one = phase (0, i, 1, 1, node, (float) node);
	  add_phase (&sum, &one);
	}
      take_sum (&sum, &last);
      double all = (double) last.rest;
      for (size_t i = 0; i < GASP_RECORD_PHASE_PARTS; i++)
	all += (double) last.parts[i].ticks;
      CHECK_NUMBER (all, 3 * (nodes * (nodes + 1) / 2 + nodes));
      uint32_t longest = nodes < MOST_USED ? nodes : 0;
      if (longest > GASP_RECORD_PHASE_PARTS)
	CHECK_NUMBER (last.parts[0].node, longest);
      CHECK (!sum.any && !sum.count && !sum.rest);
    }
}

/* What a file says of its records is what these say, and is added to others'.  */
static void
test_listed_by_a_file (void)
{
  struct thinning one = { 0 }, sum = { 0 };
  struct message message = { NULL, 0, 0 };
  one.counts[LISTED_BARRIERS][0] = 3;
  one.counts[LISTED_MESSAGES][5] = 1000000;
  one.counts[LISTED_PHASES][63] = 1;
  sum.counts[LISTED_PHASES][63] = 41;
  write_listed (&one, &message);
  add_listed (&sum, (struct bytes) { message.data, message.size });
  CHECK_NUMBER (sum.counts[LISTED_BARRIERS][0], 3);
  CHECK_NUMBER (sum.counts[LISTED_MESSAGES][5], 1000000);
  CHECK_NUMBER (sum.counts[LISTED_PHASES][63], 42);
  free (message.data);
}

UNIT (test_listed_by_a_file, test_steps_leave_few, test_no_step_is_too_large, test_last_step,
      test_phases_are_joined, test_rest);
