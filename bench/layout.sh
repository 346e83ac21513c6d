#!/bin/sh
# layout.sh - what dormant instrumentation costs Lua, whatever the layout.
#
# SPDX-License-Identifier: Apache-2.0
#
# usage: layout.sh BUILD RUNS
#
# Where its functions happen to lie makes a program some per cent faster or
# slower, which is as much as dormant instrumentation costs, or more.  So the
# same objects of Lua are linked in ORDERS orders, which are the same for each
# build, and all of these programs run in turns, RUNS times.  A figure is of
# the least times of a build's programs: their mean, and the best and worst,
# against the mean of the plain build.  "start" is a script that does nothing.

. "$(dirname "$0")/part.sh"
start_afresh
: "${ORDERS:=6}"
source=$(fetch lua5.4)/src

ways='plain gcc
emitted gaspcc -finstrument-gasp-functions=emitted
source gaspcc -finstrument-gasp-functions=source'

# Compile in way $1 with $2...
compile () {
  way=$1
  shift
  mkdir "$way"
  for file in "$source"/l*.c; do
    name=$(basename "$file" .c)
    [ "$name" = luac ] || "$@" -O2 -DLUA_COMPAT_5_3 -DLUA_USE_LINUX \
      -c "$file" -o "$way/$name.o"
  done
}

# The names of the objects, in order $1 of many.
order () {
  ls plain | awk -v seed="$1" 'BEGIN { srand (seed) } { print rand (), $1 }' \
    | sort | cut -d' ' -f2
}

PATH=$bin:$PATH
echo "$ways" | while read -r way compiler flags; do
  # shellcheck disable=SC2086
  compile "$way" $compiler $flags
  i=0
  while [ $i -lt "$ORDERS" ]; do
    i=$((i + 1))
    # shellcheck disable=SC2046,SC2086
    $compiler $flags -Wl,-E $(order $i | sed "s|^|$way/|") -o "lua-$way-$i" \
      -lm -ldl
  done
done

echo > nothing.lua
: > times
run=0
while [ $run -lt "$runs" ]; do
  run=$((run + 1))
  for program in lua-*-*; do
    for script in nothing.lua "$here/../examples/demo.lua"; do
      start=$(date +%s%N)
      "./$program" "$script" 0.2 > result
      end=$(date +%s%N)
      echo "$program $(basename "$script" .lua) $((end - start))" >> times
    done
  done
done

awk '{ split ($1, part, "-"); key = $2 SUBSEP part[2] SUBSEP part[3]
       if (!(key in least) || $3 < least[key]) least[key] = $3 }
     END { for (key in least) { split (key, part, SUBSEP)
	     k = part[1] " " part[2]; n[k]++; sum[k] += least[key]
	     if (!(k in best) || least[key] < best[k]) best[k] = least[key]
	     if (least[key] > worst[k]) worst[k] = least[key] }
	   for (k in n) { split (k, part, " ")
	     base = sum[part[1] " plain"] / n[part[1] " plain"]
	     printf "%-6s %-8s %6.3f  best %.3f  worst %.3f  %8.2f ms\n",
	       part[1] == "demo" ? "demo" : "start", part[2],
	       sum[k] / n[k] / base, best[k] / base, worst[k] / base,
	       sum[k] / n[k] / 1e6 } }' times | sort -k1,1 -k4,4n -k2,2
