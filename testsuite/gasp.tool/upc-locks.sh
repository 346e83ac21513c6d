# Locks by place: calls, attempts that failed, and where the lock comes from.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/upc-profile.sh"
upc_profile 4
where="$(pwd)/upc.upc"
row locks event upc_lock line "$(line_of FREE)" calls 1 failed 0
row locks event upc_lock line "$(line_of CONTENDED)" calls 3 failed 0
row locks event upc_lock_attempt line "$(line_of ATTEMPT)" calls 3 failed 3
for mark in FREE CONTENDED ATTEMPT; do
  row locks line "$(line_of $mark)" allocated "upc.upc:$(line_of LOCK)"
done
