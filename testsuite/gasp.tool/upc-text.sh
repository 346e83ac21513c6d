# In the text report, who moved how much is a table of threads by threads.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/upc-profile.sh"
upc_profile 4
run 0 "$GASP" report profile
has out '^Bytes moved between UPC threads'
has out '^thread +all +0 +1 +2 +3'
has out '^ +2 +94 B +8 B +16 B +0 +70 B'
has out '^Accesses to shared space by array'
has out 'upc_all_alloc +upc\.upc:'
has out '^thread +for others +mostly for +the rest +time +calls'
has out '^Locks'
has out '^Functions by UPC thread'

# In narrow lines, threads that no column is left for are added up.
run 0 env COLUMNS=80 "$GASP" report --view=grid profile
has out '^thread +all +0 +1 +others$'
has out '^ +2 +94 B +8 B +16 B +70 B$'
