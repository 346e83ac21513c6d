/* A cast from a member's address to the structure's type makes the phase 0, as
   block sizes differ (UPC 1.3, 6.4.3).

   SPDX-License-Identifier: Apache-2.0  */

#include "check.h"

struct s { int x, y; };
shared [2] struct s s[8 * THREADS];

int
main (void)
{
  shared [2] struct s *p = (shared [2] struct s *) (&s[3].y - 1);
  CHECK_IS (upc_phaseof (&s[3]), 1);
  CHECK_IS (upc_phaseof (p), 0);
  CHECK_IS (upc_phaseof (p + 1), 1);
  CHECK_IS (upc_threadof (p + 1), 1 % THREADS);
  CHECK (p == &s[3]);
  p = (shared [2] struct s *) &s[3].x;
  CHECK_IS (upc_phaseof (p + 1), 1);
  p = (shared [2] struct s *) (shared [2] int *) &s[3];
  CHECK_IS (upc_phaseof (p), 0);
  p = (shared [2] struct s *) (shared void *) &s[3];
  CHECK_IS (upc_phaseof (p), 1);
  return 0;
}
