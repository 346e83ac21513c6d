# What is read behind a barrier in each step is asked for before the barrier is over
# (libupc/conduit/am/am-ahead.c), and is what was there when it was: whoever wrote it, however it is
# read, when messages come late and in another order, and when a step differs from others.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 600

. "$HERE/../../lib/mpi.sh"
cat > steps.upc <<'END_OF_SOURCE'
#include <upc_relaxed.h>
#include <upc_atomic.h>
#include <upc_nb.h>
#include <stdio.h>
#include <stdlib.h>
#include <stdbool.h>
#define CELLS 5000
#define READS 6
shared [CELLS] long cells[THREADS][CELLS];
static long model[CELLS], here[CELLS];
strict shared long was_read[THREADS], is_written[THREADS];
shared long spun[THREADS];
static unsigned int plan = 7;	/* the same in all threads */
static upc_atomicdomain_t *longs;

static int
dice (int n)
{
  return rand_r (&plan) % n;
}

static void
fail (const char *what, int step, long is, long should)
{
  fprintf (stderr, "thread %d, step %d, %s: %ld, not %ld\n", MYTHREAD, step, what, is,
	   should);
  upc_global_exit (1);
}

/* At one place of the program each: what is read there in each step.  */
struct site
{
  int where, n, first[READS], count[READS], how[READS], writer[READS], write_how[READS];
};
static struct site sites[3];

static void
choose (struct site *s, int i)
{
  s->how[i] = dice (4);
  s->count[i] = s->how[i] == 1 ? 1 + dice (CELLS) : 1 + dice (600);
  s->first[i] = dice (CELLS - s->count[i] + 1);
  s->writer[i] = dice (THREADS);
  s->write_how[i] = dice (4);
}

static long
value (int step, int i)
{
  return step * 10000L + i;
}

/* The cells of WHERE that are read change, by one thread each.  */
static void
write_all (const struct site *s, int step)
{
  for (int i = 0; i < s->n; i++)
    for (int k = s->first[i]; k < s->first[i] + s->count[i]; k++)
      model[k] = value (step, k);
  for (int i = 0; i < s->n; i++)
    {
      shared [] long *to = (shared [] long *) &cells[s->where][s->first[i]];
      if (MYTHREAD != s->writer[i])
	continue;
      for (int k = 0; k < s->count[i]; k++)
	here[k] = value (step, s->first[i] + k);
      if (s->write_how[i] == 0)
	upc_memput (to, here, s->count[i] * sizeof *here);
      else if (s->write_how[i] == 1)
	upc_sync (upc_memput_nb (to, here, s->count[i] * sizeof *here));
      else if (s->write_how[i] == 2)
	for (int k = 0; k < s->count[i]; k++)
	  to[k] = here[k];
      else
	for (int k = 0; k < s->count[i]; k++)
	  if (k < 20)
	    upc_atomic_relaxed (longs, NULL, UPC_SET, &to[k], &here[k], NULL);
	  else
	    to[k] = here[k];
    }
}

static void
read_all (const struct site *s, int step)
{
  for (int i = 0; i < s->n; i++)
    {
      shared [] long *from = (shared [] long *) &cells[s->where][s->first[i]];
      int n = s->count[i];
      if (s->how[i] == 3)
	upc_sync (upc_memget_nb (here, from, n * sizeof *here));
      else if (s->how[i])
	upc_memget (here, from, n * sizeof *here);
      else
	for (int k = 0; k < n; k++)
	  here[k] = from[k];
      for (int k = 0; k < n; k++)
	if (here[k] != model[s->first[i] + k])
	  fail ("read", step, here[k], model[s->first[i] + k]);
    }
}

int
main (void)
{
  longs = upc_all_atomicdomain_alloc (UPC_LONG, UPC_SET, 0);
  for (int i = 0; i < 3; i++)
    {
      sites[i].where = dice (THREADS);
      sites[i].n = 1 + dice (READS);
      for (int k = 0; k < sites[i].n; k++)
	choose (&sites[i], k);
    }
  for (int step = 1; step <= STEPS; step++)
    {
      int reader = dice (THREADS), right = (MYTHREAD + 1) % THREADS;
      int left = (MYTHREAD + THREADS - 1) % THREADS;
      for (int i = 0; i < 3; i++)
	{
	  if (dice (6) == 0)
	    choose (&sites[i], dice (sites[i].n));
	  if (dice (30) == 0)
	    sites[i].where = dice (THREADS);
	}
      bool leaves_out = dice (5) == 0;
      bool late = dice (4) == 0;

      write_all (&sites[0], step);
      upc_barrier;
      if (!leaves_out || MYTHREAD != reader)
	read_all (&sites[0], step);
      upc_barrier;

      /* What this thread writes behind the barrier is what it reads.  */
      write_all (&sites[1], step);
      if (late && MYTHREAD == reader)
	for (volatile int i = 0; i < 50000; i++)
	  continue;
      upc_barrier;
      if (MYTHREAD == reader)
	{
	  shared [] long *p = (shared [] long *) &cells[sites[1].where][sites[1].first[0]];
	  if (late)
	    *p = -step;
	  if (*p != (late ? -step : model[sites[1].first[0]]))
	    fail ("own", step, *p, -step);
	  *p = model[sites[1].first[0]];
	  read_all (&sites[1], step);
	}
      upc_barrier;

      /* Between: own writes, and what others wait for.  */
      write_all (&sites[2], step);
      upc_notify;
      if (MYTHREAD == reader && late)
	{
	  shared [] long *p = (shared [] long *) &cells[sites[2].where][sites[2].first[0]];
	  int k = sites[2].first[0];
	  for (int i = 1; i < sites[2].n; i++)
	    if (k >= sites[2].first[i] && k < sites[2].first[i] + sites[2].count[i])
	      p = NULL;
	  if (p && sites[2].writer[0] == MYTHREAD)
	    *p = model[k] = -step;
	}
      if (dice (7) == 0)
	upc_fence;
      upc_wait;
      if (MYTHREAD == reader || (!leaves_out && !late))
	read_all (&sites[2], step);
      upc_barrier;

      /* Fences behind the barrier: what another one has told is what is read, though
	 it was read before.  */
      spun[MYTHREAD] = step;
      upc_barrier;
      if (spun[right] != step)
	fail ("told", step, spun[right], step);
      was_read[right] = step;
      while (was_read[MYTHREAD] != step)
	continue;
      spun[MYTHREAD] = -step;
      is_written[left] = step;
      while (is_written[MYTHREAD] != step)
	continue;
      if (spun[right] != -step)
	fail ("told again", step, spun[right], -step);
      upc_barrier;

      /* Whoever waits for another's write without a fence sees it in the end.  */
      upc_barrier;
      if (MYTHREAD == reader)
	{
	  spun[MYTHREAD] = 2 * step;
	  upc_fence;
	}
      while (spun[reader] != 2 * step)
	continue;
    }
  if (!MYTHREAD)
    puts ("good");
  return 0;
}
END_OF_SOURCE
sed '/^#include/!d' steps.upc > few.upc
cat >> few.upc <<'END_OF_SOURCE'
/* Each thread reads one number of each other behind each barrier, of COPIES in turn.  */
shared [COPIES] long numbers[THREADS][COPIES];
int
main (void)
{
  for (long step = 0; step < 100; step++)
    {
      numbers[MYTHREAD][step % COPIES] = step;
      upc_barrier;
      for (int t = 0; t < THREADS; t++)
	if (numbers[t][step % COPIES] != step)
	  upc_global_exit (1);
      upc_barrier;
    }
  return 0;
}
END_OF_SOURCE
cat > tool.c <<'END_OF_SOURCE'
#include <stdio.h>
#include <gasp.h>
#include <gasp_upc.h>
struct _gasp_context_S { int hits, misses; };
static struct _gasp_context_S c;
gasp_context_t
gasp_init (gasp_model_t m, int *argc, char ***argv)
{
  (void) m, (void) argc, (void) argv;
  return &c;
}
void
gasp_event_notifyVA (gasp_context_t context, unsigned int tag, gasp_evttype_t type,
		     const char *file, int line, int column, va_list args)
{
  (void) file, (void) line, (void) column, (void) args;
  context->hits += tag == GASP_UPC_CACHE_HIT;
  context->misses += tag == GASP_UPC_CACHE_MISS;
  if (tag == GASP_UPC_COLLECTIVE_EXIT && type == GASP_END)
    fprintf (stderr, "%d hits, %d misses\n", c.hits, c.misses);
}
END_OF_SOURCE
cat "$HERE/../../lib/tool-rest.c" >> tool.c
run 0 "$UPCC" --conduit=mpi -O2 -DSTEPS="$(often 100 250)" steps.upc -o steps
for copies in 1 2; do
  run 0 "$UPCC" --conduit=mpi --inst-local -O2 -DCOPIES=$copies few.upc tool.c -o few$copies
done
for MPI in $MPIS; do
  run 0 mpicc.$MPI -O1 -shared -fPIC "$HERE/../../tools/slow-mpi.c" -o "slow-$MPI.so"
  for node in 1 2; do
    for delay in 0 50; do
      run 0 env LD_PRELOAD="$PWD/slow-$MPI.so" SLOW_MPI=$delay UPC_NODE_SIZE=$node \
	"$BUILD/bin/gasprun" --conduit=mpi --mpirun=mpirun.$MPI -n 4 ./steps
      [ "$(cat out)" = good ] || fail "$MPI, $node a node"
    done
  done
  # So many threads meet in another way (libupc/conduit/am/am-barrier.c).
  run 0 env UPC_NODE_SIZE=5 \
    "$BUILD/bin/gasprun" --conduit=mpi --mpirun=mpirun.$MPI -n 10 ./steps
  [ "$(cat out)" = good ] || fail "$MPI, ten"
  # What is asked for of three numbers in each of 100 steps.
  for copies in 1 2; do
    run 0 env UPC_NODE_SIZE=1 \
      "$BUILD/bin/gasprun" --conduit=mpi --mpirun=mpirun.$MPI -n 4 ./few$copies
    misses=$((6 * copies))
    count 4 err "^$((300 - misses)) hits, $misses misses$"
  done
done
