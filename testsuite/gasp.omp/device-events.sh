# What devices are asked for is in the profile, below its construct, with its bytes.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/devices.sh"
run 0 "$CC" -g -O1 -w --profile $FOR_DEVICES "$HERE/device-program.c" -o prog
run 0 "$GASP" run -q -o profile ./prog
has out '^12 3$'
run 0 "$GASP" report --view=tree --format=csv --limit=0 profile
sed -n 's/"//g; 1p; /^tree,/p' out > tree.csv
column () { head -1 tree.csv | tr ',' '\n' | grep -nx "$1" | cut -d: -f1; }
# is EVENT LINE "CALLS BYTES": those of the nodes of EVENT at LINE.
is ()
{
  found=$(awk -F, -v n="$(column name)" -v l="$(column line)" -v c="$(column calls)" \
    -v b="$(column bytes)" -v event="$1" -v line="$2" \
    '$n == event && $l == line { print $c, $b }' tree.csv)
  [ "$found" = "$3" ] || fail "$1 at line $2: $found"
}
loop=$(grep -n 'map (tofrom: a) map (to: b)$' "$HERE/device-program.c" | cut -d: -f1)
is 'omp target' $loop '5 0'
is 'omp kernel' $loop '5 0'
is 'omp unchanged copy to device' $loop '4 3200000'
is 'omp copy from device' $loop '5 4000000'
is 'omp device start-up' $loop '1 0'
is 'omp device code loaded' $loop '1 0'
alloc=$(grep -n 'omp_target_alloc' "$HERE/device-program.c" | cut -d: -f1)
is 'omp device memory allocated' $alloc '1 5000'
is 'omp copy to device' $((alloc + 1)) '1 100'
is 'omp copy within devices' $((alloc + 2)) '1 10'
