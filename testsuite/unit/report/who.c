/* who.c - sentences name up to three threads or processes.

   SPDX-License-Identifier: Apache-2.0  */

#include <who.c>
#include "unit.h"

static struct process processes[] = {
  { .pid = 10, .rank = -1, .host = "a", .program = "/bin/x" },
  { .pid = 20, .rank = -1, .host = "a", .program = "/bin/x" },
};
static struct process *both[] = { &processes[0], &processes[1] };
static struct thread threads[] = {
  { .process = &processes[0], .number = 0, .name = "x" },
  { .process = &processes[0], .number = 2, .name = "io" },
  { .process = &processes[0], .number = 1, .name = "x" },
  { .process = &processes[1], .number = 0, .name = "x" },
};

/* Returns what is said of those threads whose numbers are in TEXT.  */
static const char *
text_of (const struct report *report, const char *text)
{
  struct who who = { 0 };
  for (; *text; text++)
    add_who (&who, &threads[*text - '0']);
  return who_text (report, &who);
}

static void
test_who (void)
{
  struct report *report = allocate (1, sizeof *report);
  report->processes = (void *) both;
  report->process_count = 1;
  CHECK_TEXT (text_of (report, ""), "");
  CHECK_TEXT (text_of (report, "0"), " (0)");
  CHECK_TEXT (text_of (report, "120"), " (0, 1 and 2 'io')");
  report->process_count = 2;
  CHECK_TEXT (text_of (report, "12"), " (1 and 2 'io' of pid 10)");
  CHECK_TEXT (text_of (report, "03"), " (pid 10; pid 20)");
  CHECK_TEXT (text_of (report, "23"), " (thread 1 of pid 10; thread 0 of pid 20)");
  CHECK_TEXT (text_of (report, "0120"), "");
  CHECK_TEXT (text_of (report, "0120120123333"), "");
  processes[1].rank = 3;
  processes[1].host = "b";
  processes[1].program = "/bin/y";
  CHECK_TEXT (text_of (report, "03"), " (x, pid 10 on a; rank 3, y, pid 20 on b)");
  free (report);
}

/* As OpenMP's threads begin in any order.  */
static void
test_team (void)
{
  struct thread thread = { .number = 1 };
  CHECK_TEXT (team_words (&thread), "");
  thread.team_number = 4;
  CHECK_TEXT (team_words (&thread), ", number 3 of its team");
  thread.number = 3;
  CHECK_TEXT (team_words (&thread), "");
}

UNIT (test_who, test_team);
