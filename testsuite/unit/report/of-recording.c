/* What is said of the figures themselves: recording, and a machine that was busy.

   SPDX-License-Identifier: Apache-2.0  */

#include <of-recording.c>
#include "unit.h"

/* A report of one thread: the time running, ready, and in recording, of 100 s.  */
static struct report
report_of (struct thread *thread, double running, double ready, double cost)
{
  static struct thread idle, *threads[] = { NULL, &idle };
  threads[0] = thread;
  *thread = (struct thread) { .processor = running, .ready = ready, .cost = cost };
  return (struct report) { .threads = threads, .thread_count = 1, .whole = 100e9,
			   .running = running };
}

static void
test_recording (void)
{
  struct thread thread;
  struct finding finding = { 0 };
  struct report report = report_of (&thread, 100e9, 0, 40e9);
  CHECK (!find_recording (&report, &finding));
  report = report_of (&thread, 100e9, 0, 100e9);
  CHECK (find_recording (&report, &finding));
  CHECK (strstr (finding.text, "Recording took 50 % of this run, 100 s,") != NULL);
  CHECK_TEXT (finding.command, "gasp run --budget=10% ...");
  /* On a busy machine, it is as much of what the program ran.  */
  report = report_of (&thread, 20e9, 80e9, 20e9);
  report.ready = 80e9;
  CHECK (find_recording (&report, &finding));
  CHECK (strstr (finding.text, "Recording took 50 % of this run, 20.0 s,") != NULL);
  report = report_of (&thread, 0, 0, 0);
  CHECK (!find_recording (&report, &finding));
}

static void
test_busy (void)
{
  struct thread thread;
  struct finding finding = { 0 };
  struct report report = report_of (&thread, 80e9, 10e9, 0);
  CHECK (!find_busy_machine (&report, &finding));
  report = report_of (&thread, 60e9, 40e9, 0);
  CHECK (find_busy_machine (&report, &finding));
  CHECK (strstr (finding.text, "waited 40.0 s for a processor") != NULL);
  /* One thread has a processor for itself.  */
  CHECK (strstr (finding.text, "fewer processors") == NULL);
  report.thread_count = 2;
  CHECK (find_busy_machine (&report, &finding));
  CHECK (strstr (finding.text, "fewer processors") != NULL);
  /* A thread that hardly runs.  */
  report = report_of (&thread, 1e9, 1e9, 0);
  CHECK (!find_busy_machine (&report, &finding));
}

UNIT (test_recording, test_busy);
