/* What is read behind barriers, and asked for before (am-ahead.c).

   SPDX-License-Identifier: Apache-2.0  */

#include <am-ahead.c>
#include "unit.h"

/* What was asked for.  */
static struct
{
  upc_pts_t place;
  size_t n;
  uint32_t phase;
} requests[64];
static int request_count;

void
upc_am_begin_get_behind (struct upc_pending *pending, void *dst,
			 upc_pts_t place, size_t n, uint32_t phase)
{
  pending->left = 0;
  memset (dst, (int) place, n);
  requests[request_count].place = place;
  requests[request_count].n = n;
  requests[request_count++].phase = phase;
}

void
upc_am_wait (struct upc_pending *pending)
{
  (void) pending;
}

/* Come to barrier NAME and leave it.  */
static void
pass (uint64_t name)
{
  upc_am_ahead_drop_all ();
  request_count = 0;
  upc_am_ahead_ask (name, 5);
  upc_am_ahead_pass ();
}

static void
read_at (upc_pts_t place, size_t n)
{
  char data[256];
  if (!upc_am_ahead_get (data, place, n))
    upc_am_ahead_note (place, n);
}

static void
test_bits (void)
{
  static const struct
  {
    uint32_t history;
    bool likely;
  } all[] = { { 0, false }, { 1, false }, { 2, false }, { 3, true },
	      { 7, true },  { 5, false }, { 10, true }, { 11, true },
	      { 8, false }, { 6, false } };
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    CHECK (is_likely (&(struct read) { .history = all[i].history })
	   == all[i].likely);
  CHECK (is_within (10, 5, 10, 5));
  CHECK (!is_within (9, 5, 10, 5));
  CHECK (!is_within (10, 6, 10, 5));
}

/* Read behind the same barrier twice: asked for at the third.  */
static void
test_what_was_read_twice_is_asked_for (void)
{
  char data[256];
  for (int step = 0; step < 2; step++)
    {
      pass (1);
      CHECK_NUMBER (request_count, 0);
      read_at (1000, 16);
      read_at (2000, 8);
    }
  pass (1);
  CHECK_NUMBER (request_count, 2);
  CHECK_NUMBER (requests[0].place, 1000);
  CHECK_NUMBER (requests[0].n, 16);
  CHECK_NUMBER (requests[0].phase, 5);
  CHECK (upc_am_ahead_get (data, 1000, 16));
  CHECK_NUMBER (data[0], (char) 1000);
  CHECK (upc_am_ahead_get (data, 1008, 8));
  CHECK (!upc_am_ahead_get (data, 1008, 16));
  CHECK (!upc_am_ahead_get (data, 3000, 8));
  /* Another barrier knows nothing of it.  */
  pass (2);
  CHECK_NUMBER (request_count, 0);
}

/* Not before the barrier is over, nor behind the next fence.  */
static void
test_validity (void)
{
  char data[256];
  for (int step = 0; step < 2; step++)
    {
      pass (11);
      read_at (1000, 16);
    }
  upc_am_ahead_drop_all ();
  upc_am_ahead_ask (11, 1);
  CHECK (!upc_am_ahead_get (data, 1000, 16));
  upc_am_ahead_pass ();
  CHECK (upc_am_ahead_get (data, 1000, 16));
  /* What this thread puts there makes it invalid; beside it, not.  */
  upc_am_ahead_drop (1016, 100);
  upc_am_ahead_drop (900, 100);
  CHECK (upc_am_ahead_get (data, 1000, 16));
  upc_am_ahead_drop (1015, 1);
  CHECK (!upc_am_ahead_get (data, 1000, 16));
  pass (11);
  upc_am_ahead_drop_all ();
  CHECK (!upc_am_ahead_get (data, 1000, 16));
}

/* A loop that waits for a write ends: as many times as it has bytes.  */
static void
test_a_read_has_an_end (void)
{
  char data[256];
  int times = 0;
  for (int step = 0; step < 2; step++)
    {
      pass (21);
      read_at (1000, 4);
    }
  pass (21);
  while (times < 1000 && upc_am_ahead_get (data, 1000, 4))
    times++;
  CHECK_NUMBER (times, 4);
}

/* Every other step it reads the other copy.  */
static void
test_two_copies_by_turns (void)
{
  for (int step = 0; step < 6; step++)
    {
      pass (31);
      read_at (step % 2 ? 5000 : 1000, 32);
    }
  pass (31);
  CHECK_NUMBER (request_count, 1);
  CHECK_NUMBER (requests[0].place, 1000);
}

/* Of what is not read any more, nothing is asked for; of a part, that part. */
static void
test_what_changes (void)
{
  for (int step = 0; step < 2; step++)
    {
      pass (41);
      read_at (1000, 64);
    }
  pass (41);
  CHECK_NUMBER (request_count, 1);
  read_at (1032, 8);
  pass (41);
  CHECK_NUMBER (request_count, 1);
  CHECK_NUMBER (requests[0].place, 1032);
  CHECK_NUMBER (requests[0].n, 8);
  pass (41);
  pass (41);
  CHECK_NUMBER (request_count, 0);
}

/* No more than there is room for.  */
static void
test_too_many (void)
{
  for (int step = 0; step < 3; step++)
    {
      pass (51);
      for (int i = 0; i < 3 * READS; i++)
	read_at (10000 + 100 * (upc_pts_t) i, 8);
      upc_am_ahead_note (90000, MOST + 1);
    }
  CHECK_NUMBER (request_count, READS);
  upc_am_ahead_drop_all ();
  CHECK (is_idle ());
}

UNIT (test_bits, test_what_was_read_twice_is_asked_for, test_validity,
      test_a_read_has_an_end, test_two_copies_by_turns, test_what_changes,
      test_too_many);
