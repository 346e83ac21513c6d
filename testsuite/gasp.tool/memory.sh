# What was not freed, with its line; live and peak bytes.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
example
line=$(grep -n LEAK sample.c | cut -d: -f1)
profile 3 ./prog
run 0 "$GASP" report --view=memory profile
has out "sample\.c:$line .*keep"
hasnt out 'not freed.*77 B'
has out '4\.22 KiB in 1 block not freed'
# With the buffer of standard output, which the C library allocates and keeps.
has out 'peak 8\.22 KiB in 2 blocks'
