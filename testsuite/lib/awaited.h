/* awaited.h - what tests of waits for some ranks share: how long each waits, by the
   program's own clock.

   SPDX-License-Identifier: Apache-2.0  */

#include <mpi.h>
#include <stdio.h>
#include "now.h"
#include <unistd.h>

#define TIMES 20
#define PLACES 32
#define RANKS 4

static int me;
/* When each came to each of its calls, and left it.  */
static double came[PLACES][TIMES], left_it[PLACES][TIMES];
static int step;
/* Of calls that need not wait for all: one that left before the last came has not.  */
static int if_held;

/* Rank WHO comes 10 ms later.  */
static void
late (int who)
{
  MPI_Barrier (MPI_COMM_WORLD);
  if (me == who)
    usleep (10000);
}

/* Times CALL, which is of number PLACE.  */
#define TIMED(place, call)						\
  do									\
    {									\
      came[place][step] = now ();					\
      call;								\
      left_it[place][step] = now ();					\
    }									\
  while (0)

/* Prints how long this rank waited at PLACE, called NAME, for those of RANKS that
   came to OTHER, a place too: when they came, or, if LEFT, when they left.  */
static void
say (const char *name, int place, int other, int left, int count, const int *ranks)
{
  double theirs[RANKS][TIMES], sum = 0, by[RANKS] = { 0 };
  int most = -1;
  MPI_Allgather (left ? left_it[other] : came[other], TIMES, MPI_DOUBLE, theirs, TIMES,
		 MPI_DOUBLE, MPI_COMM_WORLD);
  for (int i = 0; i < TIMES; i++)
    {
      int last = -1;
      double until = 0;
      for (int j = 0; j < count; j++)
	if (theirs[ranks[j]][i] > until)
	  until = theirs[last = ranks[j]][i];
      if (until > left_it[place][i])
	until = if_held ? 0 : left_it[place][i];
      if (until <= came[place][i])
	continue;
      sum += until - came[place][i];
      by[last] += until - came[place][i];
    }
  for (int i = 0; i < RANKS; i++)
    if (by[i] > 0 && (most < 0 || by[i] > by[most]))
      most = i;
  printf ("%s %d %.0f %d\n", name, me, sum * 1e9, most);
}
