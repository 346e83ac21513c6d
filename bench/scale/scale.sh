#!/bin/sh
# scale.sh - what events cost where there are many: sites, threads, call paths.
#
# SPDX-License-Identifier: Apache-2.0
#
# usage: scale.sh BUILD RUNS
#
# By the sample tool, as gasp run uses it, if nothing else is said.  Figures are
# the least of RUNS.

. "$(dirname "$0")/../part.sh"
start_afresh
LD_LIBRARY_PATH=$build/lib
export LD_LIBRARY_PATH

gcc -O2 "$here/spawn-time.c" -o spawn-time
gcc -O2 -shared -fPIC -I"$build/include" "$(own event-cost-tool.c)" -o notify.so
cp "$build/lib/libgasptool.so" tool.so
gcc -O2 -pthread "$here/scale.c" -o plain
"$bin/gaspcc" -O2 -pthread -finstrument-gasp-functions=emitted \
  "$here/scale.c" -o profiled

# Run the profiled program with the sample tool.
measure ()
{
  rm -rf records
  GASP_EXACT=1 GASP_OUTPUT=records LD_PRELOAD=./tool.so ./profiled "$@"
}

# The least of each column that a command prints.
least ()
{
  i=0
  while [ $i -lt "$runs" ]; do
    i=$((i + 1))
    "$@"
  done | awk '{ for (i = 1; i <= NF; i++)
		  if (NR == 1 || $i < least[i]) least[i] = $i
		columns = NF }
	      END { for (i = 1; i <= columns; i++) printf "%s ", least[i] }'
}

# ---- Sites: functions with three each, an entry and two ways out, that main
# does not call.  One unit of them is linked several times, as compiling that
# much takes its time.
FUNCTIONS=3334
UNITS=10

many_functions ()
{
  echo "#define HIDDEN static __attribute__ ((used, noipa))"
  echo "HIDDEN int g (int x) { return x; }"
  awk -v n=$FUNCTIONS 'BEGIN {
    for (i = 0; i < n; i++)
      printf "HIDDEN int f%d (int x)\n{\n  return x ? g (x + %d) : 1;\n}\n", i, i
    }'
}

# Program $1, of UNITS units, compiled by the rest.
link_units ()
{
  program=$1
  shift
  "$@" -c sites.c -o $program-1.o
  i=1
  while [ $i -lt $UNITS ]; do
    i=$((i + 1))
    cp $program-1.o $program-$i.o
  done
  echo "int main (void) { return 0; }" > main.c
  "$@" main.c $program-*.o -o $program
}

# Of program $1, with TOOL preloaded, if there is a $2.
start_time ()
{
  rm -rf records
  GASP_OUTPUT=records PROGRAM_PRELOAD=${2-} ./spawn-time "$runs" "./$1"
}

echo "start-up with $((3 * FUNCTIONS * UNITS)) sites, ms from the start to the end of a program"
many_functions > sites.c
link_units sites-plain gcc -O2
link_units sites "$bin/gaspcc" -O2 -finstrument-gasp-functions=emitted
printf '  %-36s %8s\n' "plain" "$(start_time sites-plain)"
printf '  %-36s %8s\n' "dormant" "$(start_time sites)"
printf '  %-36s %8s\n' "active, a tool that does nothing" \
  "$(start_time sites ./notify.so)"
printf '  %-36s %8s\n' "active, the sample tool" "$(start_time sites ./tool.so)"
rm -rf records

echo "threads at once, ns of processor time a call: plain, profiled"
for n in 1 2 4 8 16 32 64; do
  printf '  %-8s %8.2f %8.2f\n' $n $(least ./plain threads $n) \
    $(least measure threads $n)
done

echo "10000 threads one after another, us of processor time each: plain, profiled"
printf '  %-8s %8.1f %8.1f\n' '' $(least ./plain creation 10000) \
  $(least measure creation 10000)

echo "call paths: nodes, ns a call when its path is new and when it is known,"
echo "bytes of the record for a node"
for depth in 9 11 13 15 17 19; do
  printf '  %8d %8.1f %8.1f' $(least measure paths $depth)
  du -sk records | awk -v depth=$depth '{
    printf " %8.1f\n", $1 * 1024 / (2 ^ (depth + 1) - 1) }'
done

echo "length of the run, ns a call: in the beginning, after 300 million calls"
printf '  %-8s %8.2f %8.2f\n' '' $(least measure length 300)
rm -rf records
