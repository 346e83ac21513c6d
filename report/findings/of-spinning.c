/* of-spinning.c - what stands out of waiting on processors that others need.
   See findings.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "findings/findings.h"
#include "base/arena.h"
#include "model/roles.h"

#include <math.h>

/* The least part of the time on processors that is worth a word: per cent.  */
#define SPINNING_PERCENT 10

/* Returns whether FINDING's gain is worth a word.  */
static bool
is_much (const struct report *report, const struct finding *finding)
{
  return finding->gain > 0 && is_busy_machine (report)
	 && finding->gain >= report->running * SPINNING_PERCENT / 100;
}

bool
find_spinning (const struct report *report, struct finding *finding)
{
  for (size_t i = 0; i < report->members.count; i++)
    finding->gain += report->members.rows[i].spinning;
  if (!is_much (report, finding))
    return false;
  finding->of = report->running;
  finding->text
    = arena_print ("%s of the time on processors, threads spin until their "
		   "teams go on, while others wait for a processor: "
		   "OMP_WAIT_POLICY=passive in the environment, or fewer "
		   "threads, may make the program much faster.",
		   share_text (finding->gain, report->running));
  return true;
}

/* Adds to RUNNING, by place, how long threads ran in calls that deal with
   others.  */
static void
add_running (const struct report *report, double *running)
{
  for (size_t t = 0; t < report->thread_count; t++)
    {
      const struct tree *tree = &report->thread_trees[t];
      for (uint32_t i = 0; i < tree->count; i++)
	{
	  uint32_t place = tree->nodes[i].place;
	  if (is_communication (report, known_place (report, place)))
	    running[place] += tree->nodes[i].running;
	}
    }
}

/* Returns whether the first process is one of Open MPI's.  */
static bool
is_open_mpi (const struct report *report)
{
  return has_module (first_process (report), "libopen-pal.so*");
}

/* Returns what makes ranks leave processors to others: also a setting, if their
   MPI has it.  */
static const char *
advice_for_ranks (const struct report *report)
{
  return is_open_mpi (report)
	 ? "OMPI_MCA_mpi_yield_when_idle=1 in the environment, or fewer ranks,"
	 : "fewer ranks";
}

/* Leaves out what runs in a call longer than the call waits: that is work.  */
bool
find_spinning_ranks (const struct report *report, struct finding *finding)
{
  const struct call_sites *sites = &report->peers.sites;
  OWNED double *running
    = allocate (report->profile.place_count, sizeof *running);
  double most = 0;
  /* Ranks that yield run only where nobody else is ready.  */
  if (!is_busy_machine (report)
      || (is_open_mpi (report) && first_process (report)->yields))
    return false;
  add_running (report, running);
  for (size_t i = 0; i < sites->count; i++)
    {
      const struct call_site *site = &sites->rows[i];
      double spun = fmin (running[site->place], site->waited);
      finding->gain += spun;
      if (!(spun > most))
	continue;
      most = spun;
      finding->place = site->place;
    }
  if (!is_much (report, finding))
    return false;
  finding->of = report->running;
  finding->text
    = arena_print ("%s of the time on processors, %s spin in calls that wait, "
		   "most in %s%s, while others wait for a processor: %s may "
		   "make the program much faster.",
		   share_text (finding->gain, report->running),
		   ranks_name (report),
		   known_place (report, finding->place)->label,
		   at_place (report, finding->place),
		   advice_for_ranks (report));
  return true;
}
