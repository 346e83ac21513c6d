# CSV: as many fields in each line as in the first.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
example
profile 3 ./prog
for view in flat tree lines memory events threads; do
  run 0 "$GASP" report --format=csv --view=$view profile
  sed 's/^"table"/table/; s/"[^"]*"/x/g' out | awk -F, '
    $0 == "" { n = 0; next }
    n == 0 || $1 == "table" { n = NF }
    NF != n { print "line " NR ": " NF " fields, not " n; bad = 1 }
    END { exit bad }' || { cat out; fail "$view"; }
done
