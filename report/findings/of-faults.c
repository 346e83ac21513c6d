/* of-faults.c - what stands out of page faults.  See findings.h.

   SPDX-License-Identifier: Apache-2.0

   A sample that a page fault brings has the time that the kernel took since the
   one before, less what is, or may be, of system calls.  */

#include "findings/findings.h"
#include "base/arena.h"
#include "record.h"

/* The least part of the time running that is worth a word, per cent; and how
   many must have been seen.  */
#define FAULTING_PERCENT 10
#define LEAST_FAULTS (30.0 * GASP_RECORD_FAULTS)
/* So many times the pages that were in use have been taken anew.  */
#define TIMES_ANEW 4

/* Returns the row of REPORT with the most time in page faults, or null; the
   time of all is added to *TIME, and their number to *FAULTS.  */
static const struct row *
most_faulting (const struct report *report, double *time, double *faults)
{
  const struct row *most = NULL;
  for (size_t i = 0; i < report->flat.count; i++)
    {
      const struct row *row = &report->flat.rows[i];
      *time += row->fault_time;
      *faults += row->faults;
      if (row->fault_time > 0 && (!most || row->fault_time > most->fault_time))
	most = row;
    }
  return most;
}

/* Returns the place of the line that most page faults of ROW come from, or that
   of its function.  */
static uint32_t
line_of (const struct report *report, const struct row *row)
{
  const struct fault_row *most = NULL;
  const char *name = known_place (report, row->place)->name;
  for (size_t i = 0; i < report->faults.lines.count; i++)
    {
      const struct fault_row *line = &report->faults.lines.rows[i];
      if (line->function && same_text (line->function->name, name)
	  && (!most || line->faults > most->faults))
	most = line;
    }
  return most && most->faults > row->faults / 2 ? most->place : row->place;
}

/* Returns whether FAULTS are many more than the pages that processes of REPORT
   had in use.  */
static bool
are_taken_anew (const struct report *report, double faults)
{
  double pages = 0;
  for (size_t i = 0; i < report->process_count; i++)
    {
      if (!report->processes[i]->resident)
	return false;
      pages += (double) report->processes[i]->resident / 4096;
    }
  return faults > TIMES_ANEW * pages;
}

bool
find_faulting (const struct report *report, struct finding *finding)
{
  double time = 0, faults = 0;
  double all = shown_self (report, report->whole, report->running);
  const struct row *row = most_faulting (report, &time, &faults);
  if (!row || !(time >= all * FAULTING_PERCENT / 100) || faults < LEAST_FAULTS)
    return false;
  finding->gain = time;
  finding->of = all;
  finding->estimated = true;
  finding->place = row->place;
  const char *advice
    = are_taken_anew (report, faults)
      ? "memory goes back to the system and is taken anew, again and again: "
	"reuse it, or let malloc keep it by GLIBC_TUNABLES=glibc.malloc."
	"mmap_threshold=33554432:glibc.malloc.trim_threshold=4294967296 in the "
	"environment."
      : "pages are touched for the first time since they were mapped.  Huge "
	"pages make that rarer, which may be faster: for malloc by "
	"GLIBC_TUNABLES=glibc.malloc.hugetlb=1 in the environment, for mmap by "
	"madvise; or MAP_POPULATE.";
  finding->text
    = arena_print ("%s%s of the time%s is page faults, " ESTIMATE_SIGN "%s, "
		   "most of it in %s%s: %s", ESTIMATE_SIGN,
		   share_text (time, all),
		   report->shows_waiting ? " running" : "",
		   count_text (faults),
		   function_words (known_place (report, row->place)),
		   at_place (report, line_of (report, row)), advice);
  return true;
}
