/* What is said of where time goes: how sure that is, and where it is in no function.

   SPDX-License-Identifier: Apache-2.0  */

#include <of-functions.c>
#include "unit.h"

static struct place places[] = {
  { .kind = PLACE_THREAD, .label = "thread" },
  { .kind = PLACE_FUNCTION, .label = "f" },
  { .kind = PLACE_FUNCTION, .label = "(libz.so.1)" }
};

/* What a thread did for 100 s: in no function, and in that of PLACE, with an
   error of that in seconds.  */
struct did { double outside; uint32_t place; double error; };

static const char *
finding_of (struct did did, uint64_t samples, struct finding *finding)
{
  double inside = 100e9 - did.outside;
  double variance = did.error * did.error * 1e18 / (1.96 * 1.96);
  struct node nodes[] = {
    { .parent = NO_NODE, .self = did.outside, .total = 100e9 },
    { .place = did.place, .self = inside, .self_variance = variance }
  };
  struct row row = { .place = did.place, .self = inside,
		     .self_variance = variance };
  struct report report = {
    .profile = { .places = places, .place_count = 3 }, .all_samples = samples,
    .whole = 100e9, .tree = { .nodes = nodes, .count = 2 },
    .flat = { .rows = &row, .count = 1 }
  };
  *finding = (struct finding) { .place = NO_NODE };
  return find_top (&report, finding) ? finding->text : "";
}

static void
test_few_samples (void)
{
  struct finding finding;
  CHECK_TEXT (finding_of ((struct did) { 10e9, 1, 9 }, 500, &finding),
	      "Most time is ~90 % in f.");
  CHECK_TEXT (finding_of ((struct did) { 10e9, 1, 50 }, 3, &finding),
	      "3 samples are too few to say where the time goes: perhaps ~90 % in f.");
  CHECK_TEXT (finding_of ((struct did) { 10e9, 1, 50 }, 1, &finding),
	      "1 sample is too few to say where the time goes: perhaps ~90 % in f.");
}

static void
test_unseen (void)
{
  struct finding finding;
  CHECK_TEXT (finding_of ((struct did) { 99e9, 1, 0 }, 0, &finding),
	      "99 % of the time is outside of instrumented functions, and no "
	      "samples say where.");
  CHECK (finding.place == NO_NODE);
}

static void
test_stripped (void)
{
  struct finding finding;
  const char *text = finding_of ((struct did) { 10e9, 2, 9 }, 500, &finding);
  CHECK (strstr (text, "~90 % in unnamed functions of libz.so.1.  The debugging") != NULL);
  CHECK_TEXT (finding.option, "--debuginfod");
  downloads_debuginfo = true;
  CHECK_TEXT (finding_of ((struct did) { 10e9, 2, 9 }, 500, &finding),
	      "Most time is ~90 % in unnamed functions of libz.so.1.");
  CHECK (!finding.option);
  downloads_debuginfo = false;
}

/* Where others stand out, too, events are named if no rule is about them: not
   GASP_UPC_BARRIER, but GASP_UPC_ALL_LOCK_ALLOC.  */
static void
test_events (void)
{
  struct place events[] = {
    { .kind = PLACE_EVENT, .tag = 9, .label = "upc_barrier" },
    { .kind = PLACE_EVENT, .tag = 17, .label = "upc_all_lock_alloc" }
  };
  struct row rows[] = { { .place = 0, .self = 9 }, { .place = 1, .self = 5 } };
  struct report report = {
    .profile = { .places = events, .place_count = 2 }, .whole = 20,
    .flat = { .rows = rows, .count = 2 }
  };
  CHECK (next_row (&report, NULL) == &rows[0]);
  report.finding_count = 1;
  CHECK (next_row (&report, NULL) == &rows[1]);
}

UNIT (test_few_samples, test_unseen, test_stripped, test_events);
