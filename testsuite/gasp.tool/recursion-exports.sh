# Formats that write each call path as a whole do not grow with the square of the depth:
# recursion is merged below a depth, which is said, and no time or call is lost.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/profile.sh"
cat > prog.c <<'END'
#include <stdlib.h>
volatile int sink;
__attribute__ ((noipa)) static int
down (int n)
{
  int result = n ? down (n - 1) + 1 : 0;
  sink = result;
  return result;
}
int main (int argc, char **argv) { return down (atoi (argv[1])) < 0; }
END
run 0 "$CC" -g -O1 --profile -fno-optimize-sibling-calls prog.c -o prog
run 0 "$GASP" run -q --trace -o deep ./prog 30000
run 0 "$GASP" run -q -o flat ./prog 100

# size FORMAT: that of the report in it, in KB; written with 400 MB of memory.
size ()
{
  rm -rf "written.$1"
  (ulimit -v 400000; "$GASP" report --format="$1" -o "written.$1" deep) 2> err \
    || fail "$1: $(cat err)"
  du -sk "written.$1" | cut -f1
}
for format in folded speedscope pprof; do
  kb=$(size $format)
  [ "$kb" -lt 1000 ] || fail "$format: $kb KB"
  has err 'more than 500 deep: recursion below that is merged'
done
[ "$(size tau)" -lt 20000 ] || fail "tau: $(du -sk written.tau)"
has err 'paths of more than 500 calls are left out'
for format in json csv html text callgrind messages; do
  kb=$(size $format)
  [ "$kb" -lt 40000 ] || fail "$format: $kb KB"
  hasnt err 'merged'
done

# All of the time is there.
run 0 "$GASP" report --format=csv --view=flat deep
tr -d '"' < out | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
  { all += $column["self"] } END { printf "%d\n", all / 1000 }' > table
awk '{ all += $NF } END { printf "%d\n", all / 1000 }' written.folded > folded
[ $(($(cat table) - $(cat folded))) -le 20 ] && [ $(($(cat folded) - $(cat table))) -le 20 ] \
  || fail "$(cat folded) us are in folded, not $(cat table)"

# Traces have an entry for each call.
for format in text html perfetto; do
  (ulimit -v 400000; "$GASP" trace -f $format -o written.trace deep) 2> err \
    || fail "$format: $(cat err)"
  [ "$(du -sk written.trace | cut -f1)" -lt 20000 ] || fail "$format: $(du -sk written.trace)"
done

# Nothing is merged, or said, of other programs.
run 0 "$GASP" report --format=folded flat
hasnt err 'merged'
