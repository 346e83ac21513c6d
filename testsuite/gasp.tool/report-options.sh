# Sorting, limits, filters, single threads; bad options.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
example
profile 3 ./prog threads
run 0 "$GASP" report --format=csv --sort=calls --limit=1 profile
count 2 out '.'
has out 'int leaf\(int\)'
run 0 "$GASP" report --format=csv --exclude='*leaf*' profile
hasnt out 'leaf'
run 0 "$GASP" report --format=csv --include='*leaf*' profile
has out leaf
hasnt out 'node'
run 0 "$GASP" report --view=threads --format=csv profile
count 3 out '^"threads"'
run 2 "$GASP" report --sort=nonsense profile
has err 'nonsense'
run 2 "$GASP" report --format=xml profile
has err 'text.*json.*csv.*html'
run - "$GASP" report /nonexistent
has err '/nonexistent'
mkdir empty
run - "$GASP" report empty
has err 'empty'
run - "$GASP" nonsense
has err 'nonsense'
