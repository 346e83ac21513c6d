# Who read and wrote how much, thread by thread, of a program that is known.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/upc-profile.sh"
upc_profile 4
# To the right neighbour: t + 1 ints; 50 bytes by upc_memset; reads of two
# pointers' worth: what it owns.  To the left one: 16 bytes at once.
row matrix thread 0 peer 1 writes 2 bytes_written 54 reads 1 bytes_read 8
row matrix thread 1 peer 2 writes 3 bytes_written 58 reads 1 bytes_read 8
row matrix thread 2 peer 3 writes 4 bytes_written 62 reads 1 bytes_read 8
# Thread 3's right neighbour is also where the two ints are read.
row matrix thread 3 peer 0 writes 5 bytes_written 66 reads 3 bytes_read 16
row matrix thread 0 peer 3 writes 1 bytes_written 16 reads 0
row matrix thread 1 peer 0 writes 1 bytes_written 16 reads 2 bytes_read 8
row matrix thread 2 peer 1 writes 1 bytes_written 16 reads 0
row matrix thread 2 peer 0 writes 0 reads 2 bytes_read 8
row matrix thread 3 peer 2 writes 1 bytes_written 16 reads 0
[ "$(rows matrix)" = 9 ] || { cat tables.csv; fail "more pairs"; }
row grid thread 2 bytes 94 thread:0 8 thread:1 16 thread:2 0 thread:3 70
