# Barriers are counted by thread and place, and most of the time of those that
# come early is waiting for the slowest, who does not wait.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/upc-profile.sh"
upc_profile 3
for thread in 0 1 2; do
  for mark in FIRST SLOW; do
    row barriers thread $thread line "$(line_of $mark)" calls 1 \
      event upc_barrier waiting_known 1 waiting_estimated 0
  done
  row barriers thread $thread line "$(line_of SPLIT)" calls 1 event upc_wait
done
for mark in SLOW SPLIT; do
  row barriers thread 2 line "$(line_of $mark)" waiting 0
  no_row barriers thread 0 line "$(line_of $mark)" waiting 0
done
# What is waited and the rest are all.
awk -F, 'NR > 1 { gsub (/"/, "")
	 if ($1 == "barriers" && ($3 + $5 - $6 > 2 || $6 - $3 - $5 > 2)) exit 1 }' tables.csv \
  || { cat tables.csv; fail "parts of times"; }
