/* Following a thread through its trace (trace-cursor.c).

   SPDX-License-Identifier: Apache-2.0  */

#include <trace-cursor.c>
#include "unit.h"

/* A record with some nodes: 1 is the root, 2 and 3 are its children, 4 is 2's.
   They are where the format wants them, at multiples of their size.  */
#define NODES 5
#define NODE_SIZE 128
_Static_assert(sizeof (struct gasp_record_node) <= NODE_SIZE,
	       "nodes are larger");

static union
{
  unsigned char bytes[NODES * NODE_SIZE];
  struct gasp_record_node first;
} memory;
static struct segment segment;
static struct trace_place places[1] = { { .name = "?", .label = "?" } };
static struct trace_process process;
static struct trace_thread thread;

#define CHUNKS 3
static union
{
  struct gasp_trace_chunk head;
  unsigned char bytes[GASP_TRACE_CHUNK];
} chunks[CHUNKS];
static const struct gasp_trace_chunk *listed[CHUNKS];

static gasp_record_ref
ref_of (int node)
{
  return (gasp_record_ref) (node * NODE_SIZE / 8);
}

static void
set_parent (int node, int parent)
{
  struct gasp_record_node n = { .parent = parent ? ref_of (parent) : 0 };
  memcpy (memory.bytes + node * NODE_SIZE, &n, sizeof n);
}

static void
begin (size_t count)
{
  memset (&memory, 0, sizeof memory);
  memset (chunks, 0, sizeof chunks);
  set_parent (1, 0);
  set_parent (2, 1);
  set_parent (3, 1);
  set_parent (4, 2);
  segment = (struct segment) { GASP_RECORD_NODES, NODE_SIZE, sizeof memory, 0 };
  process = (struct trace_process) { .record = { .data = memory.bytes,
						.size = sizeof memory,
						.segments = &segment,
						.segment_count = 1 },
				    .places = places,
				    .chunks = listed,
				    .chunk_count = count,
				    .ns_per_unit = 1 };
  thread = (struct trace_thread) { .process = &process, .chunk_count = count };
  for (size_t i = 0; i < count; i++)
    {
      listed[i] = &chunks[i].head;
      chunks[i].head.state = GASP_TRACE_CLOSED;
      chunks[i].head.sequence = i + 1;
      chunks[i].head.previous = i;
      chunks[i].head.node = ref_of (1);
    }
}

/* Entries go to AT.  */
static unsigned char *
put (unsigned char *at, uint64_t entry, size_t size)
{
  memcpy (at, &entry, size);
  return at + size;
}

static unsigned char *
put_near (unsigned char *at, unsigned int time, int distance)
{
  return put (
      at,
      GASP_TRACE_NEAR | time << 2
	  | (unsigned int) (distance * NODE_SIZE >> GASP_TRACE_DISTANCE_SHIFT)
		<< 16,
      3);
}

static unsigned char *
put_far (unsigned char *at, unsigned int time, int distance)
{
  int32_t far = distance * NODE_SIZE / (1 << GASP_TRACE_DISTANCE_SHIFT);
  return put (
      at, GASP_TRACE_CHILD | time << 2 | (uint64_t) (far & 0xffffff) << 16, 5);
}

static unsigned char *
put_leave (unsigned char *at, unsigned int time)
{
  return put (at, GASP_TRACE_LEAVE | time << 2, 2);
}

/* What the cursor tells, as "+depth@time" and "-depth@time", with a "~" if it
 * is cut.  */
static const char *
followed (void)
{
  static char text[500];
  struct trace_cursor cursor;
  struct trace_moment m;
  size_t length = 0;
  trace_follow (&cursor, &thread);
  while (trace_next (&cursor, &m) && length < 400)
    length += (size_t) snprintf (
	text + length, sizeof text - length, "%s%c%zu@%u%s", length ? " " : "",
	m.what == TRACE_ENTER	? '+'
	: m.what == TRACE_LEAVE ? '-'
				: '*',
	m.depth, (unsigned int) m.time, m.is_cut ? "~" : "");
  trace_done (&cursor);
  text[length] = '\0';
  return text;
}

static unsigned char *
entries (int chunk)
{
  return (unsigned char *) (&chunks[chunk].head + 1);
}

static void
test_nothing (void)
{
  begin (0);
  CHECK_TEXT (followed (), "");
  begin (1);
  CHECK_TEXT (followed (), "");
}

/* From the root to 2, to 4, back, back, to 3, back; times add up.  */
static void
test_calls (void)
{
  begin (1);
  chunks[0].head.start = 1000;
  unsigned char *at = put_near (entries (0), 10, 1);
  at = put_far (at, 5, 2);
  at = put_leave (at, 1);
  at = put_leave (at, 2);
  at = put_near (at, 3, 2);
  put_leave (at, 0);
  CHECK_TEXT (followed (), "+0@1010 +1@1015 -1@1016 -0@1018 +0@1021 -0@1021");
}

/* What is open at the end is left, as cut.  */
static void
test_open_at_the_end (void)
{
  begin (1);
  put_near (put_near (entries (0), 10, 1), 5, 2);
  CHECK_TEXT (followed (), "+0@10 +1@15 -1@15~ -0@15~");
}

/* A leave too many, as of damage, tells nothing.  */
static void
test_a_leave_too_many (void)
{
  begin (1);
  put_near (put_leave (entries (0), 1), 1, 1);
  CHECK_TEXT (followed (), "+0@2 -0@2~");
}

/* The next chunk goes on where the one before ended.  */
static void
test_chunks_follow (void)
{
  begin (2);
  put_near (entries (0), 10, 1);
  chunks[1].head.start = 20;
  chunks[1].head.node = ref_of (2);
  put_leave (entries (1), 5);
  CHECK_TEXT (followed (), "+0@10 -0@25");
}

/* Behind a gap open calls have been left, and those of the chunk are entered.
 */
static void
test_a_gap (void)
{
  begin (2);
  put_near (entries (0), 10, 1);
  chunks[1].head.start = 100;
  chunks[1].head.previous = 77;
  chunks[1].head.node = ref_of (4);
  put_leave (put_leave (entries (1), 5), 5);
  CHECK_TEXT (followed (), "+0@10 -0@10~ +0@100~ +1@100~ -1@105 -0@110");
}

/* Parents in a circle, or nowhere, end.  */
static void
test_damaged_nodes (void)
{
  begin (1);
  set_parent (2, 4);
  chunks[0].head.node = ref_of (4);
  CHECK (strlen (followed ()) > 0);
  begin (1);
  chunks[0].head.node = 0x7fffffff;
  put_near (entries (0), 1, 1);
  CHECK (strlen (followed ()) > 0);
  begin (1);
  memset (entries (0), 0xff, 500);
  CHECK (strlen (followed ()) < 450);
}

/* Much time has an entry of its own; an event without duration tells no
 * change.  */
static void
test_rare_entries (void)
{
  begin (1);
  unsigned char *at
      = put (entries (0),
	     GASP_TRACE_RARE (GASP_TRACE_TIME) | UINT64_C (100000) << 8, 8);
  at = put (at,
	    GASP_TRACE_RARE (GASP_TRACE_ENTER) | 7 << 8
		| (uint64_t) ref_of (3) << 24,
	    7);
  at = put (at,
	    GASP_TRACE_RARE (GASP_TRACE_ATOMIC) | 1 << 8
		| (uint64_t) ref_of (4) << 24,
	    7);
  put_leave (at, 1);
  CHECK_TEXT (followed (), "+0@100007 *1@100008 -0@100009");
}

UNIT (test_nothing, test_calls, test_open_at_the_end, test_a_leave_too_many,
      test_chunks_follow, test_a_gap, test_damaged_nodes, test_rare_entries);
