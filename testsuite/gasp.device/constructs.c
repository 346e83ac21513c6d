/* constructs.c - nested regions of target data, nowait with depend, and updates.

   SPDX-License-Identifier: Apache-2.0  */

#include <omp.h>
#include <stdio.h>
#define N 100000
static double a[N], b[N], c[N];
int
main (void)
{
  int x = 0;
#pragma omp target data map (tofrom: a)	/* outer */
  {
#pragma omp target data map (to: b) map (tofrom: a)	/* inner */
    {
#pragma omp target	/* within */
      a[1] = b[1] + 1;
#pragma omp target update from (a)	/* update */
    }
#pragma omp target map (from: b)	/* again */
    b[1] = a[1] + 1;
  }
#pragma omp target enter data map (to: c) nowait depend (out: x)
#pragma omp target nowait depend (inout: x)
  c[1] = 5;
#pragma omp target nowait depend (inout: x)
  c[2] = c[1] + 1;
#pragma omp target exit data map (from: c) nowait depend (inout: x)
#pragma omp taskwait
  puts (a[1] == 1 && b[1] == 2 && c[2] == 6 ? "right" : "wrong");
  return 0;
}
