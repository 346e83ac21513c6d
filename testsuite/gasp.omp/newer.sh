# Constructs that GCC has got since 12: the program computes what it does without a
# tool, begins and ends pair, and each construct has its events.
#
# SPDX-License-Identifier: Apache-2.0

# timeout: 300
[ -z "$RUNNER" ] || unsupported "libgomp of another machine"
run 0 $STOCK -O1 -Wall -Wextra -Wno-unused-value -shared -fPIC \
  -I"$BUILD/include/omp" "$HERE/check-tool.c" -o check.so

# try CONSTRUCT VALUE EVENT...: in C and in C++, as far as the compiler knows it.
tried=0
try ()
{
  construct=$1 value=$2
  shift 2
  for language in c c++; do
    case $language in c) stock=$STOCK ours=$CC;; *) stock=$STOCKXX ours=$CXX
    esac
    $stock -x $language -fopenmp -Werror=unknown-pragmas -D$construct \
      "$HERE/newer.c" -o stock 2> /dev/null || continue
    tried=$((tried + 1))
    for level in -O0 -O2; do
      run 0 "$ours" -x $language $level -finstrument-gasp -fopenmp -w \
	-D$construct "$HERE/newer.c" -o prog
      run 0 ./prog
      has out "value $value"
      OMP_TOOL_LIBRARIES=$PWD/check.so run 0 ./prog
      has out "value $value"
      hasnt out 'wrong:'
      for line in 'event 7 2: 2' 'left: 0 threads, 0 regions, 0 tasks' "$@"; do
	has out "$line"
      done
    done
  done
}

# Events: 20 is work, of kind 4 (single), 8 (scope) or 10 (static loop); 21 is
# masked; 5 0 are tasks, 5 1 those that only wait.
try SCOPE 14 'event 20 8: 2'
try MASKED 1
try LOOP 15 'event 20 10: 2'
try TASKWAIT_NOWAIT 2 'event 5 0: 2' 'event 5 1: 1'
try IMPERFECT 72 'event 20 10: 2'
try TILE 609 'event 20 10: 4'
try METADIRECTIVE 10 'event 20 10: 2'
try DISPATCH 111 'event 5 0: 1'
try INTEROP 1 'event 20 4: 1'
try ALLOCATE 11 'event 20 10: 2'
[ $tried -gt 0 ] || unsupported "a compiler without any of these constructs"
echo "$tried programs"
