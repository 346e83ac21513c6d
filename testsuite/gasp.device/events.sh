# What a tool written from OpenMP 5.2 alone is told of a GPU is what the program asks for:
# bytes of copies, and how many kernels.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/gpu.sh"
OMP=$SOURCE/testsuite/gasp.omp
run 0 $STOCK -O1 -w $FOR_GPU "$OMP/device-program.c" -o prog
run 0 $STOCK -O1 -w -shared -fPIC -I"$BUILD/include/omp" "$OMP/device-tool.c" -o tool.so
run 0 "$GASP" run --ompt-tool=./tool.so ./prog
hasnt out 'wrong:'
has out '^6 3$'
has out "^the host is $GPUS\$"
# lines N REGEXP: that many lines of out match.
lines ()
{
  found=$(grep -c -e "$2" out) || true
  [ "$found" = "$1" ] || fail "$found lines, not $1, with $2"
}
lines 12 "^op 2 end $GPUS -> [0-9]* 800000\$"
lines 8 "^op 3 end [0-9]* -> $GPUS 800000\$"
lines 7 '^submit begin on'
lines 7 '^submit end on'
lines 1 '^submit end on .* teams 7$'
lines "$(grep -c '^op . begin' out)" '^op . end'
# The program's own calls.
has out "^op 2 end $GPUS -> [0-9]* 100\$"
has out "^op 3 end [0-9]* -> $GPUS 10\$"
has out '^end$'
