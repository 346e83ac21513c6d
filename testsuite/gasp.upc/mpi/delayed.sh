# What UPC's memory model says, and what collective functions give, does not depend on
# when MPI's messages arrive, nor in which order from different threads; nor what there
# is to allocate.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 600

. "$HERE/../../lib/mpi.sh"
. "$HERE/../../lib/together.sh"
cat > relay.upc <<'END_OF_SOURCE'
#include <upc_strict.h>
#include <upc_atomic.h>
#include <upc_collective.h>
#include <stdio.h>
#include <stdlib.h>
relaxed shared long data[THREADS], count[THREADS];
shared long flag[THREADS];	/* strict */
shared [2] long parts[THREADS][2], whole[THREADS][2];
shared double sum;
shared [1] double terms[THREADS];

static void
fail (const char *what, int round)
{
  fprintf (stderr, "thread %d, round %d: %s\n", MYTHREAD, round, what);
  upc_global_exit (1);
}

int
main (void)
{
  upc_atomicdomain_t *longs = upc_all_atomicdomain_alloc (UPC_LONG, UPC_ADD | UPC_XOR, 0);
  upc_atomicdomain_t *doubles = upc_all_atomicdomain_alloc (UPC_DOUBLE, UPC_ADD, 0);
  int next = (MYTHREAD + 1) % THREADS, last = (MYTHREAD + 2) % THREADS;
  for (int round = 1; round <= ROUNDS; round++)
    {
      long old, number = round, three = 3;
      double half = 0.5;
      /* One thread writes to the one after the next, and tells the next; that one
         tells the one after, which has to see what was written.  */
      data[last] = round * 100 + MYTHREAD;
      flag[next] = round;
      while (flag[MYTHREAD] != round)
	continue;
      upc_barrier;
      if (data[MYTHREAD] != round * 100 + (MYTHREAD + THREADS - 2) % THREADS)
	fail ("not written", round);
      upc_barrier;
      /* Nobody waits for these; puts after them come after them.  */
      upc_atomic_relaxed (longs, NULL, UPC_ADD, &count[next], &number, NULL);
      upc_atomic_relaxed (longs, NULL, UPC_XOR, &count[next], &three, NULL);
      upc_atomic_relaxed (longs, &old, UPC_XOR, &count[next], &three, NULL);
      if (old != (round ^ 3))
	fail ("atomics in another order", round);
      count[next] = 0;
      upc_barrier;
      upc_atomic_relaxed (doubles, NULL, UPC_ADD, &sum, &half, NULL);
      upc_barrier;
      if (count[MYTHREAD] != 0 || sum != round * THREADS * 0.5)
	fail ("atomics are not done", round);
      upc_barrier;
      /* Each thread has entered, and no more: the flags want no more.  */
      parts[MYTHREAD][0] = round;
      parts[MYTHREAD][1] = MYTHREAD;
      upc_all_broadcast (whole, &parts[round % THREADS], 2 * sizeof (long),
			 UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
      if (whole[MYTHREAD][0] != round || whole[MYTHREAD][1] != round % THREADS)
	fail ("not broadcast", round);
      terms[MYTHREAD] = MYTHREAD + round;
      upc_all_prefix_reduceD (terms, terms, UPC_ADD, THREADS, 1, NULL,
			      UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
      if (terms[MYTHREAD]
	  != round * (MYTHREAD + 1) + MYTHREAD * (MYTHREAD + 1) / 2)
	fail ("prefixes", round);
    }
  if (!MYTHREAD)
    puts ("good");
  return 0;
}
END_OF_SOURCE
cat > behind.upc <<'END_OF_SOURCE'
#include <upc.h>
#include <upc_atomic.h>
#include <upc_collective.h>
#include <stdio.h>
#include <stdlib.h>
/* What a thread puts before a barrier is there before what another puts, adds or reads
   behind it, wherever it is.  */
#define PLACES 12
shared [PLACES] long at[THREADS][PLACES];
shared long zero[THREADS], none;

int
main (void)
{
  upc_atomicdomain_t *longs = upc_all_atomicdomain_alloc (UPC_LONG, UPC_ADD, 0);
  unsigned int plan = 1, mine = MYTHREAD;
  for (int round = 0; round < ROUNDS; round++)
    {
      int where[PLACES], first[PLACES], second[PLACES], how[PLACES];
      for (int i = 0; i < PLACES; i++)
	{
	  where[i] = rand_r (&plan) % THREADS;
	  first[i] = rand_r (&plan) % THREADS;
	  second[i] = rand_r (&plan) % THREADS;
	  how[i] = rand_r (&plan) % 6;
	}
      for (int turn = 0; turn < 3; turn++)
	{
	  int kind = rand_r (&plan) % 6;
	  for (int i = 0; i < PLACES; i++)
	    {
	      long begin = round * 1000 + i, one = 1, now;
	      shared [PLACES] long *p = &at[where[i]][i];
	      if (turn == 0 && MYTHREAD == first[i])
		*p = begin;
	      if (turn == 1 && MYTHREAD == second[i])
		switch (how[i])
		  {
		  case 0: *p = begin + 1; break;
		  case 1: upc_memput (p, &(long) { begin + 1 }, sizeof *p); break;
		  case 2: upc_atomic_relaxed (longs, NULL, UPC_ADD, p, &one, NULL); break;
		  case 3: upc_memset (p, 0, sizeof *p); break;
		  case 5: *p += 1; break;
		  }
	      if ((turn == 1 && how[i] == 4 && MYTHREAD == second[i])
		  || (turn == 2 && (MYTHREAD == where[i] || MYTHREAD == first[i])))
		{
		  now = *p;
		  if (now != (how[i] == 4 ? begin : how[i] == 3 ? 0 : begin + 1))
		    {
		      fprintf (stderr, "thread %d, round %d: %ld of %d by %d and %d (%d)\n",
			       MYTHREAD, round, now, where[i], first[i], second[i], how[i]);
		      upc_global_exit (1);
		    }
		}
	    }
	  if (rand_r (&mine) % 4 == 0)
	    for (volatile int k = rand_r (&mine) % 30000; k > 0; k--)
	      continue;
	  if (kind == 0)
	    {
	      upc_notify;
	      upc_wait;
	    }
	  else if (kind == 1)
	    upc_all_reduceL (&none, zero, UPC_ADD, THREADS, 1, NULL, 0);
	  else
	    upc_barrier;
	}
    }
  if (!MYTHREAD)
    puts ("good");
  return 0;
}
END_OF_SOURCE
cat > returned.upc <<'END_OF_SOURCE'
#include <stdlib.h>
#include <upc.h>
/* What own heaps give back is there for the shared one behind the next barrier.  */
int
main (int argc, char **argv)
{
  unsetenv ("SLOW_MPI_LATER");
  for (int i = argc > 1 ? 9 : 0; i < 10; i++)
    {
      shared void *own = upc_alloc (3000000);
      if (!own)
	upc_global_exit (1);
      upc_free (own);
      upc_barrier;
      shared void *all = upc_all_alloc (THREADS, 3000000);
      if (!all)
	upc_global_exit (2);
      upc_all_free (all);
      upc_barrier;
    }
  return 0;
}
END_OF_SOURCE
cat > nothing.upc <<'END_OF_SOURCE'
#include <stdlib.h>
int main (void) { return unsetenv ("SLOW_MPI_LATER"); }
END_OF_SOURCE
run 0 "$UPCC" --conduit=mpi -O2 nothing.upc -o nothing
run 0 "$UPCC" --conduit=mpi -O2 -DROUNDS="$(often 25 200)" relay.upc -o relay
run 0 "$UPCC" --conduit=mpi -O2 -DROUNDS="$(often 40 300)" behind.upc -o behind
run 0 "$UPCC" --conduit=mpi -O2 returned.upc -o returned
run 0 "$UPCC" --conduit=mpi -O2 $(often -DSLOW_NETWORK '') "$HERE/../runtime/litmus.upc" -I"$HERE/.." -o litmus
run 0 "$UPCC" --conduit=mpi -O2 "$HERE/../runtime/far-reads.upc" -I"$HERE/.." -o far

# begin_slow NAME DELAY NODE SETTINGS THREADS PROGRAM...: with messages that are so late, in
# microseconds, and so many threads a node.
begin_slow ()
{
  name=$1 delay=$2 node=$3 settings=$4 threads=$5
  shift 5
  # shellcheck disable=SC2086
  begin "$name" env LD_PRELOAD="$PWD/slow-$MPI.so" SLOW_MPI=$delay UPC_NODE_SIZE=$node \
    $settings "$BUILD/bin/gasprun" --conduit=mpi --mpirun=mpirun.$MPI -n $threads "$@"
}

limit=$(often 100 280)
for MPI in $MPIS; do
  run 0 mpicc.$MPI -O1 -shared -fPIC "$HERE/../../tools/slow-mpi.c" -o "slow-$MPI.so"
  names=
  for node in 1 2; do
    for program in relay behind returned litmus far; do
      # Each in one of both ways.
      case $program,$node in
	relay,1|behind,2|returned,1|litmus,2|far,1) ;;
	*) [ -n "$ALL" ] || continue ;;
      esac
      # Of the last two, each access waits.
      case $program in relay|behind) delay=100;; returned) delay=3000;; *) delay=10;; esac
      begin_slow $program.$node $delay $node UPC_SHARED_HEAP_SIZE=4M 4 "./$program"
      names="$names $program.$node"
    done
  done
  # However late they say so.
  begin_slow late 300000 1 'UPC_SHARED_HEAP_SIZE=4M SLOW_MPI_LATER=1' 2 ./returned once
  # So many threads meet in another way (libupc/conduit/am/am-barrier.c).
  for node in $(often 5 '1 5'); do
    begin_slow ten.$node 100 $node '' 10 ./behind
    names="$names ten.$node"
  done
  # Where one thread knows much later than the other that all are at the end, the
  # other is not there to be asked any more.
  begin_slow end 900000 1 SLOW_MPI_LATER=1 2 ./nothing
  wait
  for name in $names late end; do
    ended $name 0
    case $name in
      relay*|behind*|ten*) [ "$(cat $name.out)" = good ] || fail "$MPI: $name" ;;
    esac
  done
done
