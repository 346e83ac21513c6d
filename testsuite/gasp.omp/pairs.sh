# All begins have their ends, and each construct its events: with the library
# linked, preloaded, and with either kind of binding.
#
# SPDX-License-Identifier: Apache-2.0

# timeout: 300
[ -z "$RUNNER" ] || unsupported "libgomp of another machine"
run 0 $STOCK -O1 -Wall -Wextra -Wno-unused-value -shared -fPIC \
  -I"$BUILD/include/omp" "$HERE/check-tool.c" -o check.so
tool=$PWD/check.so

check ()
{
  hasnt out 'wrong:'
  hasnt out 'event 16 3:'
  has out '19999900001'
  has out 'left: 0 threads, 0 regions, 0 tasks'
  for line in 'event 16 8: 14' 'event 20 2: 2' 'event 20 3: 2' \
    'event 20 4: 2' 'event 20 7: 2' 'event 32 2: 2' 'event 32 4: 200003' \
    'event 27 1: 2' 'event 17 1: 2' 'event 27 3: 2' 'event 28 1: 2' \
    'event 28 2: 2' 'event 17 3: 2' 'event 27 5: 4' 'event 17 5: 4' \
    'event 27 7: 4' 'event 18 1: 1' 'event 18 2: 16' 'event 33 1: 1'; do
    has out "$line"
  done
}

for flags in '-O0' '-O2 -Wl,-z,now' '-O2 -Wl,-z,lazy' '-O2 -fno-plt' \
	     '-O1 -no-pie -Wl,-z,lazy'; do
  run 0 $STOCK $flags -w -fopenmp "$HERE/program.c" -o stock
  export LD_PRELOAD="$BUILD/lib/libgasp-omp.so.1" OMP_TOOL_LIBRARIES=$tool
  run 0 ./stock
  unset LD_PRELOAD OMP_TOOL_LIBRARIES
  check
  run 0 "$CC" $flags -w -fopenmp "$HERE/program.c" -o linked
  run 0 ./linked
  hasnt out 'event'
  OMP_TOOL_LIBRARIES=$tool OMP_TOOL=disabled run 0 ./linked
  hasnt out 'event'
  OMP_TOOL_LIBRARIES=$tool run 0 ./linked
  check
done
