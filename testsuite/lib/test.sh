# test.sh - what the shell tests share.
#
# SPDX-License-Identifier: Apache-2.0
#
# Set on entry: BUILD and SOURCE trees; TESTED_CC and so on, the compilers (CC,
# CXX and FC here, but not for the commands that are run: make and configure
# would use them); TESTED_VERSION, the version of GCC that they run, and TESTED_MACHINE,
# the machine that it compiles for; TOOLS, the directory of dump.so and check.so; HERE,
# the test's directory; RUNNER, what runs programs of another machine; ALL, not empty in
# "make check-all".  TEST is the name of the test's file.
# The current directory is empty, and removed after success.

set -u
set -e
# They may have been in the environment, and would be for the commands.
unset CC CXX FC
TEST=${1-}
TEST=${TEST##*/}
CC=$TESTED_CC
CXX=$TESTED_CXX
FC=$TESTED_FC
UPCC=$BUILD/bin/gaspupc
GASP=$BUILD/bin/gasp
PLUGIN=$BUILD/lib/gasp.so
# GCC's own compilers of the version that the plugin is for.
STOCK=gcc-$TESTED_VERSION
MACHINE=$TESTED_MACHINE
STOCKXX=g++-${STOCK#gcc-}
STOCKFC=gfortran-${STOCK#gcc-}
OBJDUMP=objdump
if [ -n "$RUNNER" ]; then
  STOCK=$MACHINE-$STOCK
  STOCKXX=$MACHINE-$STOCKXX
  STOCKFC=$MACHINE-$STOCKFC
  OBJDUMP=$MACHINE-objdump
fi
export GASP_OUTPUT="$PWD/gasp-out"
LC_ALL=C
export LC_ALL

fail ()
{
  echo "FAILED: $*"
  exit 1
}

unsupported ()
{
  echo "$*"
  exit 77
}

need ()
{
  command -v "$1" > /dev/null || unsupported "no $1"
}

# not_emulated REASON: this test makes no sense where programs run in an
# emulator.
not_emulated ()
{
  [ -z "$RUNNER" ] || unsupported "not in an emulator: $*"
}

# there COMMAND...: run it; a program of another machine, where it can.
there ()
{
  if [ -z "$RUNNER" ] || ! is_theirs "$1"; then "$@"; else $RUNNER "$@"; fi
}

# The same behind env's settings.
env ()
{
  count=$#
  looking=$RUNNER
  while [ "$count" -gt 0 ]; do
    case $1 in
      *=* | -*) ;;
      *) [ -z "$looking" ] || ! is_theirs "$1" || set -- "$@" $RUNNER
	 looking= ;;
    esac
    word=$1
    shift
    set -- "$@" "$word"
    count=$((count - 1))
  done
  command env "$@"
}

# is_theirs FILE: is it a program, but not one of this machine?
is_theirs ()
{
  case $1 in */*) ;; *) return 1 ;; esac
  [ "$(machine_of "$1")" != "$(machine_of /proc/self/exe)" ] \
    && head -c 4 "$1" | grep -q ELF
}

# machine_of FILE: the number in an ELF header.
machine_of ()
{
  od -An -j18 -N2 -tx1 "$1" 2> /dev/null
}

# run STATUS COMMAND...: COMMAND must end with STATUS ("-" for any but 0).
# Its output goes to the files out and err.
run ()
{
  want=$1
  shift
  echo "+ $*"
  got=0
  there "$@" > out 2> err < /dev/null || got=$?
  sed 's/^/  out: /' out | head -100
  sed 's/^/  err: /' err | head -100
  case $want in
    -) [ $got -ne 0 ] || fail "status 0" ;;
    *) [ $got -eq "$want" ] || fail "status $got, not $want" ;;
  esac
}

# has FILE REGEXP: a line of FILE matches.  hasnt: none does.
has ()
{
  grep -Eq -e "$2" "$1" || { cat "$1" | head -200; fail "$1 has no line like: $2"; }
}

hasnt ()
{
  if grep -E -e "$2" "$1"; then fail "$1 has a line like: $2"; fi
}

# count N FILE REGEXP: as many lines of FILE match.
count ()
{
  n=$(grep -Ec -e "$3" "$2" || true)
  [ "$n" -eq "$1" ] || { cat "$2" | head -200; fail "$2 has $n lines like $3, not $1"; }
}

# wait_until COMMAND...: COMMAND succeeds, within a minute.
wait_until ()
{
  tries=0
  until "$@"; do
    tries=$((tries + 1))
    [ $tries -lt 3000 ] || fail "waited in vain: $*"
    sleep 0.02
  done
}

# its_turn N: succeeds one time in N that it is called; each time in "make check-all".
turn_of_test=0
its_turn ()
{
  turn_of_test=$((turn_of_test + 1))
  [ -n "$ALL" ] || [ $((turn_of_test % $1)) = 0 ]
}

# modes_of NAME: prints both ways to instrument, or, in "make check", one of them, which
# depends on NAME.
modes_of ()
{
  if [ -n "$ALL" ]; then
    echo source emitted
  else
    [ $(($(printf %s "$1" | cksum | cut -d ' ' -f 1) % 2)) = 0 ] && echo source || echo emitted
  fi
}

# often FEW MANY: prints how often something is tried: MANY times in "make check-all".
often ()
{
  if [ -n "$ALL" ]; then echo "$2"; else echo "$1"; fi
}

# preloading LIBRARY PROGRAM...: run PROGRAM with LIBRARY, of its machine.
preloading ()
{
  library=$1
  shift
  if [ -n "$RUNNER" ]; then
    $RUNNER -E LD_PRELOAD="$library" "$@"
  else
    LD_PRELOAD="$library" "$@"
  fi
}

# under TOOL PROGRAM...: run PROGRAM under a test tool; what the tool wrote is
# in the file result.
under ()
{
  tool=$1
  shift
  rm -f result
  # Relative: ld.so takes a space for the end of the name.
  ln -sfn "$TOOLS" tools
  GASP_TEST_RESULT=$PWD/result preloading tools/$tool.so "$@"
}

# checked PROGRAM...: run under the check tool, which must be content.
checked ()
{
  run 0 under check "$@"
  has result '^started'
  hasnt result '^violation'
  has result '^ok'
}

# events: the dump in result, by sign, name and arguments alone.
events ()
{
  sed -e 's/^[0-9.]* //' -e 's/ \[[^]]*\]//' result
}
