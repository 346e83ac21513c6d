/* What a budget switches off (budget.c, spenders.c, switching.c).

   SPDX-License-Identifier: Apache-2.0  */

#include <budget.c>
#include <spenders.c>
#include <switching.c>
#include "unit.h"

static const struct gasp_gcc_function *switched[300];
static unsigned int switched_count;

void
gasp_tool_end_functions (const struct gasp_gcc_function *const *functions,
			 unsigned int count)
{
  CHECK (count > 0 && count <= BATCH);
  for (size_t i = 0; i < count; i++)
    switched[switched_count++] = functions[i];
}

void *
gasp_tool_add (enum gasp_record_kind kind, const void *element,
	       unsigned int size)
{
  (void) kind, (void) element, (void) size;
  return NULL;
}

void
gasp_tool_each (enum gasp_record_kind kind,
		void (*function) (void *element, const void *data),
		const void *data)
{
  (void) kind, (void) function, (void) data;
}

uint64_t
gasp_tool_age (void)
{
  return 2500000;
}

/* What was said last.  */
static char note[200];

void
gasp_tool_note (const char *text)
{
  snprintf (note, sizeof note, "%s", text);
}

static bool can_sample;
static unsigned int sampled_count;

bool
gasp_tool_sample_memory (void)
{
  sampled_count += can_sample;
  return can_sample;
}

bool
gasp_tool_memory_stays_exact (void)
{
  return false;
}

static uint64_t
now_of (void)
{
  return 1;
}

static void
begin (void)
{
  gasp_tool_clock_read = now_of;
  gasp_tool_begin_lately (0);
  spenders.count = 0;
  memset (&spenders.by_key, 0, sizeof spenders.by_key);
  memset (off, 0, sizeof off);
  any_off = false;
  switched_count = 0;
}

static void
spend_often (uint64_t key, uint64_t ticks, int times)
{
  for (int i = 0; i < times; i++)
    gasp_tool_add_to_spender (key, 0, ticks, 0);
}

static void
cut_down (double room)
{
  gasp_tool_cut_down (room, 0, 1);
}

static bool
is_switched (uint64_t key)
{
  for (unsigned int i = 0; i < switched_count; i++)
    if ((uint64_t) switched[i] == key)
      return true;
  return false;
}

/* The largest go first, and no more than it takes.  */
static void
test_the_largest_go (void)
{
  begin ();
  spend_often (0x1000, 10, 10);
  spend_often (0x2000, 100000, 10);
  spend_often (0x3000, 1000, 10);
  cut_down (20000);
  CHECK_NUMBER (switched_count, 1);
  CHECK (is_switched (0x2000));
  begin ();
  spend_often (0x1000, 10, 10);
  spend_often (0x2000, 100000, 10);
  spend_often (0x3000, 1000, 10);
  cut_down (200);
  CHECK_NUMBER (switched_count, 1);
  /* Others only once they have spent more.  */
  begin_lately (0);
  spend_often (0x1000, 10, 10);
  spend_often (0x3000, 1000, 10);
  cut_down (200);
  CHECK_NUMBER (switched_count, 2);
  CHECK (!is_switched (0x1000));
}

/* What was spent since somebody came by last was not all spent lately.  */
static void
test_lately (void)
{
  begin ();
  spend_often (0x1000, 1000, 1);
  struct spender *s = &spenders.list[0];
  uint64_t now = read_tsc ();
  s->last = now - 1000000000;
  spenders.since = now - 100000000;
  spend_often (0x1000, 1000, 1);
  CHECK (s->lately > 1100 && s->lately < 1900);
  spenders.since = 0;
}

/* Of equal ones, as many as it takes.  */
static void
test_equal_ones (void)
{
  begin ();
  for (uint64_t i = 1; i <= 10; i++)
    spend_often (i << 12, 1000, 10);
  cut_down (45000);
  CHECK_NUMBER (switched_count, 6);
  CHECK_NUMBER (spenders.list[0].lately + spenders.list[9].lately, 0);
}

static void
test_nothing_goes_while_there_is_room (void)
{
  begin ();
  cut_down (0);
  CHECK_NUMBER (switched_count, 0);
  spend_often (0x1000, 100, 10);
  cut_down (1000);
  CHECK_NUMBER (switched_count, 0);
  CHECK_NUMBER (spenders.list[0].lately, 0);
}

/* One expensive call is no reason.  */
static void
test_few_visits (void)
{
  begin ();
  spend_often (0x1000, 1000000, 3);
  spend_often (0x2000, 10, 4);
  cut_down (0);
  CHECK_NUMBER (switched_count, 1);
  CHECK (is_switched (0x2000));
}

static void
test_more_than_a_batch (void)
{
  begin ();
  for (uint64_t i = 1; i <= 200; i++)
    spend_often (i << 12, 100, 5);
  cut_down (0);
  CHECK_NUMBER (switched_count, 200 - 200 / AT_ONCE);
  CHECK_NUMBER (batch.count, 0);
}

/* Allocations and frees mean nothing without each other; exits are always
 * kept.  */
static void
test_events (void)
{
  begin ();
  CHECK_NUMBER (gasp_tool_spender_tag (GASP_C_FREE), GASP_C_MALLOC);
  CHECK_NUMBER (gasp_tool_spender_tag (GASP_UPC_COLLECTIVE_EXIT), 0);
  CHECK_NUMBER (gasp_tool_spender_tag (GASP_GCC_SEM_WAIT), 0);
  CHECK_NUMBER (gasp_tool_spender_tag (GASP_UPC_NB_SYNC), GASP_UPC_NB_SYNC);
  CHECK_NUMBER (gasp_tool_spender_tag (GASP_GCC_TAGS), 0);
  CHECK (!gasp_tool_is_off (GASP_C_FREE));
  spend_often ((uint64_t) GASP_C_MALLOC << 1 | 1, 1000, 10);
  cut_down (0);
  CHECK (gasp_tool_is_off (GASP_C_MALLOC));
  CHECK (gasp_tool_is_off (GASP_C_REALLOC));
  CHECK (gasp_tool_is_off (GASP_C_FREE));
  CHECK (!gasp_tool_is_off (GASP_UPC_BARRIER));
  CHECK (strstr (note, "from 2.5 ms on: those of allocations"));
  CHECK_NUMBER (switched_count, 0);
}

/* If allocations can be sampled, they are, instead.  */
static void
test_sampling (void)
{
  begin ();
  can_sample = true;
  spend_often ((uint64_t) GASP_C_MALLOC << 1 | 1, 1000, 10);
  cut_down (0);
  CHECK_NUMBER (sampled_count, 1);
  CHECK (!gasp_tool_is_off (GASP_C_MALLOC));
  CHECK (!gasp_tool_is_off (GASP_C_FREE));
  can_sample = false;
}

/* A function of a library that is gone is not switched off.  */
static void
test_unloading (void)
{
  begin ();
  spend_often (0x1000, 1000, 10);
  spend_often (0x2000, 1000, 10);
  gasp_tool_budget_unload (0x1000, 0x2000);
  cut_down (0);
  CHECK_NUMBER (switched_count, 1);
  CHECK (is_switched (0x2000));
}

/* A call that had the lock was left for another stack, and does not go on.  */
static void
test_unloading_while_locked (void)
{
  static struct _gasp_context_S context;
  begin ();
  spend_often (0x1000, 9, 100);
  CHECK (try_lock (&gasp_tool_spenders_lock));
  gasp_tool_budget_unload (0x1000, 0x1004);
  unlock (&gasp_tool_spenders_lock);
  spend (&context, 0x1000, 0, 100);
  CHECK_NUMBER (context.account.unbooked, 100);
  CHECK_NUMBER (spenders.list[0].visits, 100);
  gasp_tool_spenders_given_up = false;
  spend (&context, 0x1000, 0, 100);
  CHECK_NUMBER (context.account.unbooked, 0);
}

/* The credit may be spent at once, then only the part.  */
static void
test_accounts (void)
{
  struct account a;
  gasp_tool_budget = .05;
  open_account (&a, CLOCK_THREAD_CPUTIME_ID);
  CHECK (!is_overdrawn (&a));
  a.spent = CREDIT / 2;
  CHECK (!is_overdrawn (&a));
  a.spent = 100 * CREDIT;
  CHECK (is_overdrawn (&a));
  /* It has stopped spending.  */
  CHECK (!is_overdrawn (&a));
  a.spent += 1000000;
  CHECK (is_overdrawn (&a));
  CHECK (a.next_look > a.spent);
}

/* Looking is paid for, but is no reason to look again, or to switch off.  */
static void
test_looks (void)
{
  struct account a;
  gasp_tool_budget = .05;
  open_account (&a, CLOCK_THREAD_CPUTIME_ID);
  a.spent = 100 * CREDIT;
  CHECK (is_overdrawn (&a));
  charge_look (&a, CREDIT);
  CHECK_NUMBER (a.spent, 101 * CREDIT);
  CHECK (a.next_look > a.spent);
  CHECK (!is_overdrawn (&a));
}

/* One in so many is measured, whichever it is of those that come in turns.  */
static void
test_turns (void)
{
  static struct _gasp_context_S context;
  unsigned int measured[ONE_IN] = { 0 };
  gasp_tool_is_limited = true;
  for (int i = 0; i < 1000 * ONE_IN; i++)
    measured[i % ONE_IN] += gasp_tool_budget_turn (&context);
  for (int i = 0; i < ONE_IN; i++)
    CHECK_NEAR (measured[i], 1000. / ONE_IN, 30);
  gasp_tool_is_limited = false;
  CHECK (!gasp_tool_budget_turn (&context));
}

static void
test_periods (void)
{
  struct gasp_record_node node = { .calls = 0 };
  gasp_tool_is_limited = false;
  CHECK_NUMBER (gasp_tool_budget_period (&node), UINT32_MAX);
  gasp_tool_is_limited = true;
  CHECK_NUMBER (gasp_tool_budget_period (&node), FIRST_VISIT);
  node.calls = 4 * FIRST_VISIT + 40;
  CHECK_NUMBER (gasp_tool_budget_period (&node), FIRST_VISIT + 10);
  node.calls = UINT64_MAX;
  CHECK_NUMBER (gasp_tool_budget_period (&node), LAST_VISIT);
}

UNIT (test_the_largest_go, test_lately, test_equal_ones,
      test_nothing_goes_while_there_is_room, test_few_visits,
      test_more_than_a_batch, test_events, test_sampling, test_unloading,
      test_unloading_while_locked, test_accounts, test_looks, test_turns,
      test_periods);
