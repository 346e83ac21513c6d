#!/bin/sh
# ompt.sh - run LLVM's tests of OMPT, and of archer, with GCC and libgomp.
#
# SPDX-License-Identifier: Apache-2.0
#
# usage: ompt.sh SOURCE BUILD [PATTERN]...
#
# What make check-ompt does.  The tests are in the sources of Debian's package
# llvm-toolchain-VERSION, which are fetched; FileCheck, which reads their output,
# is in llvm-VERSION-tools.  A test's RUN lines are commands in LLVM's notation:
# here the compiler is gaspcc, and a missing header or flag of LLVM's is made up
# for.  known has the tests that cannot pass, and why.  Each test gets another try
# or two, as some of them depend on how threads happen to run.
#
#   VERSION  of LLVM; 19
#   SUITES   "ompt archer offload"; archer, the tool that tells the thread sanitizer
#            of OpenMP, is that of the package libomp-VERSION-dev, unpacked aside;
#            those of offload run on a device that is the host (lib/devices.sh)
#   KEEP     if set, the tests' directories are kept in BUILD/ompt/work
#
# The last line is "N passed, N failed", without the known ones; exit status 1 if
# any failed.  With a PATTERN only tests whose names have it in them are run.

set -uf
SOURCE=$(cd "$1" && pwd -P) && BUILD=$(cd "$2" && pwd -P) || exit 2
shift 2
HERE=$SOURCE/testsuite/ompt OMP=$SOURCE/testsuite/gasp.omp
PLACE=$BUILD/ompt
WORK=$PLACE/work
: "${VERSION:=19}"
: "${TRIES:=3}" "${SUITES:=ompt archer offload}"
KNOWN=$HERE/known

for name in $(env | sed -n 's/^\(GASP[A-Z_]*\|LD_PRELOAD\|OMP_[A-Z_]*\)=.*/\1/p')
do
  unset "$name"
done
# LLVM's own default, which the tests of schedule(runtime) expect.
export OMP_SCHEDULE=static
export LC_ALL=C PATH="/usr/lib/llvm-$VERSION/bin:$PATH"

fail ()
{
  echo "ompt.sh: $*" >&2
  exit 2
}

# fetch: the tests, whose directory becomes TESTS, and what reads their output.
fetch ()
{
  command -v FileCheck > /dev/null || apt-get install -y -q \
    "llvm-$VERSION-tools" > /dev/null 2>&1
  command -v FileCheck > /dev/null \
    || fail "FileCheck is missing: install llvm-$VERSION-tools"
  sources=$(sh "$SOURCE/scripts/fetch-source" "llvm-toolchain-$VERSION" \
    "$PLACE/sources" '*/openmp/runtime/test/*' '*/openmp/tools/archer/*' \
    '*/openmp/runtime/src/kmp_platform.h' '*/offload/test/ompt/*') || exit 2
}

# make_device: a device that is the host, as in ../lib/devices.sh.
make_device ()
{
  device=$PLACE/device
  mkdir -p "$device"
  cat > "$device/count.c" <<'END'
extern int omp_get_num_devices (void);
int
main (void)
{
  return !omp_get_num_devices ();
}
END
  "${CC:-gcc}" -fopenmp -foffload=disable "$device/count.c" -o "$device/count" || exit 2
  for version in 1 2 3 4; do
    "${CC:-gcc}" -w -O1 -shared -fPIC -DVERSION=$version "$OMP/fake-plugin.c" \
      -o "$device/libgomp-plugin-nvptx.so.1" || exit 2
    ! LD_LIBRARY_PATH=$device "$device/count" 2> "$device/why" || return 0
  done
  fail "this libgomp has no devices"
}

# find_archer: prints the name of that of the tests' version.
find_archer ()
{
  [ -d "$PLACE/archer" ] || {
    package=$(sh "$SOURCE/scripts/fetch-source" --package "libomp-$VERSION-dev" \
      "$PLACE/sources") || return
    dpkg-deb -x "$package" "$PLACE/archer"
  }
  find "$PLACE/archer" -name libarcher.so
}

# directory_of SUITE: where its tests are.
directory_of ()
{
  case $1 in
    ompt) echo "$sources/openmp/runtime/test/ompt";;
    archer) echo "$sources/openmp/tools/archer/tests";;
    offload) echo "$sources/offload/test/ompt";;
    *) fail "no such suite: $1";;
  esac
}

# commands_of TEST: its RUN lines, continued ones joined.
commands_of ()
{
  sed -n 's/.*RUN: *//p' "$1" | sed -e :a -e '/\\$/N; s/\\\n//; ta'
}

# translate COMMAND: for the test SOURCE_FILE in DIRECTORY.
translate ()
{
  run="timeout 60 $DIRECTORY/test.tmp"
  flags="-fopenmp -w -I$TESTS -I$TESTS/.. -I$TESTS/ompt -include $HERE/gcc.h"
  libraries="-lm -latomic -pthread"
  tsan="env TSAN_OPTIONS=ignore_noninstrumented_modules"
  printf '%s\n' "$1" | sed \
    -e "s#%libomptarget-compile-run-and-check-generic#awk -f $HERE/loops.awk %s > $DIRECTORY/test.c \&\& %clang %flags -foffload=disable -I%S $OMP/fake-tables.c $DIRECTORY/test.c -o %t $libraries \&\& $run 2>\&1 | FileCheck %s#" \
    -e 's#%libarcher-compile-and-run-race-noserial#%libarcher-compile \&\& env ARCHER_OPTIONS=ignore_serial=1 %libarcher-run-race#' \
    -e 's#%libarcher-compile-and-run#%libarcher-compile \&\& %libarcher-run#' \
    -e "s#%libarcher-run-race#$tsan=1 bash $TESTS/deflake.bash $run 2>\\&1#" \
    -e "s#%libarcher-run-nosuppression#$tsan=0:exitcode=0 $run 2>\\&1#" \
    -e "s#%libarcher-run#$tsan=1 $run 2>\\&1#" -e 's#2>&1 *|#2>\&1 |#' \
    -e "s#%libarcher-cxx-compile#%clangXX -g -O1 -fsanitize=thread %flags -std=c++17 %s -o %t $libraries#" \
    -e "s#%libarcher-compile#%clang -g -O1 -fsanitize=thread %flags %s -o %t $libraries#" \
    -e 's#-archer##' -e 's#-fopenmp-version=50##' \
    -e 's#%libomp-compile-and-run#%libomp-compile \&\& %libomp-run#g' \
    -e 's#%libomp-c99-compile-and-run#%libomp-compile \&\& %libomp-run#g' \
    -e 's#%libomp-cxx-compile-and-run#%libomp-cxx-compile \&\& %libomp-run#g' \
    -e "s#%libomp-cxx-compile-c#%clangXX %flags -x c++ %s -o %t $libraries#g" \
    -e "s#%libomp-cxx-compile#%clangXX %flags -std=c++17 %s -o %t $libraries#g" \
    -e "s#%libomp-compile#%clang %flags %s -o %t $libraries#g" \
    -e "s#%libomp-run#$run#g" -e 's#%libomp-tool##g' \
    -e "s#%clangXX#$BUILD/bin/gaspc++#g" -e "s#%clang#$BUILD/bin/gaspcc -finstrument-gasp#g" \
    -e 's#%openmp_flags##g' -e "s#%flags#$flags#g" \
    -e 's#%no-as-needed-flag#-Wl,--no-as-needed#g' \
    -e 's#-lomp #-lgomp #g' -e 's#%sort-threads#sort -n -s#g' \
    -e "s#%preload-tool#env LD_PRELOAD=$DIRECTORY/tool.so#g" \
    -e "s#%python#python3#g" -e "s#%T#$DIRECTORY#g" \
    -e "s#%t\\b#$DIRECTORY/test.tmp#g" -e "s#%s\\b#$FILE#g" \
    -e "s#%S\\b#${FILE%/*}#g" -e "s#%p\\b#${FILE%/*}#g"
}

# run_once: all of FILE's commands.
run_once ()
{
  rm -rf "$DIRECTORY" && mkdir -p "$DIRECTORY" && cd "$DIRECTORY" || exit 2
  commands_of "$FILE" > commands
  while read -r line <&3; do
    command=$(translate "$line")
    printf '$ %s\n' "$command" >> log
    timeout 150 bash -c "set -o pipefail; $command" >> log 2>&1 || return 1
  done 3< commands
}

why_known ()
{
  sed -n "s#^$1  *##p" "$KNOWN"
}

# judge SUITE TEST: counts it.
judge ()
{
  FILE=$TESTS/$2 DIRECTORY=$WORK/$1/$2
  set -- "$1/$2"
  why=$(why_known "$1")
  tries=$TRIES
  [ -z "$why" ] || tries=1
  until run_once; do
    tries=$((tries - 1))
    [ $tries -gt 0 ] && continue
    if [ -n "$why" ]; then
      known=$((known + 1))
      echo "known $1: $why"
    else
      failed=$((failed + 1))
      echo "FAIL $1: $(grep -m 1 'error: ' "$DIRECTORY/log")"
    fi
    return
  done
  passed=$((passed + 1))
  [ -z "$why" ] || echo "passes, though known not to: $1"
  [ -n "${KEEP-}" ] || rm -rf "$DIRECTORY"
}

fetch
# is_wanted NAME [PATTERN]...
is_wanted ()
{
  name=$1
  shift
  [ $# -gt 0 ] || return 0
  for pattern; do
    case $name in *"$pattern"*) return 0;; esac
  done
  return 1
}

passed=0 failed=0 known=0
for suite in $SUITES; do
  unset OMP_TOOL_LIBRARIES
  if [ "$suite" = archer ]; then
    archer=$(find_archer)
    [ -n "$archer" ] || fail "libomp-$VERSION-dev cannot be had"
    export OMP_TOOL_LIBRARIES="$archer"
  fi
  if [ "$suite" = offload ]; then
    make_device
    export LD_LIBRARY_PATH="$device" GASP_CUPTI=no
  fi
  TESTS=$(directory_of "$suite") || exit 2
  for test in $(cd "$TESTS" && find . -name '*.c' -o -name '*.cpp' \
    | sed 's#^\./##' | sort); do
    if [ -n "$(commands_of "$TESTS/$test")" ] \
      && is_wanted "$suite/$test" "$@"; then
      judge "$suite" "$test"
    fi
  done
done
[ "$known" = 0 ] || echo "$known cannot pass: see testsuite/ompt/known"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
