# Accesses that are recorded without looking up their positions are counted at the
# same lines below the same callers as those that are not, as in a trace.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/upc-profile.sh"
cat > turns.upc <<'END'
#include <upc.h>
shared int a[THREADS];
shared double b[THREADS];
static int right, sum;

__attribute__ ((noinline)) void
step (int i)
{
  a[right] = i;
  sum += a[right];
  b[right] += i;
}

__attribute__ ((noinline)) void
twice (int i)
{
  step (i);
  step (i);
}

int
main (void)
{
  right = (MYTHREAD + 1) % THREADS;
  for (int i = 0; i < 700; i++)
    {
      step (i);
      twice (i);
      sum += a[right];
    }
  upc_barrier;
  return 0;
}
END
# Lines of the tree, without times: depth, name, line, calls, bytes.
counts ()
{
  rm -rf profile
  run 0 env UPC_THREADS=2 "$GASP" run -q "$@" -o profile ./prog > run.log 2>&1
  "$GASP" report --format=csv --view=tree profile > tree.csv 2> report.log
  tr -d '"' < tree.csv | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
    $1 == "tree" { print $at["depth"], $at["name"], $at["line"], $at["calls"],
		   $at["bytes"] }' | sort
}
run 0 "$UPCC" -O2 --profile turns.upc -o prog
counts > short.txt
counts --trace > long.txt
run 0 diff -u long.txt short.txt
# 700 times in 2 threads, by main itself and twice by twice; 8 bytes of a double.
run 0 grep 'shared read 11 1400 11200$' short.txt
run 0 grep 'shared read 11 2800 22400$' short.txt
