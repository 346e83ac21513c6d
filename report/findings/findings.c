/* findings.c - the rules, and the order of what they find.  See findings.h.

   SPDX-License-Identifier: Apache-2.0

   figures.c -> findings.c -> tables.c.  */

#include "base/arena.h"
#include "base/order.h"
#include "base/rundir.h"
#include "findings/findings.h"

#include <stdlib.h>
#include <string.h>

/* In the order in which a person wants to read them: what is wrong, what costs
   time for nothing, what is forgotten, where the rest of the time goes, and
   what is to be known of the figures themselves.  */
enum concern { WRONG, WASTE, FORGOTTEN, WORK, MEASUREMENT, CONCERNS };

/* No more than five in all.  */
static const size_t most[CONCERNS] = {
  [WRONG] = 1, [WASTE] = 3, [FORGOTTEN] = 1, [WORK] = 2, [MEASUREMENT] = 1
};
enum { MOST_FINDINGS = 5 };

static const struct row_of_rules
{
  const char *name;
  enum concern concern;
  const char *view;		/* what of the report has more */
  rule *find;
} rules[] = {
  { "crash", WRONG, "threads", find_crash },
  { "double-free", WRONG, "frees", find_double_free },
  { "waiting-for-processes", WASTE, "barriers", find_peers_waiting },
  { "wrong-order", WASTE, "late-senders", find_wrong_order },
  { "single-accesses", WASTE, "shared-lines,shared-arrays",
    find_single_accesses },
  { "locks", WASTE, "locks", find_peers_locks },
  { "imbalance", WASTE, "work", find_imbalance },
  { "iterations", WASTE, "team-threads,flat", find_iterations },
  { "small-regions", WASTE, "regions", find_small_regions },
  { "spinning", WASTE, "team-threads", find_spinning },
  { "spinning-ranks", WASTE, "flat", find_spinning_ranks },
  { "serial", WASTE, "serial,team-threads", find_serial_part },
  { "team-locks", WASTE, "team-locks", find_team_locks },
  { "copied-again", WASTE, "devices", find_copied_again },
  { "device-copies", WASTE, "devices", find_device_copies },
  { "lock-queue", WASTE, "locks", find_lock_queue },
  { "interpreter-lock", WASTE, "blocking", find_interpreter_lock },
  { "waiting", WASTE, "flat", find_waiting },
  { "other-programs", WASTE, "threads", find_other_programs },
  { "collecting", WASTE, "flat", find_collecting },
  { "faulting", WASTE, "faults", find_faulting },
  { "allocating", WASTE, "allocations", find_allocating },
  { "leak", FORGOTTEN, "leaks", find_leak },
  { "top", WORK, "flat", find_top },
  { "critical-path", WORK, "critical-path", find_critical_path },
  { "clocks", MEASUREMENT, "late-senders", find_strange_clocks },
  { "full-record", MEASUREMENT, "flat", find_full_record },
  { "script", MEASUREMENT, "flat", find_script },
  { "go-threads", MEASUREMENT, "threads", find_go_threads },
  { "recording", MEASUREMENT, "threads", find_recording },
  { "busy-machine", MEASUREMENT, "threads", find_busy_machine },
};

/* ---- The command  */

/* Returns WORD as a shell reads it.  */
static const char *
shell_word (const char *word)
{
  static const char plain[]
    = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
      "0123456789_-+./,:=@%";
  if (*word && !word[strspn (word, plain)])
    return arena_copy (word);
  char *quoted = arena_copy ("'");
  for (const char *at = word; *at; )
    {
      size_t length = strcspn (at, "'");
      char *longer = arena_print ("%s%.*s%s", quoted, (int) length, at,
				  at[length] ? "'\\''" : "");
      quoted = longer;
      at += length + (at[length] != '\0');
    }
  char *whole = arena_print ("%s'", quoted);
  return whole;
}

/* Returns the command that shows more of FINDING.  */
static const char *
command_of (const struct report *report, const struct finding *finding)
{
  OWNED char *newest = newest_run_directory ();
  bool is_newest = newest && !strcmp (newest, report->directory);
  const char *records
    = is_newest ? arena_copy ("") : shell_word (report->directory);
  char *what = finding->option ? arena_copy (finding->option)
	       : finding->function
	       ? arena_print ("--function=%s", finding->function)
	       : arena_print ("--view=%s", finding->view);
  const char *option = shell_word (what);
  return finding->command
	 ? arena_copy (finding->command)
	 : arena_print ("gasp report %s%s%s", option, *records ? " " : "",
			records);
}

/* ---- All of them  */

ORDER (by_concern_and_gain, struct finding, RISING (concern) FALLING (leads)
       FALLING (gain))

/* Keeps of each concern the most that there may be.  */
static void
choose (struct report *report)
{
  size_t kept = 0, count[CONCERNS] = { 0 };
  for (size_t i = 0; i < report->finding_count && kept < MOST_FINDINGS; i++)
    {
      struct finding *finding = &report->findings[i];
      if (count[finding->concern]++ >= most[finding->concern])
	continue;
      double of = finding->of > 0 ? finding->of : report->whole;
      finding->share = of > 0 ? 100 * finding->gain / of : 0;
      finding->command = command_of (report, finding);
      report->findings[kept++] = *finding;
    }
  report->finding_count = kept;
}

void
find_findings (struct report *report)
{
  report->findings = allocate (COUNT_OF (rules), sizeof *report->findings);
  report->finding_count = 0;
  for (size_t i = 0; i < COUNT_OF (rules); i++)
    {
      struct finding *finding = &report->findings[report->finding_count];
      *finding = (struct finding) { .rule = rules[i].name,
				    .view = rules[i].view,
				    .concern = rules[i].concern,
				    .place = NO_NODE,
				    .cause = NO_NODE };
      report->finding_count += rules[i].find (report, finding);
    }
  SORT (report->findings, report->finding_count, by_concern_and_gain);
  choose (report);
}
