# kill -9 leaves a profile, with the calls made.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
example
run 137 "$GASP" run -q -o profile ./prog kill
run 0 "$GASP" report --format=csv --view=flat profile
cp out csv
calls 3000 'int leaf(int)'
calls 3 'int node(int)'
run 0 "$GASP" report profile
has out '(SIGKILL|signal 9|[Kk]illed)'

# The second record has more than $1 leaves.
has_leaves ()
{
  "$GASP" report --format=csv --view=flat second > csv
  [ "$(figure calls 'int leaf(int)')" -gt "$1" ]
}

# Also from outside, in the middle of things, and while it runs.
LD_PRELOAD=$BUILD/lib/libgasptool.so
case $LD_PRELOAD in *' '*) unset LD_PRELOAD; exit 0 ;; esac
export LD_PRELOAD
GASP_OUTPUT=$PWD/second
export GASP_OUTPUT
./prog spin > spin.out 2> spin.err &
pid=$!
unset LD_PRELOAD
wait_until grep -q errors spin.err
wait_until has_leaves 3000
kill -9 $pid
wait $pid 2> wait.err || :
has_leaves 3000 || fail "after kill"
run 0 "$GASP" report --format=json second
valid_json out
