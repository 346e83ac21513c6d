# Comparing runs: a regression is found by name, none where there is none.
#
# SPDX-License-Identifier: Apache-2.0

# timeout: 600
# check-all: it waits until nothing else has run for a while
. "$HERE/../lib/profile.sh"
cat > prog.c <<'EOT'
#include <stdlib.h>
#define KEEP __attribute__ ((noipa))
#define WORK 10000000
#ifndef PLANTED
#define PLANTED 1
#else
/* Lines move.  */

#endif
volatile int sink;
KEEP void spin (int n) { for (int i = 0; i < n; i++) sink = i; }
KEEP void steady (void) { spin (WORK); }
KEEP void regressed (void) { for (int i = 0; i < PLANTED * WORK; i++) sink = i; }
KEEP void *keep (void) { return malloc (1000 * PLANTED); }
int main (void)
{
  for (int i = 0; i < 4; i++) { steady (); regressed (); free (keep ()); }
  return 0;
}
EOT
run 0 "$CC" -g -O1 --profile prog.c -o old
mkdir elsewhere
sed 's,^#include,/* Another build. */\n&,' prog.c > elsewhere/prog.c
run 0 "$CC" -g -O1 --profile -DPLANTED=20 elsewhere/prog.c -o new
# What runs of equal builds differ by says something only where nothing else has run
# for a while: not the tests before this one either.
turns=0
until awk '{ exit !($1 <= 0.5) }' /proc/loadavg; do
  turns=$((turns + 1))
  [ $turns -lt 240 ] || unsupported "the machine is not idle"
  sleep 1
done
# Other machines on the same processor do not show in the load: what a run takes by
# the clock tells of them.
times_differ ()
{
  ./old
  for i in 1 2 3 4 5; do
    begin=$(date +%s%N)
    ./old > /dev/null
    echo $(($(date +%s%N) - begin))
  done | sort -n | awk 'NR == 1 { least = $1 } { most = $1 }
    END { exit !(most > 2 * least) }'
}
times_differ && unsupported "the processor is shared"
for i in 1 2 3 4 5 6; do
  for build in old new; do
    recorded 0 ./$build
    mv profile $build.$i
  done
done
awk -v n="$(nproc)" '{ exit !($1 > 2 * n) }' /proc/loadavg \
  && unsupported "the machine is busy"
times_differ && unsupported "the processor is shared"
run 0 "$GASP" diff old.? vs new.?
has out '^more +self .* regressed '
has out '^more +total .* regressed '
hasnt out '^(more|less) .* (steady|spin) +(elsewhere|prog)'
# The other way round.
run 0 "$GASP" diff --format=csv new.? vs old.?
awk -F, '$1 == "\"changed-functions\"" && $2 == "\"less\"" && /"self"/ && /"regressed"/ { found = 1 }
  END { exit !found }' out || { cat out; fail "no less"; }
# Between equal builds, nothing, in twenty tries.
tries=0
for a in 1 2 3 4; do
  for b in 4 5 6 1 2; do
    [ $a != $b ] || b=3
    c=$((a % 6 + 1)) d=$((b % 6 + 1))
    run 0 "$GASP" diff --fail-if='self:*>0%' old.$a old.$c vs old.$b old.$d
    hasnt out '^(more|less) '
    tries=$((tries + 1))
  done
done
[ $tries = 20 ] || fail "$tries tries"
run 3 "$GASP" diff --fail-if='self:regressed>50%' old.? vs new.?
has err 'self of regressed: .* was .*\(\+'
run 3 "$GASP" diff --fail-if='processor>5%' old.? vs new.?
run 3 "$GASP" diff --fail-if='processor<-5%' new.? vs old.?
run 0 "$GASP" diff --fail-if='processor>5%' new.? vs old.?
