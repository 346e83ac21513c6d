# How long UPC threads wait, for whom, and why: as the program finds by its own clock.  For
# locks that others hold, semaphores, split barriers and collective functions.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/profile.sh"
. "$HERE/../lib/waits.sh"
# The time of usleep is its caller's.
export GASP_THREADS=no
cat > prog.upc <<'END'
#include <upc.h>
#include <upc_collective.h>
#include <bupc_extensions.h>
#include <stdio.h>
#include "now.h"
#include <unistd.h>

#define ROUNDS 10
shared double came[THREADS];	/* when each did what others wait for */
shared int in[THREADS], out[THREADS];
static double waited;
static void
rest (int ms)
{
  usleep (ms * 1000);
}
static void
slow (int ms)
{
  rest (ms);
}
/* It began to wait at BEGIN, and it is over; THREAD did CAME what it waited for.  */
static void
note (double begin, double end, int thread)
{
  double until = came[thread];
  until = until > end ? end : until;
  if (until > begin)
    waited += until - begin;
}
static void
say (const char *what, int whom)
{
  printf ("%s %d %.0f %d\n", what, MYTHREAD, waited * 1e9, whom);
  waited = 0;
}
/* Thread 1 holds it, and others come meanwhile.  */
static void
locks (upc_lock_t *lock)
{
  for (int i = 0; i < ROUNDS; i++)
    {
      double begin = 0, end = 0;
      upc_barrier;
      if (MYTHREAD == 1)
	{
	  upc_lock (lock);
	  slow (30);
	  came[1] = now ();
	  upc_unlock (lock);
	}
      else if (MYTHREAD == 0)
	{
	  rest (10);
	  begin = now ();
	  upc_lock (lock); /* LOCK */
	  end = now ();
	  upc_unlock (lock);
	  /* At the barrier, it is the last one.  */
	  rest (5);
	}
      upc_barrier;
      if (MYTHREAD == 0)
	note (begin, end, 1);
    }
  if (MYTHREAD == 0)
    say ("LOCK", 1);
}
/* Each holds it once, in order: the last one waits for all others.  */
static void
queue (upc_lock_t *lock)
{
  for (int i = 0; i < ROUNDS; i++)
    {
      upc_barrier;
      rest (MYTHREAD * 5);
      upc_lock (lock); /* QUEUE */
      slow (20);
      upc_unlock (lock);
    }
  upc_barrier;
}
static void
semaphores (bupc_sem_t *sem)
{
  for (int i = 0; i < ROUNDS; i++)
    {
      double begin = 0, end = 0;
      upc_barrier;
      if (MYTHREAD == 2)
	{
	  slow (20);
	  came[2] = now ();
	  bupc_sem_post (sem);
	}
      if (MYTHREAD == 0)
	{
	  begin = now ();
	  bupc_sem_wait (sem); /* SEM */
	  end = now ();
	}
      upc_barrier;
      if (MYTHREAD == 0)
	note (begin, end, 2);
    }
  if (MYTHREAD == 0)
    say ("SEM", 2);
}
static void
splits (void)
{
  for (int i = 0; i < ROUNDS; i++)
    {
      upc_barrier;
      if (MYTHREAD == 2)
	slow (20);
      came[MYTHREAD] = now ();
      upc_notify;
      rest (5);
      double begin = now (), end;
      upc_wait; /* SPLIT */
      end = now ();
      upc_barrier;
      if (MYTHREAD != 2)
	note (begin, end, 2);
    }
  if (MYTHREAD != 2)
    say ("SPLIT", 2);
}
static void
meet (void)
{
  upc_barrier;
}
#define COLLECTIVE(what, late, waits, call)				\
  for (int i = 0; i < ROUNDS; i++)					\
    {									\
      double begin, end;						\
      meet ();								\
      if (MYTHREAD == late)						\
	slow (20);							\
      begin = came[MYTHREAD] = now ();					\
      call;								\
      end = now ();							\
      meet ();								\
      if (waits)							\
	note (begin, end, late);					\
    }									\
  if (waits)								\
    say (what, late);
#define MYSYNC (UPC_IN_MYSYNC | UPC_OUT_MYSYNC)
#define ALLSYNC (UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC)
int
main (void)
{
  upc_lock_t *lock = upc_all_lock_alloc ();
  static bupc_sem_t *shared sem;
  if (MYTHREAD == 0)
    sem = bupc_sem_alloc (0);
  locks (lock);
  queue (lock);
  upc_barrier;
  semaphores (sem);
  splits ();
  COLLECTIVE ("BROADCAST", 0, MYTHREAD != 0, /* BROADCAST */
	      upc_all_broadcast (out, in, sizeof (int), MYSYNC));
  COLLECTIVE ("GATHER", 2, MYTHREAD == 0, /* GATHER */
	      upc_all_gather (out, in, sizeof (int) / 4, MYSYNC));
  COLLECTIVE ("REDUCE", 1, MYTHREAD != 1, /* REDUCE */
	      upc_all_reduceI (out, in, UPC_ADD, THREADS, 1, NULL, ALLSYNC));
  COLLECTIVE ("EXCHANGE", 2, MYTHREAD != 2, /* EXCHANGE */
	      upc_all_exchange (out, in, 1, 0));
  return 0;
}
END
run 0 "$UPCC" -g -O1 --profile -I"$HERE/../lib" prog.upc -o prog
check_waits prog.upc 11 env UPC_THREADS=3 "$GASP" run -q -o profile ./prog
# In the queue, each thread waits for those before it, on a busy machine in any order.
waits_for "$(line QUEUE prog.upc)" 1 '[02]'
waits_for "$(line QUEUE prog.upc)" 2 '[01]'
# Why: thread 1 in slow, which has the lock, mostly.  In the queue, too, it is known
# what those did who were waited for, though they had a free lock.
run 0 "$GASP" report --format=csv --view=delays profile
sed -e 's/sleep, /sleep or /' -e 's/"//g' out | awk -F, '
  $1 == "table" { for (i = 1; i <= NF; i++) column[$i] = i }
  $column["name"] == "rest" && $column["caller"] == "slow" {
    for (i = 1; i <= NF; i++)
      if ($i == "upc_lock")
	by_lock[$column["thread"]] += $column["waiting"]
    sum[$column["thread"]] += $column["waiting"]
    if ($column["path"] ~ /queue/)
      queue += $column["waiting"]
  }
  $column["name"] == "(not known)" { unknown += $column["waiting"] }
  END {
    exit !(by_lock[1] > 150e6 && sum[0] > 300e6 && sum[2] > 300e6 \
	   && queue > 200e6 && unknown < 50e6)
  }' \
  || { cat out; fail "delays do not come from slow"; }
