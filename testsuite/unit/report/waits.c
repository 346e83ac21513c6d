/* What processes wait for each other (waits.c).

   SPDX-License-Identifier: Apache-2.0  */

#include <waits.c>
#include "unit.h"

static struct wait
wait_of (uint32_t peer, double time, double waited)
{
  return (struct wait) {
    .step = 1, .peer = peer, .weight = 1, .time = time, .waited = waited
  };
}

static void
test_places_are_known_once (void)
{
  struct knowns knowns = { NULL, 0, 0 };
  CHECK (!find_known (&knowns, 3));
  add_known (&knowns, 3)->time = 5;
  add_known (&knowns, 4);
  CHECK_NUMBER (add_known (&knowns, 3)->time, 5);
  CHECK_NUMBER (knowns.count, 2);
  CHECK (!find_known (&knowns, 5));
  free (knowns.rows);
}

static void
test_worst_peer (void)
{
  struct known known = { .place = 1 };
  CHECK_TEXT (debtor_name (worst_debt (&known)), NULL);
  struct wait wait = wait_of (9, 10, 0);
  add_wait (&known, &wait);
  CHECK_TEXT (debtor_name (worst_debt (&known)), NULL);
  /* In falling order, in rising order, and one again.  */
  static const uint32_t peers[] = { 5, 3, 1, 7, 9, 3 };
  for (size_t i = 0; i < COUNT_OF (peers); i++)
    {
      wait = wait_of (peers[i], 10, 2);
      add_wait (&known, &wait);
    }
  CHECK_TEXT (debtor_name (worst_debt (&known)), "3");
  CHECK_NUMBER (known.debts.count, 5);
  for (size_t i = 1; i < known.debts.count; i++)
    CHECK (known.debts.rows[i - 1].peer < known.debts.rows[i].peer);
  CHECK_NUMBER (known.time, 70);
  CHECK_NUMBER (known.waited, 12);
  free (known.debts.rows);
}

static void
test_weights_and_groups (void)
{
  struct known known = { .place = 1 };
  struct wait wait = wait_of (0, 10, 4);
  wait.weight = wait.step = 8;
  add_wait (&known, &wait);
  wait.hash = UINT64_MAX;
  wait.step = 2;
  add_wait (&known, &wait);
  CHECK_NUMBER (known.time, 160);
  CHECK_NUMBER (known.waited, 64);
  CHECK_NUMBER (known.step, 8);
  CHECK_NUMBER (known.groups[0].time, 80);
  CHECK_NUMBER (known.groups[WAIT_GROUPS - 1].waited, 32);
  free (known.debts.rows);
}

/* Where all are listed, only the clocks may be wrong; where one in several is,
   it is uncertain what the others waited.  */
static void
test_errors (void)
{
  struct known all = { .place = 1 }, some = { .place = 1 };
  for (uint64_t i = 0; i < WAIT_GROUPS; i++)
    {
      struct wait wait = wait_of (0, 10, i % 2 ? 8 : 0);
      wait.hash = i * (UINT64_MAX / WAIT_GROUPS + 1);
      wait.clock_error = 1;
      add_wait (&all, &wait);
      wait.weight = wait.step = 4;
      add_wait (&some, &wait);
    }
  CHECK_NEAR (wait_error (&all, .4), WAIT_GROUPS, 1e-9);
  CHECK (wait_error (&some, .4) > wait_error (&all, .4) + 1);
  free (all.debts.rows);
  free (some.debts.rows);
}

UNIT (test_places_are_known_once, test_worst_peer, test_weights_and_groups,
      test_errors);
