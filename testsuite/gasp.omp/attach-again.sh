# An OpenMP program is detached from while its threads raise events, and attached to
# again: what they had before is not used any more, and constructs are counted anew.
#
# SPDX-License-Identifier: Apache-2.0

[ -z "$RUNNER" ] || unsupported "libgomp of another machine"
. "$HERE/../lib/attach.sh"
cat > service.c <<'END'
#include <omp.h>
#include <stdio.h>
#include <unistd.h>

static long sum;

__attribute__ ((noinline)) static void
leaf (void)
{
  for (volatile int i = 0; i < 100; i++)
    ;
}

int
main (void)
{
  omp_lock_t lock;
  long turns = 0;
  omp_init_lock (&lock);
  puts ("ready");
  fflush (stdout);
  while (access ("stop", F_OK) != 0)
    {
#pragma omp parallel num_threads (2)
      for (int i = 0; i < 100; i++)
	{
	  omp_set_lock (&lock);
	  sum++;
	  omp_unset_lock (&lock);
#pragma omp task
	  leaf ();
#pragma omp barrier
	}
      turns++;
    }
  puts (sum == 200 * turns ? "right" : "wrong");
  return 0;
}
END
run 0 "$CC" -O1 -fopenmp --profile service.c -o service
# How many locks and tasks there have been, by the record: the sum of a VIEW's COLUMN, where
# the row has NAME.
count ()
{
  "$GASP" report --format=csv "--view=$1" first | tr -d '"' |
    awk -F, -v column="$2" -v name="$3" '
      NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
      NR > 1 && index ($0, name) { n += $at[column] }
      END { print n + 0 }'
}
locks ()
{
  count team-locks taken 'omp lock'
}
tasks ()
{
  count flat calls 'omp task'
}
has_more ()
{
  [ "$(locks)" -gt "$1" ] && [ "$(tasks)" -gt "$2" ]
}
start "$GASP" run -q --exact -o first ./service
runner=$process
process=$(child_of $runner)
wait_until has_more 0 0
for turn in $(seq "$(often 2 5)"); do
  run 0 "$GASP" detach $process
  locks=$(locks)
  tasks=$(tasks)
  attach 0
  wait_until has_more "$locks" "$tasks"
done
run 0 "$GASP" detach $process
process=$runner
finish 0
has process.out '^right$'
[ ! -s process.err ] || fail "$(cat process.err)"
