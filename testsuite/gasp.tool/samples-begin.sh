# All of a thread's time is in its functions: beginning to take samples is before it.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
not_emulated "gasp runs programs of this machine"
cat > prog.c <<'END_OF_C'
static volatile double x;
int main (void) { for (int i = 0; i < 1000000; i++) x += i; return 0; }
END_OF_C
run 0 "$CC" -O1 --profile prog.c -o prog

# The thread may lose its processor just then: the least of some runs.
for turn in 1 2 3 4 5; do
  profile 0 --sample=time ./prog
  "$GASP" report --format=csv --view=threads profile > threads
  whole=$(awk -F, '{ gsub (/"/, "") }
    $1 == "table" { for (i = 1; i <= NF; i++) at[$i] = i }
    $1 == "threads" { print $at["duration"] }' threads)
  echo $((whole - $(figure total "(outside of instrumented functions)"))) >> lost
done
least=$(sort -n lost | head -1)
[ "$least" -le 20000 ] || { cat lost; fail "$least ns are in no function"; }

# Nor is what the recorder looks for as it begins a program's.
run 0 "$GASP" run -q -o short \
  sh -c 'i=0; while [ $i -lt 40 ]; do /bin/true; i=$((i + 1)); done'
run 0 "$GASP" report --view=flat --limit=0 short
hasnt out ' _dl_addr'
