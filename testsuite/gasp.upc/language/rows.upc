/* Elements of rows, where blocks are one row, whole rows, parts of rows and
   neither: each is where the number of its place in the array says.  And the
   first element that a thread has, by MYTHREAD; and addresses that are cast.

   SPDX-License-Identifier: Apache-2.0

   { dg-conduits smp mpi }
   { dg-do run }
   { dg-threads 1 2 3 }  */

#include <upc.h>
#include "../check.h"

#define ROWS 3
#define COLUMNS 4

struct part { char c; short s[3]; };

/* An array of ROWS * THREADS rows, and a function that looks at all of it in
   two ways.  */
#define ARRAY(NAME, BLOCK, TYPE, MEMBER)				      \
  shared [BLOCK] TYPE NAME[ROWS * THREADS][2][COLUMNS];			      \
  static void								      \
  look_at_##NAME (void)							      \
  {									      \
    shared [BLOCK] TYPE *line = &NAME[0][0][0];				      \
    int i, j, k;							      \
    for (i = 0; i < ROWS * THREADS; i++)				      \
      for (j = 0; j < 2; j++)						      \
	for (k = 0; k < COLUMNS; k++)					      \
	  {								      \
	    long n = (i * 2L + j) * COLUMNS + k;			      \
	    CHECK_IS (upc_threadof (&NAME[i][j][k]), n / BLOCK % THREADS);    \
	    CHECK_IS (upc_phaseof (&NAME[i][j][k]), n % BLOCK);		      \
	    CHECK (&NAME[i][j][k] == line + n);				      \
	    if (upc_threadof (line + n) != MYTHREAD)			      \
	      continue;							      \
	    NAME[i][j][k] MEMBER = n % 100;				      \
	    NAME[i][j][k] MEMBER++;					      \
	    CHECK_IS (line[n] MEMBER, n % 100 + 1);			      \
	    TYPE *own = (TYPE *) &NAME[i][j][k];			      \
	    CHECK_IS (own[0] MEMBER, n % 100 + 1);			      \
	  }								      \
    upc_barrier;							      \
    for (i = ROWS * THREADS; i--;)					      \
      for (k = 0; k < COLUMNS; k++)					      \
	CHECK_IS (NAME[i][1][k] MEMBER, (i * 8 + 4 + k) % 100 + 1);	      \
    CHECK_IS (NAME[MYTHREAD][0][0] MEMBER, MYTHREAD * 8 % 100 + 1);	      \
    CHECK_IS (NAME[ROWS * THREADS - 1][1][3] MEMBER,			      \
	      (ROWS * THREADS * 8L - 1) % 100 + 1);			      \
  }

ARRAY (cyclic, 1, int, )
ARRAY (half, 2, char, )
ARRAY (third, 3, short, )
ARRAY (row, 4, double, )
ARRAY (longer, 5, struct part, .s[1])
ARRAY (rows, 8, struct part, .c)
ARRAY (uneven, 12, long, )
ARRAY (many, 24, struct part, .s[2])

shared int one[2 * THREADS];
shared [4] short four[2 * THREADS][4];
shared [6] char six[6 * THREADS];

/* The index is MYTHREAD in some way, or nearly.  */
static void
look_at_own (void)
{
  int me = MYTHREAD;
  short narrow = MYTHREAD + 300;
  CHECK_IS (upc_threadof (&one[MYTHREAD]), me);
  CHECK_IS (upc_threadof (&four[me][0]), me);
  CHECK_IS (upc_threadof (&six[6L * me]), me);
  CHECK_IS (upc_threadof (&six[me * 3]), me * 3 / 6 % THREADS);
  CHECK_IS (upc_phaseof (&six[me * 3]), me * 3 % 6);
  CHECK_IS (upc_threadof (&one[(char) narrow]), (300 + me - 256) % THREADS);
  one[MYTHREAD] = me + 5;
  four[MYTHREAD][3] = me + 6;
  me = 0;
  CHECK_IS (upc_threadof (&one[me]), 0);
  CHECK_IS (*(int *) &one[MYTHREAD], MYTHREAD + 5);
  CHECK_IS (*(short *) &four[MYTHREAD][3], MYTHREAD + 6);
  CHECK_IS (((short *) four[MYTHREAD])[3], MYTHREAD + 6);
  CHECK_IS (*(short *) (shared void *) (four[MYTHREAD] + 3), MYTHREAD + 6);
  upc_barrier;
}

/* Arrays that are cast are not the same for that.  */
static void
copy_own (int n)
{
  int *from = (int *) &one[MYTHREAD];
  if (MYTHREAD)
    return;
  long *to = (long *) &uneven[0][0][0] + 0 * n;
  from[0] = 7;
  from[1] = 8;
  to[0] = from[1];
  from[1] = to[0] + 1;
  CHECK_IS (one[THREADS], 9);
  CHECK_IS (uneven[0][0][0], 8);
}

int
main (void)
{
  shared int *null = 0;
  look_at_cyclic ();
  look_at_half ();
  look_at_third ();
  look_at_row ();
  look_at_longer ();
  look_at_rows ();
  look_at_uneven ();
  look_at_many ();
  look_at_own ();
  upc_barrier;
  copy_own (1);
  CHECK (!(int *) null);
  return 0;
}
