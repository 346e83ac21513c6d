# What gasp itself looks up in a program without instrumentation is not allocated by that.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
not_emulated "gasp runs programs of this machine"
echo 'int main (void) { return 0; }' > prog.c
run 0 "$STOCK" prog.c -o prog
profile 0 --exact ./prog
"$GASP" report --format=csv --view=flat --limit=0 profile > csv
calls=$(figure calls malloc)
[ "$calls" = none ] || [ "$calls" -le 1 ] || { cat csv; fail "malloc was called $calls times"; }
