# Functions that are called seldom are kept: what they take with all that they call is known,
# however much was spent on others, and on themselves as paths were new.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
not_emulated "it takes long"
cat > prog.c <<'END'
#include <stdlib.h>
#define OFTEN(n) \
  __attribute__ ((noipa)) static int often_##n (int i) { return i + n; }
OFTEN (1) OFTEN (2) OFTEN (3) OFTEN (4) OFTEN (5) OFTEN (6) OFTEN (7) OFTEN (8)
__attribute__ ((noipa)) static int allocate (int i)
{
  char *volatile block = malloc (i & 63 | 8);
  free (block);
  return 0;
}
#define SELDOM(n, inner)						\
  __attribute__ ((noipa)) static int seldom_##n (int i)			\
  {									\
    int sum = 0;							\
    for (int j = 0; j < 300; j++)					\
      sum += often_1 (j) + often_2 (j) + often_3 (j) + often_4 (j)	\
	     + often_5 (j) + often_6 (j) + often_7 (j) + often_8 (j)	\
	     + allocate (j) + allocate (i) + allocate (sum);						\
    return sum + inner;							\
  }
SELDOM (1, 0) SELDOM (2, seldom_1 (i)) SELDOM (3, seldom_2 (i) + seldom_1 (i))
SELDOM (4, seldom_3 (i) + seldom_2 (i)) SELDOM (5, seldom_4 (i) + seldom_3 (i))
SELDOM (6, seldom_5 (i) + seldom_4 (i)) SELDOM (7, seldom_6 (i) + seldom_5 (i))
SELDOM (8, seldom_7 (i) + seldom_6 (i)) SELDOM (9, seldom_8 (i) + seldom_7 (i))
int main (void)
{
  int sum = 0;
  for (int i = 0; i < 250; i++)
    sum += seldom_9 (i);
  return !sum;
}
END
run 0 "$CC" -g -O2 --profile -finstrument-gasp-functions=emitted prog.c -o prog
run 0 "$GASP" run -q -o profile ./prog
run 0 "$GASP" report --format=csv --view=flat --limit=0 profile
rows '$1 == "flat" && $at["name"] ~ /^seldom_[1-9]$/ {
    n++
    calls += $at["calls"]
    if ($at["calls_at_least"]) { print "cut:", $at["name"], $at["calls"]; bad = 1 }
  }
  $1 == "flat" && $at["name"] == "often_1" && $at["calls"] > 1000000 { print "kept"; bad = 1 }
  END { exit bad || n != 9 || calls != 250 * 88 }' out || fail "functions called seldom are lost"
