/* What the ranks of a job agree upon (jobdir.c).

   SPDX-License-Identifier: Apache-2.0  */

#include <jobdir.c>
#include "unit.h"

static void
leave_jobs (void)
{
  for (size_t i = 0; i < LAUNCHERS; i++)
    unsetenv (launchers[i].rank);
  unsetenv (LAUNCHER_WORLD);
}

/* One of the ranks on a machine looks for earlier records, again for a launcher that
   has begun later; whoever is no rank always does.  */
static void
test_one_clears (void)
{
  char directory[] = "/tmp/gasp-unit-XXXXXX";
  CHECK (mkdtemp (directory));
  leave_jobs ();
  for (int i = 0; i < 2; i++)
    CHECK (job_clears (directory, 5));
  setenv ("PMIX_RANK", "1", 1);
  setenv ("PMIX_NAMESPACE", "unit", 1);
  CHECK (job_clears (directory, 5));
  setenv ("PMIX_RANK", "0", 1);
  CHECK (!job_clears (directory, 5));
  CHECK (job_clears (directory, 6));
  job_forget (directory, launcher_job ());
  CHECK (job_clears (directory, 5));
  job_forget (directory, launcher_job ());
  leave_jobs ();
  CHECK (!rmdir (directory));
}

UNIT (test_one_clears);
