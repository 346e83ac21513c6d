#!/bin/sh
# growth.sh - what dormant instrumentation adds to programs, and to compiling.
#
# SPDX-License-Identifier: Apache-2.0
#
# usage: growth.sh BUILD RUNS
#
# For Lua, zlib, a C++ program with a JSON library and a Fortran kernel, each
# against its plain -O2 build: the size of .text; that of all code and read-only
# data; the processor time of compiling it (the least of RUNS, in turns); and,
# where valgrind is installed, the number of instructions that a run executes,
# which is the same each time.  Times of runs are in the part "programs".

. "$(dirname "$0")/../part.sh"
start_afresh
PATH=$bin:$PATH

ways='plain - -O2
plain-again - -O2
emitted gasp -O2 -finstrument-gasp-functions=emitted
source gasp -O2 -finstrument-gasp-functions=source'

# The files that are compiled, and how: LANGUAGE OPTIONS FILES.
lua=$(fetch lua5.4)/src
zlib=$(fetch zlib)
json=$(fetch nlohmann-json3)/include \
  || json=
files () {
  case $1 in
    lua) find "$lua" -name 'l*.c' ! -name luac.c ;;
    zlib) find "$zlib" -maxdepth 1 -name '*.c'
	  echo "$zlib/test/minigzip.c" ;;
    json) echo "$(own json.cc)" ;;
    kernel) echo "$(own kernel.f90)" ;;
  esac
}
options () {
  case $1 in
    lua) echo "-DLUA_COMPAT_5_3 -lm" ;;
    json) echo "-I$json" ;;
    zlib) echo "-I$zlib -DHAVE_UNISTD_H -D_LARGEFILE64_SOURCE=1" ;;
  esac
}
compiler () {
  case $1-$2 in
    json--) echo g++ ;; json-gasp) echo gaspc++ ;;
    kernel--) echo gfortran ;; kernel-gasp) echo gaspfort ;;
    *--) echo gcc ;; *) echo gaspcc ;;
  esac
}
run () {
  case $1 in
    lua) $2 "$3" "$benches/../examples/demo.lua" 0.1 ;;
    zlib) $2 "$3" -6 < "$lua/lvm.c" ;;
    *) $2 "$3" ;;
  esac
}

# Compile program $1 in way $2 with compiler $3, $4...; milliseconds of
# processor time.
compile () {
  program=$1 way=$2 driver=$3
  shift 3
  # shellcheck disable=SC2046
  { /usr/bin/env time -f '%U %S' "$driver" "$@" $(files "$program") \
      $(options "$program") -o "$work/$program-$way" 2>&1 || exit 1; } \
    | awk 'END { print ($1 + $2) * 1000 }'
}

section () { size -A "$1" | awk -v s="$2" '$1 == s { print $2 }'; }
whole () { size "$1" | awk 'NR == 2 { print $1 }'; }
instructions () {
  command -v valgrind > /dev/null || { echo 0; return; }
  run "$1" "valgrind --tool=callgrind --callgrind-out-file=/dev/null \
--log-file=$work/log" "$2" > /dev/null 2>&1
  awk '/Collected/ { print $4 }' "$work/log"
}

printf '%-8s %-12s %7s %7s %8s %13s\n' program way .text code+ro compile \
  instructions
for program in lua zlib json kernel; do
  : > "$work/times"
  i=0
  while [ $i -lt "$runs" ]; do
    i=$((i + 1))
    echo "$ways" | in_turn $i | while read -r way kind flags; do
      # shellcheck disable=SC2086
      echo "$way $(compile $program "$way" "$(compiler $program "$kind")" \
	$flags)" >> "$work/times"
    done
  done
  [ -x "$work/$program-source" ] || { echo "$program: cannot be built"
    continue; }
  echo "$ways" | while read -r way rest; do
    file=$work/$program-$way
    least=$(awk -v w="$way" '$1 == w && (!m || $2 < m) { m = $2 }
      END { print m }' "$work/times")
    echo "$program $way $(section "$file" .text) $(whole "$file") $least" \
      "$(instructions $program "$file")"
  done | awk '
    $2 == "plain" { for (i = 3; i <= 6; i++) plain[i] = $i }
    function ratio(i) { return plain[i] ? $i / plain[i] : 0 }
    { printf "%-8s %-12s %7.3f %7.3f %8.3f %13.4f\n", $1, $2, ratio(3),
	     ratio(4), ratio(5), ratio(6) }'
done
