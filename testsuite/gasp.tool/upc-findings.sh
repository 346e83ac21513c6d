# What stands out of UPC programs: who waits for whom and why, locks, reads of single
# elements; nothing of one without a fault.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/profile.sh"
. "$HERE/../lib/findings.sh"
# planted: measures two threads of the program from standard input.
planted ()
{
  cat > prog.upc
  run 0 "$UPCC" -g -O1 -w --profile prog.upc -o prog
  rm -rf profile
  run 0 env UPC_THREADS=2 "$GASP" run -q -o profile ./prog
  findings
}

planted <<'END'
#include <upc.h>
#include <unistd.h>
static void compute (void) { usleep (MYTHREAD == 1 ? 40000 : 5000); }
int
main (void)
{
  for (int i = 0; i < 20; i++)
    {
      compute ();
      upc_barrier;
    }
  return 0;
}
END
stands_out waiting-for-processes prog.upc:10 'upc_barrier \(prog.upc:10\), mostly for thread 1\. .* comes from (usleep \(prog.upc:3\) in compute, called by main, on thread 1|UPC threads that are ready)'

planted <<'END'
#include <upc.h>
#include <unistd.h>
upc_lock_t *lock;
static void
add (void)
{
  upc_lock (lock);
  usleep (3000);
  upc_unlock (lock);
}
int
main (void)
{
  lock = upc_all_lock_alloc ();
  upc_barrier;
  for (int i = 0; i < 30; i++)
    add ();
  return 0;
}
END
stands_out locks prog.upc:7 'wait for locks: most at upc_lock .*allocated \(prog.upc:14\)'
# What is done with the lock is in another table.
run 0 "$GASP" report profile
has out 'report --view=locks,delays'
# What they wait for one another there has this sentence only.
hasnt found '^waiting-for-processes'
# Waits that are passed on count once.
run 0 "$GASP" report --format=csv --view=delays --limit=0 profile
awk -F, '{ gsub (/"/, "") }
  $1 == "table" { for (i = 1; i <= NF; i++) at[$i] = i }
  $1 == "delays" { sum += $at["percent"] }
  END { exit !(sum > 90 && sum < 103) }' out || { cat out; fail "not 100 %"; }

planted <<'END'
#include <upc.h>
shared [40000] int a[40000 * THREADS];
shared double sums[THREADS];
static double
sum_all (void)
{
  double sum = 0;
  for (int i = 0; i < 40000; i++)
    sum += a[(1 - MYTHREAD) * 40000 + i];
  return sum;
}
int
main (void)
{
  for (int i = 0; i < 30; i++)
    sums[MYTHREAD] += sum_all ();
  return 0;
}
END
stands_out single-accesses prog.upc:2 'reading shared memory one element at a time: (≥|>=)?[0-9.]+.* accesses to a .*4 B each; .* upc_memget'
hasnt found 'upc_main'
# All are counted if that is asked for, and with a budget it is said how many are known.
for option in --budget=10% --exact; do
  rm -rf profile
  run 0 env UPC_THREADS=2 "$GASP" run -q $option -o profile ./prog
  findings
  hasnt found 'upc_main'
  stands_out single-accesses prog.upc:2 'reading shared memory one element at a time: (≥|>=)?[0-9.]+.* accesses to a .*4 B each; .* upc_memget'
done
stands_out single-accesses prog.upc:2 'reading shared memory one element at a time: 2.40 M accesses to a .*4 B each; .* upc_memget'

planted <<'END'
#include <upc.h>
static volatile int counter;
static void
compute (void)
{
  for (int i = 0; i < 5000000; i++)
    counter++;
}
int
main (void)
{
  for (int i = 0; i < 20; i++)
    compute ();
  return 0;
}
END
nothing_wrong
stands_out top prog.upc:4 'Most time.* in compute'
