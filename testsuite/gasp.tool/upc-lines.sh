# Accesses to shared space by line, and by array: static ones by their name,
# others by the place that allocated them, also where another thread did.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/upc-profile.sh"
upc_profile 4
row shared-lines line "$(line_of PUT)" writes 10 bytes_written 40 reads 0 local 0
row shared-lines line "$(line_of MEMPUT)" writes 4 bytes_written 64 reads 0
row shared-lines line "$(line_of MEMSET)" writes 4 bytes_written 200 reads 0
# 10 put, 2 got by three threads.
row shared-arrays array named writes 10 bytes_written 40 reads 6 bytes_read 24 \
  size 256
row shared-arrays array owned reads 4 bytes_read 32 writes 0
row shared-arrays array upc_all_alloc line "$(line_of ALL)" writes 4 \
  bytes_written 64 reads 0 size 256
row shared-arrays array upc_alloc line "$(line_of OWN)" writes 4 \
  bytes_written 200 reads 0
no_row shared-arrays array '(unknown)'
no_row shared-arrays array total
