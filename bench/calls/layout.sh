#!/bin/sh
# layout.sh - what dormant instrumentation costs, whatever the layout.
#
# SPDX-License-Identifier: Apache-2.0
#
# usage: layout.sh BUILD RUNS
#
# Where its functions happen to lie makes a program some per cent faster or
# slower, which is as much as dormant instrumentation costs, or more.  So the
# same objects of Lua are linked in ORDERS orders, which are the same for each
# build, the Fortran kernel behind 16 bytes of nothing, 32, and so on up to a
# line of the cache and again, and all of these programs run in turns, RUNS
# times.  A figure is of the least times of a build's programs: their mean, and
# the best and worst, against the mean of the plain build.  "start" is a script
# of Lua that does nothing.

. "$(dirname "$0")/../part.sh"
start_afresh
: "${ORDERS:=6}"
source=$(fetch lua5.4)/src

ways='plain gcc gfortran
emitted gaspcc gaspfort -finstrument-gasp-functions=emitted
source gaspcc gaspfort -finstrument-gasp-functions=source'
pads='16 32 48 64 80 96 112 128'

# Compile Lua in way $1 with $2...
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

# Link the kernel in way $1, compiled by $2..., behind each pad.
make_kernels () {
  way=$1
  shift
  "$@" -O2 -fno-inline -c "$(own kernel.f90)" -o kernel.o
  for pad in $pads; do
    "$@" "pad$pad.o" kernel.o -o "kernel-$way-$pad"
  done
}

PATH=$bin:$PATH
for pad in $pads; do
  printf '.text\n.p2align 6\n.skip %s\n.section .note.GNU-stack,"",%%progbits\n' \
    "$pad" | gcc -c -x assembler - -o "pad$pad.o"
done
echo "$ways" | while read -r way compiler fortran flags; do
  # shellcheck disable=SC2086
  make_kernels "$way" $fortran $flags
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

# time_of LABEL PROGRAM ARGUMENTS...: add it to times.
time_of () {
  label=$1 program=$2
  shift 2
  start=$(date +%s%N)
  "./$program" "$@" > result
  end=$(date +%s%N)
  echo "$program $label $((end - start))" >> times
}

echo > nothing.lua
: > times
run=0
while [ $run -lt "$runs" ]; do
  run=$((run + 1))
  for program in lua-*-*; do
    for script in nothing.lua "$benches/../examples/demo.lua"; do
      time_of "$(basename "$script" .lua)" "$program" "$script" 0.2
    done
  done
  for program in kernel-*-*; do
    time_of kernel "$program"
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
	       part[1] == "nothing" ? "start" : part[1], part[2],
	       sum[k] / n[k] / base, best[k] / base, worst[k] / base,
	       sum[k] / n[k] / 1e6 } }' times | sort -k1,1 -k4,4n -k2,2
