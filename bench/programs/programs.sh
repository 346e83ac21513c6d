#!/bin/sh
# programs.sh - what instrumentation costs Lua and zlib.
#
# SPDX-License-Identifier: Apache-2.0
#
# usage: programs.sh BUILD RUNS
#
# Builds each program by its own makefile in several ways, at the -O2 that it
# asks for, and runs all of them in turns, RUNS times.  A figure is the least
# time over the least time of the plain build, in one and the same session;
# "plain again" is the plain build once more, and shows the noise.

. "$(dirname "$0")/../part.sh"
PATH=$bin:$PATH

# The ways to build: name, compiler, flags.
ways='plain gcc -O2
dormant-emitted gaspcc -finstrument-gasp-functions=emitted
dormant-source gaspcc -finstrument-gasp-functions=source
finstrument gcc -finstrument-functions'

# What is run: name, what was built, how.
contestants='plain plain direct
plain-again plain direct
dormant-emitted dormant-emitted direct
dormant-source dormant-source direct
finstrument-functions finstrument direct
auto-emitted dormant-emitted auto
all-emitted dormant-emitted all
auto-source dormant-source auto
all-source dormant-source all'

make_lua () {
  make -s -C "$1/src" linux CC="$2" MYCFLAGS="$3" > "$1/log" 2>&1
}
make_zlib () {
  (cd "$1" && CC=$2 CFLAGS="-O2 $3" ./configure --static && make -s minigzip) \
    > "$1/log" 2>&1
}
lua_run () { "$1/src/lua" "$benches/../examples/demo.lua"; }
zlib_run () { "$1/minigzip" -6 < "$work/input"; }

# One run of contestant $3 of program $1, as built in $2; prints seconds.
one_run () {
  dir=$work/$1-$2
  rm -rf "$work/out"
  if [ "$3" != direct ]; then
    GASP_TIMING=$3 GASP_OUTPUT=$work/out
    LD_PRELOAD=$build/lib/libgasptool.so
    export GASP_TIMING GASP_OUTPUT LD_PRELOAD
  fi
  start=$(date +%s%N)
  "$1_run" "$dir" > /dev/null
  end=$(date +%s%N)
  unset LD_PRELOAD GASP_OUTPUT GASP_TIMING
  echo $((end - start))
}

text_size () { size "$1" | awk 'NR == 2 { print $1 }'; }

for program in lua zlib; do
  package=$program; [ $program = lua ] && package=lua5.4
  source=$(fetch $package) || exit 1
  [ $program = zlib ] && make_input 20000000
  echo "$ways" | while read -r name compiler flags; do
    rm -rf "$work/$program-$name"
    cp -r "$source" "$work/$program-$name"
    "make_$program" "$work/$program-$name" "$compiler" "$flags"
  done
  : > "$work/times"
  i=0
  while [ $i -lt "$runs" ]; do
    i=$((i + 1))
    [ -t 2 ] && printf '\r%s: run %d of %d ' $program $i "$runs" >&2
    echo "$contestants" | in_turn $i | while read -r name way how; do
      echo "$name $(one_run $program "$way" "$how")" >> "$work/times"
    done
  done
  [ -t 2 ] && printf '\r\033[K' >&2
  echo "$program, time against the plain build (least of $runs)"
  awk '{ if (!($1 in least)) order[++n] = $1
         if (!least[$1] || $2 < least[$1]) least[$1] = $2 }
       END { for (i = 1; i <= n; i++)
               printf "  %-24s %6.3f  %8.1f ms\n", order[i],
                      least[order[i]] / least["plain"],
                      least[order[i]] / 1e6 }' "$work/times"
  echo "$program, size of code and read-only data against the plain build"
  case $program in lua) file=src/lua ;; *) file=minigzip ;; esac
  plain=$(text_size "$work/$program-plain/$file")
  echo "$ways" | while read -r name rest; do
    bytes=$(text_size "$work/$program-$name/$file")
    echo "$name $bytes $plain" | awk '{ printf "  %-24s %6.3f  %8d KB\n", $1, $2 / $3, $2 / 1024 }'
  done
done
