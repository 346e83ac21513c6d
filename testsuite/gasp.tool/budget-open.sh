# A function that is still in its call when it is switched off calls another: that is
# not counted twice, in it and beside it.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
not_emulated "it takes long"
cat > prog.c <<'END'
#include <time.h>
__attribute__ ((noipa)) static void fresh (void)
{
  struct timespec t;
  clock_t until = clock () + CLOCKS_PER_SEC / 5;
  while (clock () < until)
    clock_gettime (CLOCK_MONOTONIC, &t);
}
__attribute__ ((noipa)) static void outer (int level)
{
  if (level)
    return;
  for (int i = 0; i < 5000000; i++)
    outer (1);
  fresh ();
  __asm__ ("");
}
int main (void)
{
  outer (0);
  return 0;
}
END
run 0 "$CC" -g -O1 --profile prog.c -o prog
run 0 "$GASP" run -q --budget=2% -o profile ./prog
run 0 "$GASP" report --format=csv --view=tree,processes profile
awk -F, '{ gsub (/"/, "") }
  $1 == "table" { for (i = 1; i <= NF; i++) at[$i] = i }
  $1 == "tree" { self += $at["self"] }
  $1 == "processes" { time = $at["duration"] }
  END { print self, time; exit !(self > 0 && self < 1.02 * time) }' out \
  || fail "more than the process took"
run 0 "$GASP" report --format=csv --view=tree profile
awk -F, '{ gsub (/"/, "") }
  $1 == "table" { for (i = 1; i <= NF; i++) at[$i] = i }
  $1 == "tree" { name[$at["id"]] = $at["name"] }
  $1 == "tree" && $at["name"] == "fresh" && name[$at["parent"]] == "outer" { found = 1 }
  END { exit !found }' out || fail "not below its caller"
