# The hottest line is named only where code without lines has not more of the time.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
not_emulated "gasp runs programs of this machine"
cat > part.c <<'END'
static volatile long sink;
__attribute__ ((noipa)) void
PART (int n)
{
  for (int i = 0; i < n * 1000000; i++) sink += i;
}
END
cat > main.c <<'END'
extern void with (int n), without (int n);
int main (int argc, char **argv) { with (argc > 1 ? 200 : 10); without (100); return 0; }
END
run 0 "$CC" --profile -O1 -g -DPART=with part.c -c -o with.o
run 0 "$CC" --profile -O1 -g0 -DPART=without part.c -c -o without.o
run 0 "$CC" --profile -O1 -g main.c with.o without.o -o prog
run 0 "$GASP" run -q -o less ./prog
run 0 "$GASP" report less
hasnt out '^  hottest '
run 0 "$GASP" run -q -o more ./prog more
run 0 "$GASP" report more
has out '^  hottest  *part.c:5 in with, '
# It is no larger a part of the time than the function that it is a line of.
line=$(sed -n 's/^  hottest .* in with, \([0-9.]*\) %$/\1/p' out)
function=$(awk '$NF == "part.c:3" && / with / { print $3; exit }' out)
[ "$line" ] && [ "$function" ] || fail "the line or the function is not there"
awk "BEGIN { exit !($line <= $function + 0.05) }" \
  || fail "the line has $line %, its function $function %"
# Beside a line of C++'s library is the program's own one in which that is inlined; and what
# takes most of the time with the library's functions that it calls is named.
cat > own.cc <<'EOF'
#include <algorithm>
#include <numeric>
#include <vector>
static double __attribute__ ((noipa)) dot (const std::vector<double> &a)
{
  return std::inner_product (a.begin (), a.end (), a.begin (), 0.0);
}
static void __attribute__ ((noipa)) order (std::vector<double> &a)
{
  std::stable_sort (a.begin (), a.end ());
}
int main (int argc, char **)
{
  std::vector<double> a (2000);
  double sum = 0;
  for (int i = 0; i < 100000 && argc == 1; i++)
    sum += dot (a);
  for (int i = 0; i < 3000 && argc > 1; i++)
    {
      std::reverse (a.begin (), a.end ());
      a[i % 2000] = i * 7919 % 2003;
      order (a);
    }
  return sum != 0;
}
EOF
run 0 g++ -g -O2 own.cc -o own
run 0 "$GASP" run -q -o dots ./own
run 0 "$GASP" report dots
has out '^  hottest .*/stl_[a-z]*.h:.*; of its own source, own.cc:6 in dot, ([4-9][0-9]\.|100\.)'
run 0 "$GASP" run -q -o sorts ./own sort
run 0 "$GASP" report sorts
has out 'Most time .*in order \(own.cc:8\), with the library functions that it calls: '
