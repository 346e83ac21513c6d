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
# The file's name says what is written, unless there is --format.
run 0 "$GASP" report --output=named.csv profile
run 0 "$GASP" report --format=csv profile
cmp named.csv out || fail "named.csv is not CSV"
run 0 "$GASP" report --output=named.speedscope.json profile
has named.speedscope.json speedscope.app
run 0 "$GASP" report --format=text --output=text.csv profile
hasnt text.csv '^"flat"'
run 0 "$GASP" diff --output=diff.json profile profile
has diff.json '^ *[{]'
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
# What matches nothing may be a mistake.
run 0 "$GASP" report --include='no_such*' profile
has err "include: no function, event or file is like 'no_such\*'"
run 0 "$GASP" report --view=upc profile
has err 'view=upc: nothing of that was recorded'
run 0 "$GASP" report --view=flat --include='*' profile
hasnt err 'nothing|no function'
