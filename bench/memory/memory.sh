#!/bin/sh
# memory.sh - what allocation events cost, and peers that follow allocations.
#
# SPDX-License-Identifier: Apache-2.0
#
# usage: memory.sh BUILD RUNS
#
# One program (memory.cc), which measures itself, in several ways: as it is,
# with dormant instrumentation, profiled by the sample tool, which knows call
# paths, bytes and leaks, by the same from samples, with a library that merely counts, and with what peers
# are installed.  Runs take turns; a figure is the least of RUNS, in
# nanoseconds for an allocation and what frees it, beyond the plain program's.

. "$(dirname "$0")/../part.sh"
start_afresh

g++ -O2 -pthread "$here/memory.cc" -o plain
g++ -O2 -pthread -pg "$here/memory.cc" -o pg
"$bin/gaspc++" -O2 -pthread --profile "$here/memory.cc" -o profiled
gcc -O2 -shared -fPIC "$here/memory-interposer.c" -o interposer.so
cp "$build/lib/libgasptool.so" tool.so

contestants='plain dormant auto all sampled interposer'
! has heaptrack || contestants="$contestants heaptrack"
! has uftrace || contestants="$contestants uftrace"

tool ()
{
  rm -rf records
  GASP_TIMING=$1 GASP_OUTPUT=records LD_LIBRARY_PATH=$build/lib \
    LD_PRELOAD=./tool.so ./profiled
}

run_one ()
{
  case $1 in
    plain) ./plain ;;
    dormant) ./profiled ;;
    auto | all) tool "$1" ;;
    sampled) GASP_MEMORY=sampled tool auto ;;
    interposer) LD_PRELOAD=./interposer.so ./plain ;;
    heaptrack) heaptrack -o heap ./plain 3 2> /dev/null ;;
    uftrace) uftrace record -d traced ./pg 3 2> /dev/null ;;
  esac
}

# Whether the record of $1 has as many allocations as the program has made.
check_count ()
{
  known=$(awk '$1 == "count" { print $2 }' result)
  found=$("$bin/gasp" report --format=csv --view=memory records |
    awk -F, '$1 == "\"allocations\"" && $5 == "\"malloc\"" { n += $3 }
	     END { print n }')
  [ "$known" = "$found" ] && echo "$1: $found allocations, as it says itself" \
    || echo "$1: $found allocations, and not $known"
}

: > times
i=0
while [ $i -lt "$runs" ]; do
  i=$((i + 1))
  for contestant in $(printf '%s\n' $contestants | in_turn $i); do
    # Peers that write all of it down are slow.
    case $contestant in heaptrack | uftrace) [ $i -le 2 ] || continue ;; esac
    run_one $contestant > result
    awk -v c=$contestant '$2 ~ /^[0-9]+\.[0-9]$/ && NF == 2 {
      print c, $1, $2 }' result >> times
    case $i-$contestant in
      1-auto | 1-all) check_count $contestant ;;
    esac
    rm -rf traced heap.*
  done
done

echo "ns for an allocation and what frees it, beyond the plain program's (least of $runs)"
awk -v contestants="$contestants" '
  { key = $1 " " $2
    if (!($2 in row)) { row[$2]; order[++rows] = $2 }
    if (!(key in least) || $3 < least[key]) least[key] = $3 }
  END {
    n = split (contestants, name, " ")
    printf "%-20s %8s", "", "plain"
    for (i = 2; i <= n; i++) printf " %10s", name[i]
    print ""
    for (r = 1; r <= rows; r++)
      {
	plain = least["plain " order[r]]
	printf "%-20s %8.1f", order[r], plain
	for (i = 2; i <= n; i++)
	  if ((name[i] " " order[r]) in least)
	    printf " %10.1f", least[name[i] " " order[r]] - plain
	  else
	    printf " %10s", "-"
	print ""
      } }' times
