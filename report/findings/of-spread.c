/* of-spread.c - waits for the system, in several places.  See findings.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "findings/findings.h"
#include "base/arena.h"

#include <stdlib.h>

/* A finding says that initial threads wait for the system if they do for more
   than SPREAD_PERCENT of their time in all; and names one place alone only if
   that has more than ALONE_PERCENT of it.  */
#define SPREAD_PERCENT 40
#define ALONE_PERCENT 90

/* A process has done nothing if it waits, for a processor, too, for more of its
   time, per cent.  */
#define IDLE_PERCENT 99

bool
is_idle_helper (const struct report *report, size_t t)
{
  const struct tree *tree = &report->thread_trees[t];
  double waited = report->threads[t]->ready;
  for (uint32_t i = 0; i < tree->count; i++)
    waited += tree->nodes[i].waiting;
  return report->process_count > 1 && threads_running (report, true) > 0.5
	 && report->threads[t]->process->thread_count == 1
	 && waited > tree->nodes[0].total * IDLE_PERCENT / 100;
}

/* Waits of initial threads for the system, and where most are.  */
struct spread { double waited, of, most; uint32_t place; };

/* Returns how initial threads wait at all places together.  */
static struct spread
spread_of_waiting (const struct report *report)
{
  struct spread spread = { .place = NO_NODE };
  double *sums = allocate (report->profile.place_count, sizeof *sums);
  for (size_t t = 0; t < report->thread_count; t++)
    {
      const struct tree *tree = &report->thread_trees[t];
      if (report->threads[t]->number || !tree->count
	  || is_idle_helper (report, t))
	continue;
      spread.of += tree->nodes[0].total;
      for (uint32_t i = 0; i < tree->count; i++)
	if (is_for_system (report, known_place (report, tree->nodes[i].place))
	    && !awaits_known (report, known_place (report,
						   tree->nodes[i].place)))
	  {
	    uint32_t place = tree->nodes[i].place;
	    spread.waited += tree->nodes[i].waiting;
	    sums[place] += tree->nodes[i].waiting;
	    if (sums[place] > spread.most)
	      {
		spread.most = sums[place];
		spread.place = place;
	      }
	  }
    }
  free (sums);
  return spread;
}

bool
find_spread_waiting (const struct report *report, struct finding *finding)
{
  struct spread spread = spread_of_waiting (report);
  if (!(spread.waited > spread.of * SPREAD_PERCENT / 100))
    return false;
  const char *share = share_text (spread.waited, spread.of);
  bool are_many = report->process_count > 1;
  finding->gain = spread.waited;
  finding->of = spread.of;
  finding->place = spread.place;
  finding->view = "blocking";
  const char *at
    = arena_print ("%s%s", known_place (report, spread.place)->label,
		   at_place (report, spread.place));
  const char *who = report->thread_count < 2
		    ? arena_print ("%s of the time is waiting", share)
		    : arena_print ("The first thread%s %s of %s time",
				   are_many ? "s wait" : " waits", share,
				   are_many ? "their" : "its");
  finding->text
    = spread.most > spread.waited * ALONE_PERCENT / 100
      ? arena_print ("%s for the system, in %s.", who, at)
      : arena_print ("%s for the system, in several places: the most, %s, "
		     "in %s.", who, share_text (spread.most, spread.of), at);
  return true;
}
