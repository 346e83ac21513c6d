/* Test report/findings/of-teams.c: what constructs are called in sentences.

   SPDX-License-Identifier: Apache-2.0  */

#include <of-teams.c>
#include "unit.h"

static void
test_nouns (void)
{
  CHECK_TEXT (construct_noun ("omp for"), "loop");
  CHECK_TEXT (construct_noun ("omp sections"), "sections");
  CHECK_TEXT (construct_noun ("omp thread of parallel"), "parallel region");
  CHECK_TEXT (construct_noun ("omp barrier of parallel"),
	      "end of the parallel region");
}

UNIT (test_nouns);
