#!/bin/sh
# peers.sh - what being profiled costs, with this and with other tools.
#
# SPDX-License-Identifier: Apache-2.0
#
# usage: peers.sh BUILD RUNS [PROGRAM...]
#
# Each program is built in several ways, all at -O2, and run in turns, RUNS
# times, slow peers twice.  A figure is the least time over the least of the
# plain build; "plain-again" shows the noise, and "plain-woken" what it costs on
# this machine if a process that does nothing wakes up as often as "gasp run" does.
# "calls" are functions alone, as peers record no memory; "auto" and "all" are the two ways of timing.  XRay
# is compared with clang's own plain build.  Checks that results are the same,
# that all ways of counting agree, and where a program knows its number of
# calls, that it is that; for the others callgrind counts those of one function.
# Peers run where they are installed.

. "$(dirname "$0")/../part.sh"
. "$benches/contest.sh"
prepare
scale=0.3

programs=${*:-micro lua sqlite zlib json inlines kernel threads recursion paths many-threads}

# Of contestants: the kind that they run.
kind_of () {
  case $1 in
    plain*) echo plain ;;
    auto | all) echo emitted ;;
    auto-source | dormant-source) echo source ;;
    *-calls) echo calls ;;
    dormant) echo emitted ;;
    gprof | uftrace) echo pg ;;
    finstrument) echo cyg ;;
    callgrind | perf) echo plain ;;
    xray-*) echo xray ;;
    *) echo "$1" ;;
  esac
}

# Runs that take long are few.
is_slow () {
  case $1 in uftrace | callgrind | xray-*) return 0 ;; esac
  return 1
}

# What is done at run time for the calls is not if nothing is recorded.
xray_run () {
  rm -f xray.*
  timed "$1" run_program "$program" "$kind" env BENCH_XRAY="$2" \
    XRAY_OPTIONS=xray_logfile_base=xray.
  ls xray.* > /dev/null 2>&1 || echo "$1 has recorded nothing" >> wrong
}

gasp_run () {
  way=$1
  rm -rf "out-$way"
  timed "$way" run_program "$program" "$(kind_of "$way")" "$bin/gasp" run -q \
    --exact --timing="${way%%-*}" -o "out-$way"
}

one_run () {
  kind=$(kind_of "$1")
  case $1 in
    auto* | all*) gasp_run "$1" ;;
    uftrace) rm -rf uftrace.data
      timed "$1" run_program "$program" "$kind" uftrace record \
	--no-libcall --max-stack 65000 -d uftrace.data ;;
    callgrind) timed "$1" run_program "$program" "$kind" valgrind -q \
      --tool=callgrind --callgrind-out-file=callgrind.out ;;
    # To list the kernel's BPF programs takes a second.
    perf) timed "$1" run_program "$program" "$kind" perf record -q -N -B \
      --no-bpf-event -F 1000 -e cpu-clock -o perf.data ;;
    xray-profile) xray_run "$1" xray-profiling ;;
    xray-log) xray_run "$1" xray-fdr ;;
    plain-woken) timed "$1" run_program "$program" "$kind" ./woken ;;
    *) timed "$1" run_program "$program" "$kind" ;;
  esac
  rm -f xray.*
}

contestants () {
  echo plain plain-again plain-woken dormant dormant-source auto-calls all-calls
  case $program in
    lua | sqlite | json | inlines) echo auto all auto-source ;;
  esac
  echo finstrument gprof
  ! has perf || echo perf
  ! has uftrace || echo uftrace
  ! has valgrind || echo callgrind
  case $program in kernel) return ;; esac
  ! has clang || echo clang xray xray-profile xray-log
}

# The function that is counted by others, and how gasp has its name.
counted_function () {
  case $program in
    lua) echo luaV_execute 'void luaV_execute(lua_State *, CallInfo *)' ;;
    zlib) echo deflate 'int deflate(z_streamp, int)' ;;
    micro | threads | many-threads) echo step 'unsigned int step(unsigned int)' ;;
    recursion) echo down 'int down(int)' ;;
    paths) echo step 'void step(int)' ;;
    kernel) echo __stencil_MOD_smooth \
      stencil::smooth ;;
  esac
}

# How often callgrind has seen function $1 called.
callgrind_calls () {
  awk -v name="$1" '
    /^cfn=/ { id = $0; sub (/^cfn=/, "", id); text = id
	      sub (/ .*/, "", id); sub (/^[^ ]* ?/, "", text)
	      if (text != "") names[id] = text
	      callee = names[id]; sub (/\x27[0-9]+$/, "", callee) }
    /^fn=/ { id = $0; sub (/^fn=/, "", id); text = id
	     sub (/ .*/, "", id); sub (/^[^ ]* ?/, "", text)
	     if (text != "") names[id] = text }
    /^calls=/ && callee == name { split ($0, f, /[= ]/); n += f[2] }
    END { printf "%.0f", n }' callgrind.out
}

check_counts () {
  auto=$(count_calls out-auto-calls '') all=$(count_calls out-all-calls '')
  [ "$auto" = "$all" ] || echo "$program: $auto calls with auto, $all with all"
  set -- "$(counted_function)"
  [ "$1" ] || return 0
  symbol=${1%% *} name=${1#* }
  found=$(count_calls out-all-calls "$name") known=
  case $program in
    micro | threads | recursion | paths | many-threads)
      known=$(cat right) by='the program itself' ;;
    *) [ ! -f callgrind.out ] \
      || { known=$(callgrind_calls "$symbol") by=callgrind; } ;;
  esac
  [ ! "$known" ] || echo "$program: $found calls of $symbol; by $by: $known"
}

for program in $programs; do
  list=
  # shellcheck disable=SC2046
  for contestant in $(contestants); do
    kind=$(kind_of "$contestant")
    if [ -f "$program-$kind.done" ] || build_program "$program" "$kind"; then
      list="$list $contestant"
      : > "$program-$kind.done"
    else
      echo "$program: no $contestant: $(grep -m1 rror "$program-$kind.log")"
    fi
  done
  rm -f "$program"-*.done times wrong callgrind.out
  [ -x "$program-plain" ] || continue
  run_program "$program" plain > right
  i=0
  while [ $i -lt "$runs" ]; do
    i=$((i + 1))
    [ ! -t 2 ] || printf '\r%s: run %d of %d ' "$program" $i "$runs" >&2
    for contestant in $(printf '%s\n' $list | in_turn $i); do
      [ $i -le 2 ] || ! is_slow "$contestant" || continue
      one_run "$contestant"
    done
  done
  [ ! -t 2 ] || printf '\r\033[K' >&2
  standings "$program" "$(count_calls out-all-calls '')"
  check_counts
  rm -rf out-* uftrace.data perf.data gmon.out
done
