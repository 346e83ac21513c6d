/* Lists in the record whose length is bounded (listing.c, listed.h).

   SPDX-License-Identifier: Apache-2.0  */

#include <listing.c>
#include "listed.h"
#include "unit.h"

struct element
{
  uint64_t number, value;
};
#define MOST 64

static union
{
  struct element elements[MOST + 2];
  char bytes[1];
} memory;
static unsigned int added;
static bool is_full;

void *
gasp_tool_add (enum gasp_record_kind kind, const void *element,
	       unsigned int size)
{
  (void) kind;
  if (is_full)
    return NULL;
  return memcpy (&memory.elements[++added], element, size);
}

static bool
is_taken (const void *element, uint64_t step)
{
  return gasp_is_listed (
      gasp_mix (((const struct element *) element)->number), step);
}

static gasp_record_ref listed[MOST];

static struct listing
begin (void)
{
  memset (&memory, 0, sizeof memory);
  added = 0;
  is_full = false;
  gasp_tool_base = memory.bytes;
  return (struct listing) { .size = sizeof (struct element),
			   .is_taken = is_taken,
			   .listed = listed,
			   .most = MOST };
}

static void
test_all_are_listed_while_there_is_room (void)
{
  struct listing l = begin ();
  uint64_t step = 1;
  for (uint64_t i = 1; i <= MOST; i++)
    {
      struct element e = { i, 10 * i }, *at = gasp_tool_list (&l, &step, &e);
      CHECK (at && at->number == i && at->value == 10 * i);
    }
  CHECK_NUMBER (step, 1);
  CHECK_NUMBER (l.used, MOST);
}

/* However many come: those of the least step that has room, and no others.  */
static void
test_half_go_when_it_is_full (void)
{
  struct listing l = begin ();
  uint64_t step = 1, expected = 0, there = 0;
  for (uint64_t i = 1; i <= 100 * MOST; i++)
    {
      struct element e = { i, i };
      gasp_tool_list (&l, &step, &e);
    }
  CHECK (step >= 100 && step <= 512 && !(step & (step - 1)));
  CHECK (l.used <= MOST && added <= MOST);
  for (uint64_t i = 1; i <= 100 * MOST; i++)
    expected += gasp_is_listed (gasp_mix (i), step);
  for (unsigned int i = 1; i <= MOST; i++)
    if (memory.elements[i].number)
      {
	there++;
	CHECK (is_taken (&memory.elements[i], step));
      }
  CHECK_NUMBER (l.used, expected);
  CHECK_NUMBER (there, expected);
}

static void
test_no_room_in_the_record (void)
{
  struct listing l = begin ();
  uint64_t step = 1;
  struct element e = { 1, 1 };
  is_full = true;
  CHECK (!gasp_tool_list (&l, &step, &e));
  CHECK_NUMBER (l.used, 0);
}

/* Steps are nested, and take about as many as they say.  */
static void
test_steps (void)
{
  int taken[5] = { 0 };
  for (uint64_t i = 1; i <= 16000; i++)
    for (int power = 0; power < 5; power++)
      {
	uint64_t hash = gasp_message_hash (1, 2, 3, i);
	bool is = gasp_is_listed (hash, UINT64_C (1) << power);
	taken[power] += is;
	if (is && power)
	  CHECK (gasp_is_listed (hash, UINT64_C (1) << (power - 1)));
      }
  for (int power = 0; power < 5; power++)
    CHECK_NEAR (taken[power], 16000 >> power, 800 >> power / 2);
}

static void
test_hashes (void)
{
  /* Of many messages all kinds with one number are taken together, of few they
   * are not.  */
  CHECK (gasp_message_hash (1, 2, 3, 64) == gasp_message_hash (4, 5, 6, 64));
  CHECK (gasp_message_hash (1, 2, 3, 63) != gasp_message_hash (4, 5, 6, 63));
  CHECK (gasp_message_hash (1, 2, 3, 1) != gasp_message_hash (2, 1, 3, 1));
  CHECK (gasp_barrier_hash (0, 1) != gasp_barrier_hash (1, 0));
}

static void
test_numbers (void)
{
  struct numbered rows[8] = { { 0, 0 } };
  struct numbering n = { .rows = rows, .most = 8 };
  CHECK_NUMBER (gasp_tool_next_number (&n, 0), 1);
  CHECK_NUMBER (gasp_tool_next_number (&n, 77), 1);
  CHECK_NUMBER (gasp_tool_next_number (&n, 0), 2);
  CHECK_NUMBER (gasp_tool_next_number (&n, 77), 2);
  uint64_t names = 2;
  for (uint64_t name = 100; name < 200; name++)
    names += gasp_tool_next_number (&n, name) == 1;
  CHECK (names >= 6 && names < 8);
  CHECK_NUMBER (gasp_tool_next_number (&n, 500), 0);
  CHECK_NUMBER (gasp_tool_next_number (&n, 77), 3);
}

UNIT (test_all_are_listed_while_there_is_room, test_half_go_when_it_is_full,
      test_no_room_in_the_record, test_steps, test_hashes, test_numbers);
