/* mpi-clock.c - how much the clocks of machines differ.

   SPDX-License-Identifier: Apache-2.0

   Tools put together what threads on several machines did when, but the
   machines' clocks (CLOCK_REALTIME) may be milliseconds apart.  So each thread
   asks another one for the time, some times, and takes its answer for the
   middle between question and answer of the fastest exchange: that is wrong by
   at most half of what the exchange took.  Threads form a tree, in which that
   of number N asks that of N without its last bit that is set; so all know
   after as many steps as there are bits, and how far they are from thread 0.
   It is measured once, when the program starts.  */

#include <time.h>
#include "conduit/mpi/mpi.h"

enum { TRIES = 10 };

struct answer
{
  int64_t now;
  int64_t difference;		/* to thread 0's, of who answers */
};

static int64_t
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_REALTIME, &t);
  return (int64_t) t.tv_sec * 1000000000 + t.tv_nsec;
}

static bool
is_near (int thread)
{
  return (unsigned int) thread - __upc_near_first < __upc_near_count;
}

/* Returns how far the clock is from thread 0's, as THREAD says.  */
static int64_t
ask (int thread)
{
  int64_t best = INT64_MAX, difference = 0;
  for (int i = 0; i < (is_near (thread) ? 1 : TRIES); i++)
    {
      struct answer answer;
      int64_t begin = now ();
      upc_mpi_send (&begin, sizeof begin, thread);
      upc_mpi_receive (&answer, sizeof answer, thread);
      int64_t took = now () - begin;
      if (took >= best)
	continue;
      best = took;
      difference = answer.difference;
      if (!is_near (thread))
	difference += answer.now - (begin + took / 2);
    }
  return difference;
}

static void
answer (int thread, int64_t difference)
{
  for (int i = 0; i < (is_near (thread) ? 1 : TRIES); i++)
    {
      int64_t question;
      upc_mpi_receive (&question, sizeof question, thread);
      struct answer answer = { now (), difference };
      upc_mpi_send (&answer, sizeof answer, thread);
    }
}

void
upc_mpi_compare_clocks (void)
{
  int64_t difference = 0;
  int last = MYTHREAD & -MYTHREAD;
  if (__upc_near_count == (unsigned int) THREADS)
    return;
  if (MYTHREAD)
    difference = ask (MYTHREAD - last);
  else
    for (last = 1; last < THREADS; last *= 2)
      continue;
  for (int bit = last / 2; bit > 0; bit /= 2)
    if (MYTHREAD + bit < THREADS)
      answer (MYTHREAD + bit, difference);
  upc_provider.clock = difference;
}
