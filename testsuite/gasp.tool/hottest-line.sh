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
