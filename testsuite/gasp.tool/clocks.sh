# Every clock that gasp list clocks names.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
example
run 0 "$GASP" list clocks
cp out clocks
[ "$(wc -l < clocks)" -ge 5 ] || fail "few clocks"
while read clock rest; do
  rm -rf profile
  got=0
  "$GASP" run -q --clock=$clock -o profile ./prog > out 2> err < /dev/null || got=$?
  [ $got = 3 ] || fail "$clock: status $got"
  "$GASP" report --format=csv --view=flat profile > csv
  calls 3000 'int leaf(int)'
  "$GASP" report profile | grep -q "clock $clock" || grep -q "$clock" err || fail "$clock is not named"
done < clocks
