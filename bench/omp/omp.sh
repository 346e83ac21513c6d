#!/bin/sh
# omp.sh - what OMPT costs on GCC's libgomp.
#
# SPDX-License-Identifier: Apache-2.0
#
# usage: omp.sh BUILD RUNS
#
# Nanoseconds for a construct, the least of RUNS turns: by GCC itself; built by
# gaspcc, without a tool; with a tool that asks for all events and does nothing;
# and under gasp run.  On one thread, and on two where there are processors.  Then
# constructs for which threads contend, and short parallel regions, also with a budget,
# on as many threads as there are processors; and the regions on two threads that do not
# spin while they wait for each other.

. "$(dirname "$0")/../part.sh"

gcc -O2 -w -fopenmp "$here/omp.c" -o stock
"$bin/gaspcc" -O2 -w -fopenmp -finstrument-gasp "$here/omp.c" -o dormant
gcc -O2 -w -shared -fPIC -I"$build/include/omp" "$here/omp-tool.c" -o tool.so

for threads in 1 2; do
  [ "$threads" -le "$(nproc)" ] || continue
  run_in_turn <<END | print_least "threads:$threads" stock dormant tool recorded
stock ./stock $threads
dormant ./dormant $threads
tool env OMP_TOOL_LIBRARIES=$work/tool.so ./dormant $threads
recorded $bin/gasp run -q --exact -o $work/profile ./dormant $threads
END
done

for program in omp-contended omp-regions; do
  gcc -O2 -w -fopenmp "$here/$program.c" -o stock-$program -lm
  "$bin/gaspcc" -O2 -w -fopenmp -finstrument-gasp "$here/$program.c" \
    -o dormant-$program -lm
  for threads in 1 2 4 8 16; do
    [ "$threads" -le "$(nproc)" ] || continue
    run_in_turn <<END | print_least "$program:$threads" stock dormant recorded budget-5%
stock ./stock-$program $threads
dormant ./dormant-$program $threads
recorded $bin/gasp run -q --exact -o $work/profile ./dormant-$program $threads
budget-5% $bin/gasp run -q --budget=5% -o $work/profile ./dormant-$program $threads
END
  done
done

if [ "$(nproc)" -ge 2 ]; then
  export OMP_WAIT_POLICY=passive
  run_in_turn <<END | print_least "waiting:2" stock dormant budget-5%
stock ./stock-omp-regions 2
dormant ./dormant-omp-regions 2
budget-5% $bin/gasp run -q --budget=5% -o $work/profile ./dormant-omp-regions 2
END
fi
