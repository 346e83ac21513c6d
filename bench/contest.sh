# contest.sh - programs that are built in several ways, and run in turns.
#
# SPDX-License-Identifier: Apache-2.0
#
# Read behind part.sh.
# A kind is a way to build: plain; again (plain once more); emitted, source and
# calls (emitted, without events of allocation); for peers pg, cyg, fentry, and
# clang and xray.

# The compilers and options of kind $1: $cc, $cxx, $fc, $options.
kind_options () {
  cc=gcc cxx=g++ fc=gfortran options= tail=
  case $1 in
    emitted | source | calls)
      cc=$bin/gaspcc cxx=$bin/gaspc++ fc=$bin/gaspfort
      options=-finstrument-gasp-functions=emitted ;;
    pg) options=-pg ;;
    cyg) options=-finstrument-functions tail=$work/hooks.o ;;
    clang | xray) cc=clang cxx=clang++ fc=false ;;
  esac
  case $1 in
    source) options=-finstrument-gasp-functions=source ;;
    calls) options="$options -finstrument-gasp-only=$work/functions" ;;
    xray) options='-fxray-instrument -fxray-instruction-threshold=1'
      tail="$work/xray-start.o -Wl,--wrap=main"
      tail="$tail -fxray-modes=xray-profiling,xray-fdr" ;;
  esac
}

# SQLite's sources in one file, which its makefile makes with Tcl: where they are.
amalgamation () {
  has tclsh && source=$(fetch sqlite3) || return
  made=$build/bench/sqlite
  [ -f "$made/sqlite3.c" ] || {
    rm -rf "$made" && cp -r "$source" "$made" && cd "$made" && ./configure \
      && make sqlite3.c
  } > "$work/sqlite.log" 2>&1 || return
  echo "$made"
}

# What programs need once: names of events, sources of packages.
prepare () {
  echo GASP_C_FUNC > "$work/functions"
  gcc -O2 -c "$(own hooks.c)" -o "$work/hooks.o"
  gcc -O2 "$(own woken.c)" -o "$work/woken"
  ! has clang++ \
    || clang++ -O2 -c "$(own xray-start.cc)" -o "$work/xray-start.o"
  lua=$(fetch lua5.4)/src \
    || lua=
  zlib=$(fetch zlib) \
    || zlib=
  json=$(fetch nlohmann-json3)/include \
    || json=
  sqlite=$(amalgamation) \
    || sqlite=
  [ -f input ] || make_input 10000000
}

# build_program PROGRAM KIND: as PROGRAM-KIND.
build_program () {
  kind_options "$2"
  to="$work/$1-$2"
  # shellcheck disable=SC2046,SC2086
  case $1 in
    lua) $cc -O2 $options -DLUA_COMPAT_5_3 -DLUA_USE_POSIX \
      $(find "$lua" -name 'l*.c' ! -name luac.c) $tail -lm -o "$to" ;;
    zlib) $cc -O2 $options -I"$zlib" -DHAVE_UNISTD_H -D_LARGEFILE64_SOURCE=1 \
      $(find "$zlib" -maxdepth 1 -name '*.c') "$zlib/test/minigzip.c" $tail \
      -o "$to" ;;
    sqlite) $cc -O2 $options -DSQLITE_OMIT_LOAD_EXTENSION -I"$sqlite" \
      "$sqlite/sqlite3.c" "$(own sqlite.c)" $tail -lpthread -lm \
      -o "$to" ;;
    json) $cxx -O2 $options -I"$json" "$(own json.cc)" $tail -o "$to" ;;
    inlines) $cxx -O2 $options "$(own inlines.cc)" $tail -o "$to" ;;
    kernel) $fc -O2 -fno-inline $options "$(own kernel.f90)" $tail -o "$to" ;;
    upc) [ "$cc" = gcc ] && options= || options="--profile"
      "$bin/gaspupc" -O2 $options "$(own budget.upc)" -o "$to" ;;
    *) $cc -O2 -pthread $options "$(own "$1.c")" $tail -o "$to" ;;
  esac > "$to.log" 2>&1
}

# run_program PROGRAM KIND [PREFIX...]: its output is compared.
run_program () {
  file=$work/$1-$2 name=$1
  shift 2
  case $name in
    lua) "$@" "$file" "$benches/../examples/demo.lua" "${scale:-1}" ;;
    zlib) "$@" "$file" -6 < input ;;
    sqlite) "$@" "$file" "${scale:-1}" ;;
    upc) "$@" "$file" -n 2 ;;
    *) "$@" "$file" ;;
  esac
}

# timed LABEL COMMAND...: add the nanoseconds to times; check what it prints
# against the file right.
timed () {
  label=$1
  shift
  start=$(date +%s%N)
  "$@" > result 2> errors || :
  end=$(date +%s%N)
  cmp -s result right || echo "$label prints something else" >> wrong
  echo "$label $((end - start))" >> times
}

# standings PROGRAM: least times over that of plain (peers of another compiler:
# over its own), their spread, and ns a call where the file calls has how many.
standings () {
  awk -v program="$1" -v calls="$2" '
    { if (!($1 in least)) { order[++n] = $1; least[$1] = most[$1] = $2 }
      if ($2 < least[$1]) least[$1] = $2
      if ($2 > most[$1]) most[$1] = $2 }
    END { for (i = 1; i <= n; i++)
	    { name = order[i]
	      base = name ~ /^xray/ ? least["clang"] : least["plain"]
	      printf "%-12s %-16s %8.3f %10.1f ms to %8.1f", program, name,
		     least[name] / base, least[name] / 1e6, most[name] / 1e6
	      if (calls)
		printf " %9.2f ns/call", (least[name] - base) / calls
	      print "" } }' times
  [ ! -s wrong ] || sort wrong | uniq -c
}

# count_calls RECORD [FUNCTION]: as it has them, in all or of one.
count_calls () {
  "$bin/gasp" report --format=csv --view=flat "$1" 2> /dev/null \
    | awk -F'"' -v name="$2" '
    (name && $4 == name) || (!name && $0 ~ /"function"/) {
      split ($3, f, ","); n += f[6] }
    END { printf "%.0f", n }'
}
