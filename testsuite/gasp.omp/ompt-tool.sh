# gasp run --ompt-tool=FILE runs programs that were never instrumented with a tool
# for OMPT, by either of its interfaces.
#
# SPDX-License-Identifier: Apache-2.0

[ -z "$RUNNER" ] || unsupported "libgomp of another machine"
run 0 $STOCK -O1 -w -shared -fPIC -I"$BUILD/include/omp" "$HERE/check-tool.c" \
  -o check.so
run 0 $STOCK -O1 -w -shared -fPIC -DLOOKS_PER_SECOND=0 \
  -I"$BUILD/include/omp" "$HERE/tr-tool.c" -o tr.so
run 0 $STOCK -O1 -w -fopenmp "$HERE/program.c" -o plain
run 0 "$GASP" run --ompt-tool=check.so ./plain
has out '19999900001'
hasnt out 'wrong:'
has out 'event 32 4: 200003'
run 0 "$GASP" run --ompt-tool="$PWD/tr.so" ./plain
has out '19999900001'
hasnt out 'wrong:'
has out 'event 26: answer 4'
[ ! -e gasp-out ] || fail "a directory was made"

# What cannot be is said before the program starts.
run 2 "$GASP" run --ompt-tool=none.so ./plain
has err 'none.so: No such file'
hasnt out '19999900001'
run 0 $STOCK -O1 -w -fopenmp -static "$HERE/program.c" -o static
run 1 "$GASP" run --ompt-tool=check.so ./static
has err 'is static'
