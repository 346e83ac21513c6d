# Two processes: a file each, joined by the report.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
example
profile 3 ./prog fork
[ "$(ls profile/*.gasp | wc -l)" = 2 ] || fail "$(ls profile)"
calls 3050 'int leaf(int)'
calls 4 'int node(int)'
run 0 "$GASP" report profile
has out 'exit status 3'
has out 'exit status 4'
