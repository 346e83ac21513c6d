/* Which calls seem to go on although they are over (load-samples.c).

   SPDX-License-Identifier: Apache-2.0  */

#include <load-samples.c>
#include "unit.h"

/* A thread, load in it, parse in load, and what parse calls, which is counted:
   node I is at place I.  */
enum { THREAD, LOAD, PARSE, BEGIN, NODES };

uint64_t
record_number (const struct record *record, uint32_t kind,
	       gasp_record_ref index)
{
  (void) record;
  (void) kind;
  return index;
}

/* Finds what is elsewhere in NODES, where load and parse took 80 ms more than
   they have samples of; with OFF, when places were switched off.  */
static void
find_in (struct sampled_node *nodes, uint64_t *off)
{
  struct gasp_record_node raw[NODES] = {
    [THREAD] = { .place = THREAD, .ticks = 200000000 },
    [LOAD] = { .place = LOAD, .ticks = 80000100, .calls = 1000 },
    [PARSE] = { .place = PARSE, .ticks = 80000000, .calls = 1000 },
    [BEGIN] = { .place = BEGIN, .period = 8, .calls = 40000 }
  };
  uint32_t parents[NODES] = { NO_NODE, THREAD, LOAD, PARSE };
  struct sampling sampling = { .nodes = nodes };
  struct loading loading = {
    .raw = raw, .raw_count = NODES, .raw_parent = parents,
    .off = off, .place_count = NODES, .ns_per_tick = 1, .sampling = &sampling
  };
  find_elsewhere (&loading);
}

static void
test_elsewhere_with_callers (void)
{
  struct sampled_node nodes[NODES] = {
    [PARSE] = { .time_in = 4e6 }, [BEGIN] = { .time_in = 4e6 }
  };
  uint64_t off[NODES] = { [LOAD] = 1, [PARSE] = 1 };
  find_in (nodes, off);
  CHECK (nodes[PARSE].is_elsewhere);
  CHECK (nodes[LOAD].is_elsewhere);
  CHECK (!nodes[THREAD].is_elsewhere);
}

static void
test_elsewhere_in_callers (void)
{
  /* Its caller is recorded, or has samples of its own.  */
  struct sampled_node few[NODES] = { [PARSE] = { .time_in = 4e6 } };
  uint64_t one[NODES] = { [PARSE] = 1 };
  find_in (few, one);
  CHECK (few[PARSE].is_elsewhere);
  CHECK (!few[LOAD].is_elsewhere);
  struct sampled_node many[NODES] = {
    [PARSE] = { .time_in = 4e6 }, [LOAD] = { .time_in = 60e6 }
  };
  uint64_t both[NODES] = { [LOAD] = 1, [PARSE] = 1 };
  find_in (many, both);
  CHECK (many[PARSE].is_elsewhere);
  CHECK (!many[LOAD].is_elsewhere);
}

UNIT (test_elsewhere_with_callers, test_elsewhere_in_callers);
