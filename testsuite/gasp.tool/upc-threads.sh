# UPC threads are columns of a table of functions, and ranks of processes.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/upc-profile.sh"
upc_profile 3
head -1 tables.csv > /dev/null
grep '^"table","self","most","most_thread","function","name","location","thread:0","thread:1","thread:2"$' tables.csv \
  || { cat tables.csv; fail "columns"; }
[ "$(rows functions-by-thread function 'int main()')" = 1 ] \
  || [ "$(rows functions-by-thread function 'int main(void)')" = 1 ] \
  || { cat tables.csv; fail "no main"; }
row functions-by-thread function upc_lock_attempt thread:0 0
run 0 "$GASP" report --format=csv --view=processes --output=tables.csv profile
for rank in 0 1 2; do row processes rank $rank threads 1; done
run 0 "$GASP" report --format=csv --process=1 --view=processes \
  --output=tables.csv profile
[ "$(rows processes)" = 1 ] || fail "not one process of rank 1"
