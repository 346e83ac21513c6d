# Events of OpenMP that are recorded without looking up their positions are counted
# at the same lines below the same callers as those that are not, as in a trace; and
# they leave alone errno, floating-point state, and a thread whose every exception
# traps.  Locks have events in a trace alone; else they are added up.
#
# SPDX-License-Identifier: Apache-2.0

[ -z "$RUNNER" ] || unsupported "libgomp of another machine"
cat > prog.c <<'END'
#define _GNU_SOURCE
#include <errno.h>
#include <fenv.h>
#include <omp.h>

#define N 700
static int entered, locked, made, shared_out, led, forked;
static omp_lock_t lock;

static __attribute__ ((noinline)) void
add (void)
{
#pragma omp critical
  entered++;
  omp_set_lock (&lock);
  locked++;
  omp_unset_lock (&lock);
#pragma omp task
#pragma omp atomic
  made++;
#pragma omp taskwait
}

static __attribute__ ((noinline)) void
twice (void)
{
  add ();
  add ();
}

static __attribute__ ((noinline)) void
share (void)
{
#pragma omp for ordered schedule (static, 1)
  for (int i = 0; i < 4; i++)
#pragma omp ordered
    shared_out++;
#pragma omp barrier
#pragma omp single
  shared_out++;
#pragma omp master
  led++;
#pragma omp taskgroup
#pragma omp task
#pragma omp atomic
  made++;
}

static __attribute__ ((noinline)) void
fork_and_join (void)
{
  int all = 0;
#pragma omp parallel num_threads (2) reduction (+: all)
  all++;
  forked += all;
}

int
main (void)
{
  int wrong = 0;
  for (int i = 0; i < N; i++)
    fork_and_join ();
  omp_init_lock (&lock);
#pragma omp parallel num_threads (2) reduction (+: wrong)
  {
    feclearexcept (FE_ALL_EXCEPT);
    feenableexcept (FE_ALL_EXCEPT);
    fesetround (FE_UPWARD);
    errno = 77;
    for (int i = 0; i < N; i++)
      {
	add ();
	twice ();
	share ();
      }
    wrong += errno != 77;
    wrong += fegetround () != FE_UPWARD;
    wrong += fetestexcept (FE_ALL_EXCEPT) != 0;
    fedisableexcept (FE_ALL_EXCEPT);
  }
  return (wrong || entered != 6 * N || locked != 6 * N || made != 8 * N
	  || shared_out != 5 * N || led != N || forked != 2 * N);
}
END
# Lines of the tree, without times: depth, name, line, calls.  Of a task it is all
# one where it was executed: a thread at a barrier may have taken it, and has freed its
# memory there.  Locks, by line: how often each was taken.
counts ()
{
  rm -rf profile
  run 0 "$GASP" run "$@" -o profile ./prog > run.log 2>&1
  run 0 "$GASP" report --format=csv --view=tree --output=tree.csv profile \
    > report.log 2>&1
  run 0 "$GASP" report --format=csv --view=team-locks --output=locks.csv profile \
    >> report.log 2>&1
  {
    tr -d '"' < tree.csv | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
      $1 == "tree" && $at["name"] == "omp task" { tasks[$at["line"]] += $at["calls"]; next }
      $1 == "tree" && $at["name"] !~ /^(malloc|free|omp lock held|.*[(]waiting[)])$/ {
	print $at["depth"], $at["name"], $at["line"], $at["calls"] }
      END { for (line in tasks) print "omp task", line, tasks[line] }'
    tr -d '"' < locks.csv | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
      NR > 1 { print $at["event"], $at["line"], $at["taken"], $at["holds"], $at["calls"] }'
  } | sort
}
for mode in source emitted; do
  run 0 "$CC" -O2 -finstrument-gasp-functions=$mode -fopenmp prog.c -o prog -lm
  run 0 ./prog
  counts --exact --sample=none > short.txt
  counts --trace --sample=none > long.txt
  run 0 diff -u long.txt short.txt
  # 700 times in 2 threads, by the loop itself and twice by twice.
  run 0 grep 'omp task created .* 1400$' short.txt
  run 0 grep 'omp task created .* 2800$' short.txt
  run 0 grep 'omp critical .* 4200 4200 4200$' short.txt
done
