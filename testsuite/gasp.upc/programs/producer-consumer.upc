/* A ring of producers and consumers, by strict counters.

   SPDX-License-Identifier: Apache-2.0

   { dg-conduits smp mpi }  */

#include <upc_relaxed.h>
#include <stdio.h>
#include <sched.h>
#include "../check.h"

#define SLOTS 4

typedef struct
{
  int data[3];
} item_t;

shared item_t ring[SLOTS][THREADS];
strict shared int head[THREADS], tail[THREADS];

int
main (void)
{
  int next = (MYTHREAD + 1) % THREADS, i, got = 0, sent = 0, bad = 0, n = 200;
  while (got < n || sent < n)
    {
      if (sent < n && head[next] - tail[next] < SLOTS)
	{
	  item_t it;
	  for (i = 0; i < 3; i++)
	    it.data[i] = sent * 3 + i;
	  ring[sent % SLOTS][next] = it;
	  head[next] = ++sent;
	}
      if (got < n && head[MYTHREAD] > got)
	{
	  item_t it = ring[got % SLOTS][MYTHREAD];
	  for (i = 0; i < 3; i++)
	    if (it.data[i] != got * 3 + i)
	      bad++;
	  tail[MYTHREAD] = ++got;
	}
      else
	sched_yield ();
    }
  upc_barrier;
  CHECK_IS (bad, 0);
  return 0;
}
