#!/bin/sh
# omp.sh - what OMPT costs on GCC's libgomp.
#
# SPDX-License-Identifier: Apache-2.0
#
# usage: omp.sh BUILD RUNS
#
# Nanoseconds for a construct, the least of RUNS turns: by GCC itself; built by
# gaspcc, without a tool; with a tool that asks for all events and does nothing;
# and under gasp run.  On one thread, and on two where there are processors.

. "$(dirname "$0")/part.sh"

gcc -O2 -w -fopenmp "$here/omp.c" -o stock
"$bin/gaspcc" -O2 -w -fopenmp -finstrument-gasp "$here/omp.c" -o dormant
gcc -O2 -w -shared -fPIC -I"$build/include/omp" "$here/omp-tool.c" -o tool.so

# commands THREADS
commands ()
{
  cat <<END
stock ./stock $1
dormant ./dormant $1
tool env OMP_TOOL_LIBRARIES=$work/tool.so ./dormant $1
recorded $bin/gasp run -q -o $work/profile ./dormant $1
END
}

for threads in 1 2; do
  [ "$threads" -le "$(nproc)" ] || continue
  : > times
  round=0
  while [ "$round" -lt "$runs" ]; do
    round=$((round + 1))
    rm -rf profile*
    commands "$threads" | in_turn "$round" | while read -r how command; do
      $command < /dev/null | sed "s/^/$how /" >> times
    done
  done
  print_least "threads:$threads" stock dormant tool recorded < times
done
