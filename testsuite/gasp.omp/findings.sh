# What stands out of OpenMP programs: loops that are not balanced, regions that are too
# small, what is serial, locks; nothing of one without a fault.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

[ -z "$RUNNER" ] || unsupported "libgomp of another machine"
. "$HERE/../lib/findings.sh"
# usleep stands for work.
export GASP_THREADS=no
# planted: measures the program from standard input.
planted ()
{
  cat > prog.c
  run 0 "$CC" -g -O1 -w --profile -fopenmp prog.c -o prog
  rm -rf profile
  run 0 "$GASP" run -q -o profile ./prog
  findings
}

planted <<'END'
#include <unistd.h>
static void
solve (void)
{
#pragma omp parallel for num_threads (2)
  for (int i = 0; i < 40; i++)
    usleep (i < 20 ? 500 : 3000);
}
int
main (void)
{
  for (int i = 0; i < 4; i++)
    solve ();
  return 0;
}
END
stands_out imbalance prog.c:5 'end of the loop in solve .* differ by .. %, the longest that of thread [0-9]+(, number [0-9] of its team)?: another schedule, as schedule\(dynamic\), could save ~'

planted <<'END'
#include <omp.h>
#include <unistd.h>
int
main (void)
{
#pragma omp parallel num_threads (3)
  usleep (omp_get_thread_num () ? 1000 : 100000);
  return 0;
}
END
stands_out imbalance prog.c:6 'end of the parallel region in main .*: equal parts would save ~'
hasnt found 'schedule'

planted <<'END'
static double a[10];
static void
tiny (void)
{
  for (int k = 0; k < 3000; k++)
    {
#pragma omp parallel for num_threads (2)
      for (int i = 0; i < 10; i++)
	a[i] += i;
    }
}
int
main (void)
{
  tiny ();
  return 0;
}
END
stands_out small-regions prog.c:7 '3000 small regions in tiny'
hasnt found '^imbalance'

# Threads that wait on a processor, which others need.
cat > prog.c <<'END'
static volatile double a[2];
int
main (void)
{
  for (int k = 0; k < 40; k++)
    {
#pragma omp parallel for num_threads (2)
      for (int i = 0; i < 2; i++)
	for (int j = 0; j < 100000 * (i + 1); j++)
	  a[i] += j;
    }
  return 0;
}
END
run 0 "$CC" -g -O1 -w --profile -fopenmp prog.c -o prog
for policy in active passive; do
  rm -rf profile
  OMP_WAIT_POLICY=$policy run 0 taskset -c "$(taskset -pc $$ | sed 's/.*[^0-9]//')" \
    "$GASP" run -q -o profile ./prog
  findings
  if [ $policy = active ]; then
    stands_out spinning '' 'threads spin .*: OMP_WAIT_POLICY=passive'
  else
    hasnt found '^spinning'
  fi
done

planted <<'END'
#include <unistd.h>
static void setup (void) { usleep (300000); }
int
main (void)
{
  setup ();
#pragma omp parallel for num_threads (2)
  for (int i = 0; i < 2; i++)
    usleep (200000);
  /* The second thread has been there before.  */
  setup ();
  return 0;
}
END
stands_out serial prog.c:2 '[67]. % of the run is outside of parallel regions, most of it in setup'

planted <<'END'
#include <unistd.h>
static void
add (void)
{
#pragma omp critical (books)
  usleep (2000);
}
int
main (void)
{
#pragma omp parallel for num_threads (3)
  for (int i = 0; i < 90; i++)
    add ();
  return 0;
}
END
stands_out team-locks prog.c:5 'wait for locks: most for omp critical .books. in add'

planted <<'END'
#include <unistd.h>
static void part (void) { usleep (3000); }
static void
solve (void)
{
#pragma omp parallel for num_threads (2) schedule (dynamic)
  for (int i = 0; i < 100; i++)
    part ();
}
int
main (void)
{
  for (int i = 0; i < 3; i++)
    solve ();
  return 0;
}
END
nothing_wrong

export GASP_THREADS=yes
# A slow read in a region; the child that writes is none of the serial part.
planted <<'END'
#include <unistd.h>
static int ends[2];
static void
load (void)
{
  char c;
  if (read (ends[0], &c, 1) != 1)
    _exit (1);
}
int
main (void)
{
  if (pipe (ends))
    return 1;
  if (!fork ())
    {
      for (int i = 0; i < 20; i++)
	usleep (20000), write (ends[1], "x", 1);
      _exit (0);
    }
#pragma omp parallel for num_threads (2)
  for (int i = 0; i < 20; i++)
    load ();
  return 0;
}
END
stands_out waiting prog.c:4 \
  '2 threads .[0-9]+ and [0-9]+ of pid [0-9]+. wait (100|[5-9].) % of their time in load .prog.c:4., in read .prog.c:7.'
hasnt found '^serial'

# One before it.
planted <<'END'
#include <stdio.h>
#include <unistd.h>
static void
load (int from)
{
  char c;
  if (read (from, &c, 1) != 1)
    _exit (1);
}
int
main (void)
{
  FILE *slow = popen ("sleep .5; echo", "r");
  load (fileno (slow));
#pragma omp parallel for num_threads (2)
  for (int i = 0; i < 2; i++)
    usleep (200000);
#pragma omp parallel num_threads (2)
  usleep (1000);
  return 0;
}
END
stands_out serial prog.c:4 'most of it in load'
stands_out waiting prog.c:4 '1 thread .[0-9]+. waits .* in load .prog.c:4., in read .prog.c:7.'
