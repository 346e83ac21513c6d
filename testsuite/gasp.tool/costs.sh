# What recording a call costs, which the record says, is taken out of times:
# of one that is timed, a part within what was measured, a part outside; of
# functions and of allocation events.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
cat > prog.c <<'END'
#include <stdlib.h>
#define OUT __attribute__ ((noipa))
OUT int leaf (int n) { for (volatile int i = 0; i < n; i++); return n; }
OUT int caller (void) { int sum = 0; for (volatile int i = 0; i < 100000; i++); for (int i = 0; i < 50; i++) sum += leaf (1000); return sum; }
OUT int allocator (void) { for (volatile int i = 0; i < 500000; i++); for (int i = 0; i < 50; i++) free (malloc (10)); return 1; }
int main (void) { return caller () + caller () + allocator () == 0; }
END
cat > set-costs.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include "tool/record.h"
/* FILE WITHIN OUTSIDE COUNTED, and of allocations WITHIN OUTSIDE COUNTED: in
   ns.  */
int main (int argc, char **argv)
{
  struct gasp_record_header h;
  FILE *f = fopen (argv[1], "r+");
  if (argc != 8 || !f || fread (&h, sizeof h, 1, f) != 1)
    return 1;
  double costs[6];
  for (int i = 0; i < 6; i++)
    costs[i] = atof (argv[i + 2]) / h.ns_per_tick;
  h.costs = (struct gasp_record_costs) { costs[0], costs[1], costs[2] };
  h.allocation_costs
    = (struct gasp_record_costs) { costs[3], costs[4], costs[5] };
  rewind (f);
  return fwrite (&h, sizeof h, 1, f) != 1 || fclose (f);
}
END
run 0 gcc -I"$SOURCE/libgasp" set-costs.c -o set-costs
run 0 "$CC" -O1 -finstrument-gasp-functions=emitted prog.c -o prog

# read_times OPTION...: the self and total times that the report has.
read_times ()
{
  run 0 "$GASP" report --format=csv --view=flat --output=csv "$@" profile
  leaf=$(figure total 'int leaf(int)')
  caller_self=$(figure self 'int caller(void)')
  caller=$(figure total 'int caller(void)')
  allocator=$(figure total 'int allocator(void)')
  allocator_self=$(figure self 'int allocator(void)')
  main=$(figure total 'int main(void)')
}

# is WHAT NOW BEFORE LESS: NOW is BEFORE - LESS, to a nanosecond or two.
is ()
{
  off=$(($2 - $3 + $4))
  [ $off -ge -3 ] && [ $off -le 3 ] || fail "$1: $2, not $3 - $4"
}

# Costs of 10 us are not believed, and a leaf that had to wait may take that.
for i in $(seq 20); do
  rm -rf profile
  run 0 "$GASP" run -q --timing=all -o profile ./prog
  run 0 ./set-costs profile/*.gasp 100 70 3 5 1000 2
  read_times --with-costs
  [ $leaf -ge 600000 ] || break
done
leaf_0=$leaf caller_self_0=$caller_self caller_0=$caller main_0=$main
allocator_0=$allocator allocator_self_0=$allocator_self
read_times
# 100 calls of leaf, 2 of caller, 1 of main and allocator, 100 allocations and
# frees, all timed.  The functions take so long that nothing is within.
is leaf $leaf $leaf_0 0
is 'caller itself' $caller_self $caller_self_0 $((100 * 70))
is caller $caller $caller_0 $((100 * 70))
is 'allocator itself' $allocator_self $allocator_self_0 $((100 * 1000))
is allocator $allocator $allocator_0 $((100 * 1005))
is main $main $main_0 $((3 * 70 + 100 * 70 + 100 * 1005))
run 0 "$GASP" report profile
has out 'without what recording took: up to 170 ns a call that was timed, 3 ns'

# All of it is in a call that takes no longer, and half of that in one that takes
# half as long again.
within=$((leaf_0 * 3 / 2 / 100))
run 0 ./set-costs profile/*.gasp $within 70 3 0 0 0
read_times
[ $leaf -le 100 ] || fail "leaf: $leaf, though nothing is left of $leaf_0"
within=$((leaf_0 * 2 / 3 / 100))
run 0 ./set-costs profile/*.gasp $within 70 3 0 0 0
read_times
half=$((leaf_0 - within * 100 / 2)) off=$((leaf - half))
[ ${off#-} -le $((leaf_0 / 50)) ] || fail "leaf: $leaf, not about $half"

# What makes no sense is left alone.
run 0 ./set-costs profile/*.gasp nan -5 1e9 nan -5 1e9
read_times
is leaf $leaf $leaf_0 0
is main $main $main_0 0

# The processor may have been slower when costs were found out: they are made
# smaller, to a third at most, where enough calls took less than that.  Here,
# too, six times a call's time must be less than 10 us.
cat > often.c <<'END'
#define OUT __attribute__ ((noipa))
OUT int leaf (int n) { for (volatile int i = 0; i < n; i++); return n; }
OUT int caller (void) { int sum = 0; for (volatile int i = 0; i < 1000000; i++); for (int i = 0; i < 2000; i++) sum += leaf (100); return sum; }
int main (void) { return caller () == 0; }
END
run 0 "$CC" -O1 -finstrument-gasp-functions=emitted often.c -o often
for i in $(seq 20); do
  rm -rf profile
  run 0 "$GASP" run -q --timing=all -o profile ./often
  read_times --with-costs
  mean=$((leaf / 2000))
  [ $((6 * mean)) -ge 9000 ] || break
done
leaf_0=$leaf caller_self_0=$caller_self
run 0 ./set-costs profile/*.gasp $((2 * mean)) 100 0 0 0 0
read_times
[ $leaf -le $((leaf_0 / 100)) ] || fail "leaf: $leaf, though costs are as large"
outside=$((2000 * 100 * leaf_0 / (2000 * 2 * mean)))
off=$((caller_self - caller_self_0 + outside))
[ ${off#-} -le 1000 ] || fail "caller: $caller_self, not $caller_self_0 - $outside"
run 0 ./set-costs profile/*.gasp $((6 * mean)) 90 0 0 0 0
read_times
off=$((caller_self - caller_self_0 + 2000 * 30))
[ ${off#-} -le 1000 ] || fail "caller: $caller_self, not $caller_self_0 - 60000"
