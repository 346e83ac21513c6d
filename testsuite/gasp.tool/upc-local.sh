# With --profile-local, accesses to the thread's own part are in the diagonal of
# the matrix, and apart in the other tables.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/upc-profile.sh"
upc_profile 2 --profile-local
row matrix thread 0 peer 0 reads 2 bytes_read 8 writes 1 bytes_written 8
row shared-arrays array named local 2 reads 2 writes 3
row shared-arrays array owned local 2 reads 2
