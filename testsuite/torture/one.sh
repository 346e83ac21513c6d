#!/bin/sh
# one.sh - make and run one of GCC's tests, with and without the plugin.
#
# SPDX-License-Identifier: Apache-2.0
#
# usage: one.sh TEST SUITE-LINE
#
# Called by torture.sh, which sets the variables in capitals.  TEST is a file's
# name below GCC's testsuite directories, and SUITE-LINE its line in the file
# suites.  For each level and mode there is a line in RESULTS/TEST:
#
#   PASS|FAIL|KNOWN|NONE <tab> LEVEL <tab> MODE <tab> WHAT
#
# NONE is a test that already fails without the plugin.  The directory of a
# failure stays, with the commands in it, below FAILED.

set -uf
test=$1
set -- $2
compiler=$3 default=$4 levels=$5 action=$4
shift 5
options=$*
tab='	'

for place in $(ls "$SOURCES"); do
  source=$SOURCES/$place/testsuite/$test
  [ ! -f "$source" ] || break
done
options=$(printf %s "$options" | sed "s|@TESTSUITE@|${source%"/$test"}|g")
beside=$(dirname "$source")
case $compiler in
  gcc) plain=$CC instrumented=$BUILD/bin/gaspcc;;
  g++) plain=$CXX instrumented=$BUILD/bin/gaspc++;;
  gfortran) plain=$FC instrumented=$BUILD/bin/gaspfort;;
esac

# Tests may run wild: no cores, no more memory, files or time than this.
# Sanitizers need all addresses, and are told that the tool may come first.
set_limits ()
{
  ulimit -c 0
  ulimit -f 2000000
  ulimit -t 300
  case $options in *-fsanitize=*) ;; *) ulimit -v 6000000;; esac
}
export ASAN_OPTIONS=verify_asan_link_order=0
limit_plain=20 limit_compile=120 limit_run=120

# directives FILE: those of the test file, and of what c-torture has beside it.
directives ()
{
  awk -f "$HERE/directives.awk" "$1" $(ls "${1%.*}.x" 2>/dev/null)
}

# own_options SETTING: of the environment, which may be about what is set here.
own_options ()
{
  case $1 in
    ASAN_OPTIONS=*) echo "$1:$ASAN_OPTIONS";;
    *) echo "$1";;
  esac
}

# read_directives: from the test file, into these variables.
more=$source modules= units= environment= should_fail= said=
read_directives ()
{
  while read -r name argument; do
    case $name in
      do) action=$argument;;
      options) said=$argument;;
      additional-options | extra-ld-options) options="$options $argument";;
      additional-sources)
	for file in $argument; do more="$more $beside/$file"; done;;
      compile-aux-modules) modules="$modules $beside/$argument";;
      set-target-env-var) environment="$environment $(own_options "$argument")";;
      shouldfail) should_fail=yes;;
    esac
  done <<END_OF_DIRECTIVES
$(directives "$source")
END_OF_DIRECTIVES
  options="$said $options"
  # The tests of built-in functions come in two halves and a common one.
  if [ -f "${source%.c}-lib.c" ]; then
    more="$more ${source%.c}-lib.c $beside/lib/main.c"
  fi
}

# read_modules: a test of modules is several files, NAME_a.C, NAME_b.C, and so
# on, each with options of its own; one of them says what becomes of them all.
read_modules ()
{
  case $test in *.dg/modules/*_a.[CH]) ;; *) return;; esac
  units=$(find "$beside" -name "$(basename "${test%_a.?}")_[a-z].[CH]" | sort)
  action=$(cat $units | sed -n 's/.*{ *dg-module-do *"*\([a-z]*\).*/\1/p')
  : "${action:=assemble}"
}

# same_everywhere: leave out what differs from one run to the next: addresses
# and the numbers by which GCC names what has no name, backtraces, names of directories, temporary files and the driver, and the
# linker's remarks, which are about places in the code.
same_everywhere ()
{
  sed -e "s|$work/[a-z]*||g" -e 's/0x[0-9a-fA-F]*/0x/g' \
    -e 's/<U[0-9a-f ]\{1,4\}>/<U>/g' -e 's/D\.[0-9]\{1,\}/D/g' -e '/^#[0-9]/d' \
    -e '/^[[:space:]]at /d' -e 's/cc[A-Za-z0-9]\{6\}\(\.[a-z]\)/\1/g' \
    -e 's/^g[a-z+]*-[0-9]*: //; s/^g[a-z+]*: //' -e '/^[^ ]*\/ld: /d' \
    -e '/(\.text+0x/d' "$1"
}

# try COMMAND...: note it, and let it say what it will.
try ()
{
  printf '%s\n' "cd $PWD; $*" >> ../commands
  timeout -k 5 $limit_compile "$@" 2>&1 < /dev/null
}

# make_units COMPILER...: each with its own options, then what they make.
make_units ()
{
  worst=0
  for file in $units; do
    try "$@" -fno-diagnostics-show-caret $level $options $(directives "$file" \
      | sed -n 's/^additional-options //p') -c "$file" || worst=$?
  done
  case $action in
    run | link) try "$@" $level $options $(ls *.o) -o prog || worst=$?;;
  esac
  return $worst
}

# make_whole COMPILER...
make_whole ()
{
  case $action in
    compile) how=-S;;
    assemble) how=-c;;
    preprocess) how=-E;;
    *) how='-o prog';;
  esac
  libraries=
  [ "$how" != '-o prog' ] || libraries=-lm
  for file in $modules; do
    try "$@" $level $options -c $file > /dev/null
  done
  try "$@" -fno-diagnostics-show-caret $level $options $how $more $libraries
}

# make KIND COMPILER...: in the directory KIND; messages are left in made.
make ()
{
  mkdir -p "$work/$1"
  cd "$work/$1" || exit
  shift
  status=0
  if [ -n "$units" ]; then
    make_units "$@" || status=$?
  else
    make_whole "$@" || status=$?
  fi > made.raw 2>&1
  same_everywhere made.raw > made
  return $status
}

# run KIND LIMIT OUTPUT [VARIABLE=VALUE...]: what was made there.
run ()
{
  cd "$work/$1" || exit
  limit=$2 output=$3
  shift 3
  printf '%s\n' "cd $PWD; env $environment $* ./prog" >> ../commands
  timeout -k 5 "$limit" env $environment "$@" ./prog \
    > "$output.raw" 2>&1 < /dev/null
  status=$?
  { same_everywhere "$output.raw"; echo "status $status"; } > "$output"
  return $status
}

# is_steady FILE COMMAND...: does the plain compiler or program, when asked
# again and again, say the same?
is_steady ()
{
  first=$work/plain/first steady=$work/plain/$1
  shift
  mv "$steady" "$first"
  for attempt in 1 2 3 4 5; do
    "$@"
    cmp -s "$first" "$steady" || return 1
  done
}

# loosely FILE: what it says, in whatever order and by whatever thread.
loosely ()
{
  sed 's/[0-9]//g' "$1" | sort -u
}

# differs FILE, between plain and $mode.
differs ()
{
  cmp -s "$work/plain/$1" "$work/$mode/$1" && return 1
  case $options in *-fopenmp*) ;; *) return 0;; esac
  [ "$(loosely "$work/plain/$1")" != "$(loosely "$work/$mode/$1")" ]
}

# other_run NAME: does the run called that differ?  What is printed may differ
# from run to run, but not how the program ends.
other_run ()
{
  cp "$work/plain/ran" "$work/plain/$1"
  differs "$1" || return
  [ "$(tail -n 1 "$work/plain/$1")" != "$(tail -n 1 "$work/$mode/$1")" ] \
    || is_steady ran run plain $limit_plain ran
}

# has_end: is there an end that the tool sees?  Signals kill without one, and
# so do the sanitizers.
has_end ()
{
  case $options in
    *-fsanitize=*) [ "$plain_status" = 0 ];;
    *) [ "$plain_status" -lt 128 ];;
  esac
}

# judge_check: did the checking tool see anything wrong?  An exit from within
# a library that is not instrumented has no position.
judge_check ()
{
  cd "$work/$mode" || return
  if [ ! -f check ]; then
    echo "check: the tool was not called"
  elif grep '^violation' check | grep -v 'COLLECTIVE_EXIT at ?:0:0$' > wrong
  then
    echo "check: $(head -n 1 wrong)"
  elif grep -q '^violation' check; then
    :
  elif has_end && ! grep -q '^ok' check; then
    echo "check: the end was not seen"
  fi
}

# judge_runs: print what differs between the runs, or nothing.
judge_runs ()
{
  run "$mode" $limit_run dormant
  if other_run dormant; then
    echo "dormant: other result"
    return
  fi
  case " $options " in *\ -static\ *) return;; esac
  rm -f check
  run "$mode" $limit_run active GASP_TEST_RESULT="$work/$mode/check" \
    LD_PRELOAD="$TOOL"
  if other_run active; then
    echo "active: other result"
    return
  fi
  judge_check
}

# judge: print what differs in $mode at $level, or nothing.
judge ()
{
  flag=-finstrument-gasp-functions=$mode
  make "$mode" "$instrumented" "$flag"
  status=$?
  if grep -q 'error: GASP instrumentation:.*support' made.raw; then
    echo "refused: $(grep -m 1 'error: GASP' made.raw)"
  elif [ $status != $made ]; then
    echo "compile: status $status instead of $made:" \
      "$(grep -m 1 -i 'error' "$work/$mode/made.raw")"
  elif differs made && is_steady made make plain "$plain"; then
    echo "compile: other messages: $(diff "$work/plain/made" \
      "$work/$mode/made" | grep -m 1 '^[<>]')"
  elif [ "$action" = run ] && [ $made = 0 ]; then
    judge_runs
  fi
}

# is_known: is it in the list of those that must differ?  Modes that the
# plugin is not for, it refuses.
is_known ()
{
  case $what in refused*) return 0;; esac
  while read -r pattern its_mode reason; do
    case $test in $pattern) ;; *) continue;; esac
    case $mode in $its_mode) return 0;; esac
  done < "$HERE/known"
  return 1
}

# keep_failure: where someone can look at it.
keep_failure ()
{
  kept=$FAILED/$(printf %s "$test$level.$mode" | tr -c 'A-Za-z0-9.+_-' _)
  rm -rf "$kept"
  cp -rp "$work" "$kept"
}

result ()
{
  printf '%s\t%s\t%s\t%s\n' "$1" "$level" "$mode" "${2-}" >> "$results"
}

# one_mode: $mode at $level, when the plain one has been made and run.
one_mode ()
{
  what=$(judge | tr '\n\t' '  ')
  if [ -z "$what" ]; then
    result PASS
  elif is_known; then
    result KNOWN "$what"
  else
    result FAIL "$what"
    keep_failure
  fi
}

# passed_plain: did the test do what its authors mean it to, without us?
# Diagnostics that are tested for are errors, hence status 1.
passed_plain ()
{
  case $action in
    run | link) [ $made = 0 ];;
    *) [ $made -le 1 ];;
  esac && { [ $plain_status = 0 ] || [ -n "$should_fail" ]; }
}

# one_level: $level, in all modes.
one_level ()
{
  work=$(mktemp -d "$SCRATCH/XXXXXX") || exit
  export TMPDIR="$work"
  make plain "$plain"
  made=$? plain_status=0
  if [ "$action" = run ] && [ $made = 0 ]; then
    run plain $limit_plain ran
    plain_status=$?
  fi
  if ! passed_plain; then
    mode=plain
    result NONE "status $made, $plain_status without the plugin"
  else
    for mode in $MODES; do
      one_mode
    done
  fi
  rm -rf "$work"
}

# is_done: is there a result already, other than a failure?
is_done ()
{
  for mode in $MODES; do
    awk -F "$tab" -v level="$level" -v mode="$mode" '
      $2 == level && ($3 == mode || $3 == "plain") { last = $1 }
      END { exit !last || last == "FAIL" }' "$results" 2>/dev/null || return 1
  done
}

# forget: results at $level that are about to be found again.
forget ()
{
  awk -F "$tab" -v level="$level" '$2 != level' "$results" > "$results.new" \
    2>/dev/null
  mv "$results.new" "$results"
}

read_directives
read_modules
set_limits
results=$RESULTS/$test
mkdir -p "${results%/*}"
case $default,$action in
  none,run) ;;
  none,* | *,none) printf '%s\n' "$test"; exit;;
esac

[ -n "$LEVELS" ] || LEVELS=$(sed -n "s/^levels $levels //p" "$SUITES")
printf '%s\n' "$LEVELS" | sed 's/, */\
/g' | while read -r level; do
  is_done && continue
  forget
  one_level
done
printf '%s\n' "$test"
