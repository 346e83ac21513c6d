# Functions that call each other and are all switched off: each has what it calls, in the
# library, too.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
not_emulated "it takes long"
case $MACHINE in x86_64*) ;; *) unsupported "the stack is read on x86-64 only" ;; esac
cat > prog.c <<'END'
#include <stdlib.h>
#include <string.h>
static char text[400], copy[400];
__attribute__ ((noipa)) static long work (int n)
{
  long sum = n;
  for (volatile int i = 0; i < 800; i++)
    sum += i;
  return sum;
}
__attribute__ ((noipa)) static long inner (int n)
{
  return work (n) + work (n + 1);
}
__attribute__ ((noipa)) static long copying (int n)
{
  memcpy (copy, text, 300 + n % 100);
  qsort (copy, 40, 1, (int (*) (const void *, const void *)) strcmp);
  return copy[n % 300];
}
__attribute__ ((noipa)) static long middle (int n)
{
  return inner (n) + copying (n) + 1;
}
__attribute__ ((noipa)) static long outer (int n)
{
  return middle (n) + 1;
}
int main (void)
{
  long sum = 0;
  for (int i = 0; i < 150000; i++)
    sum += outer (i);
  return !sum;
}
END
run 0 "$CC" -g -O2 --profile -finstrument-gasp-functions=emitted prog.c -o prog
run 0 "$GASP" run -q --budget=1% -o profile ./prog
run 0 "$GASP" report --format=csv --view=tree --limit=0 profile
rows '$1 == "tree" {
    id = $at["id"]; name[id] = $at["name"]; parent[id] = $at["parent"]
    total[name[id]] += $at["total"]
    path = name[parent[id]] " " name[id]
    below[path] += $at["total"]
  }
  END {
    whole = total["main"]
    print whole, total["outer"], total["middle"], total["inner"], total["copying"],
	  below["inner work"], below["middle copying"]
    ok = (whole && total["outer"] > .8 * whole && total["middle"] > .8 * whole \
	   && below["middle inner"] > .8 * total["inner"] \
	   && below["inner work"] > .8 * total["work"] && total["work"] > .05 * whole \
	   && below["middle copying"] > .8 * total["copying"] \
	   && total["copying"] > .05 * whole \
	   && total["inner"] + total["copying"] > .8 * whole)
    exit !ok
  }' out || fail "not below who called"
