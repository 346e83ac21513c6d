/* Typedefs that leave something to be specified where they are used: that what
   they name is shared, of a length with THREADS in it; and its block size (UPC
   1.3, 6.5, 6.5.2.1).  A mode that they specify stays.

   SPDX-License-Identifier: Apache-2.0  */

#include "check.h"

typedef int row[THREADS];
typedef int rows[3 * THREADS][2];
typedef row same_row;
shared row a;
shared [2] row a2;
shared same_row *p = &a;
shared [4] rows b;

typedef shared int element;
typedef element also;
typedef int *shared place;
shared [2] element c[2 * THREADS], *q = c;
shared [] element *one;
shared [*] element even[3 * THREADS];
shared [5] also d[5 * THREADS];
shared [3] place places[3 * THREADS];
shared element again[THREADS];

typedef strict shared int fenced;
typedef int *strict shared fenced_place;
typedef strict shared int fenced_row[5];
typedef const fenced fixed;
shared [4] fenced f[4 * THREADS];
shared fenced f1[THREADS];
strict shared [4] fenced f4;
shared [2] fenced_place fp[2 * THREADS];
shared [3] fenced_row fr[3 * THREADS];
shared [7] fixed *fx;
relaxed shared [4] int r4[4 * THREADS];
/* That it is the same type, mode included.  */
extern strict shared [4] int f[4 * THREADS];
extern strict shared int f1[THREADS];
extern int *strict shared [2] fp[2 * THREADS];
extern strict shared [3] int fr[3 * THREADS][5];
extern strict shared [7] const int *fx;

static unsigned long
in_block (void)
{
  typedef int local[THREADS];
  local l;
  l[THREADS - 1] = 1;
  return sizeof l + sizeof (row) + sizeof *p;
}

int
main (void)
{
  CHECK_IS (sizeof a, THREADS * sizeof (int));
  CHECK_IS (sizeof b, 6 * THREADS * sizeof (int));
  CHECK_IS (in_block (), 3 * THREADS * sizeof (int));
  CHECK_IS (upc_blocksizeof (a), 1);
  CHECK_IS (upc_blocksizeof (a2), 2);
  CHECK_IS (upc_blocksizeof (b), 4);
  CHECK_IS (upc_blocksizeof (c), 2);
  CHECK_IS (upc_blocksizeof (*q), 2);
  CHECK_IS (upc_blocksizeof (*one), 0);
  CHECK_IS (upc_blocksizeof (even), 3);
  CHECK_IS (upc_blocksizeof (d), 5);
  CHECK_IS (upc_blocksizeof (places), 3);
  CHECK_IS (upc_blocksizeof (again), 1);
  CHECK_IS (upc_blocksizeof (f), 4);
  CHECK_IS (upc_blocksizeof (f1), 1);
  CHECK_IS (upc_blocksizeof (f4), 4);
  CHECK_IS (upc_blocksizeof (fp), 2);
  CHECK_IS (upc_blocksizeof (fr), 3);
  CHECK_IS (upc_blocksizeof (*fx), 7);
  f[4 * MYTHREAD + 3] = MYTHREAD;
  a[MYTHREAD] = MYTHREAD + 1;
  b[3 * MYTHREAD + 1][1] = MYTHREAD;
  c[2 * MYTHREAD + 1] = MYTHREAD;
  upc_barrier;
  for (int i = 0; i < THREADS; i++)
    {
      CHECK_IS (a[i], i + 1);
      CHECK_IS ((*p)[i], i + 1);
      CHECK_IS (b[3 * i + 1][1], i);
      CHECK_IS (c[2 * i + 1], i);
      CHECK_IS (upc_threadof (&c[2 * i + 1]), i);
      CHECK_IS (upc_threadof (&d[5 * i + 4]), i);
      CHECK_IS (f[4 * i + 3], i);
    }
  return 0;
}
