# A counter that does not exist: one line, PAPI's reason, and the profile of time.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
"$GASP" doctor | grep -q 'PAPI [0-9]' || unsupported "built without PAPI"
example
run 3 "$GASP" run -q -o profile --counters=PAPI_NO_SUCH ./prog
has out '^output$'
count 1 err 'PAPI_NO_SUCH'
has err 'gasp list counters'
"$GASP" report --format=csv --view=flat profile > csv
calls 3000 'int leaf(int)'
