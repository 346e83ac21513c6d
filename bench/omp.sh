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
  awk -v threads="$threads" '
    { key = $1 " " $2
      if (!(key in least) || $3 < least[key]) least[key] = $3
      if ($1 == "stock" && !($2 in seen)) { seen[$2]; names[++n] = $2 } }
    END {
      printf "%-12s %10s %10s %10s %10s\n", threads " thread" (threads > 1 ? "s" : ""),
	"stock", "dormant", "tool", "recorded"
      for (i = 1; i <= n; i++)
	printf "%-12s %10.1f %10.1f %10.1f %10.1f\n", names[i],
	  least["stock " names[i]], least["dormant " names[i]],
	  least["tool " names[i]], least["recorded " names[i]]
    }' times
done
