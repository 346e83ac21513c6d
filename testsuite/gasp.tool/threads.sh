# Each thread has its own figures, and they add up.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
example
profile 3 ./prog threads
calls 5 'int node(int)'
calls 3700 'int leaf(int)'
calls 2 'void *thread(void *)'
run 0 "$GASP" report --format=csv --view=flat --thread=1 profile
cp out csv
one=$(figure calls 'int leaf(int)')
run 0 "$GASP" report --format=csv --view=flat --thread=2 profile
cp out csv
two=$(figure calls 'int leaf(int)')
[ $((one + two)) = 700 ] || fail "threads 1 and 2: $one and $two"
