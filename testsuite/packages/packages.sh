# packages.sh - build real packages with instrumentation, and run their tests.
#
# SPDX-License-Identifier: Apache-2.0
#
#   CC=... CXX=... FC=... sh testsuite/packages/packages.sh SOURCE BUILD
#
# Each package is a recipe here, NAME.recipe, of shell functions; "defaults"
# below has what it may leave out.  Its sources are Debian's, and it is built
# by its own build system: once with the plain compilers, and once for each
# mode with nothing but the compilers' names changed to gaspcc and so on.  Its
# own tests then run with the plain build, and with the instrumented ones as
# they are (dormant), under the checking tool, and under the sample tool.  What
# they print must be the same, but for the noise that the recipe names, and so
# must their exit status; the checking tool must find nothing.
#
#   RECIPES  the directory that recipes are in, if not this one: large programs
#            are in testsuite/packages/further, which take hours
#   PATTERN  only packages whose names match, e.g. 'l*'
#   MODES    "source emitted"
#   HOWS     "dormant checked profiled"
#   UPDATE   a file to write the table of the latest results to, as doc/packages
#
# Results are in BUILD/packages.  The last line is "N passed, N failed".

set -u
SOURCE=$(cd "$1" && pwd -P) && BUILD=$(cd "$2" && pwd -P) || exit 2
HERE=$(cd "${RECIPES:-$SOURCE/testsuite/packages}" && pwd -P) || exit 2
WORK=$BUILD/packages
: "${CC:=gcc}" "${CXX:=g++}" "${FC:=gfortran}"
: "${PATTERN:=*}" "${MODES:=source emitted}" "${UPDATE=}"
: "${HOWS:=dormant checked profiled}"
PLAIN_CC=$CC PLAIN_CXX=$CXX PLAIN_FC=$FC
unset GASP_OUTPUT GASP_OFF GASP_VERBOSE LD_PRELOAD MAKEFLAGS MFLAGS MAKELEVEL \
  CFLAGS CXXFLAGS FFLAGS FCFLAGS CPPFLAGS LDFLAGS
export LC_ALL=C TZ=UTC
passed=0 failed=0

prepare ()
{
  mkdir -p "$WORK/sources" "$WORK/tools"
  "$PLAIN_CC" -O2 -shared -fPIC -I"$BUILD/include" -I"$SOURCE/include" \
    "$SOURCE/testsuite/tools/check.c" "$SOURCE/testsuite/tools/own-strings.c" \
    -o "$WORK/tools/check.so" -pthread \
    || exit 2
}

# row PACKAGE LANGUAGE WHY RESULTS: of the table.
row ()
{
  printf '%-25s %-8s %-49s %s\n' "$@"
}

# table: of the latest results of all packages, of this run or an earlier one.
table ()
{
  row package language 'why it is here' results
  for recipe in "$HERE"/*.recipe; do
    cat "$WORK/$(basename "$recipe" .recipe)/result" 2> /dev/null
  done
}

# What recipes may leave out.
defaults ()
{
  language=C why= needs= options=-O2
  configure () { :; }
  noise () { cat; }
}

# compilers VARIANT: set CC and so on.
compilers ()
{
  case $1 in
    plain) CC=$PLAIN_CC CXX=$PLAIN_CXX FC=$PLAIN_FC ;;
    *) for kind in CC:gaspcc CXX:gaspc++ FC:gaspfort; do
	 eval "${kind%:*}='$BUILD/bin/${kind#*:} -finstrument-gasp -finstrument-gasp-functions=$1'"
       done ;;
  esac
  export CC CXX FC
}

# build_variant VARIANT: of the package in $name, into $WORK/$name/VARIANT/.
build_variant ()
{
  place=$WORK/$name/$1
  [ -f "$place.built" ] && [ "$place.built" -nt "$BUILD/lib/gasp-passes.so" ] && return
  rm -rf "$place"*
  mkdir -p "$WORK/$name"
  cp -a "$sources" "$place"
  (cd "$place" && compilers "$1" && configure && build) > "$place.log" 2>&1 \
    < /dev/null || return
  : > "$place.built"
}

# test_as VARIANT HOW [SETTING...]: run the tests; the output, without noise,
# and the status come to $WORK/$name/VARIANT.HOW.
test_as ()
{
  place=$WORK/$name/$1
  result=$place.$2
  shift 2
  status=0
  (cd "$place" && compilers plain && for setting; do
      export "${setting?}"
    done && check) > "$result.raw" 2>&1 < /dev/null || status=$?
  { noise < "$result.raw" | sed "s,$place,DIR,g"; echo "status $status"; } \
    > "$result"
}

# verdict HOW WORDS: a result, for the table and the user.
verdict ()
{
  case $2 in
    same*) passed=$((passed + 1)) ;;
    *) failed=$((failed + 1)) ;;
  esac
  echo "$name: $1: $2"
  results="$results${results:+, }$1 $2"
}

# violations MODE: what the checking tool complains of.  An exit from within a
# library that is not instrumented, as Fortran's, has no position.
violations ()
{
  grep ^violation "$WORK/$name/$1.events" | grep -v 'COLLECTIVE_EXIT at ?:0:0$'
}

# compare MODE HOW
compare ()
{
  if ! cmp -s "$WORK/$name/plain.plain" "$WORK/$name/$1.$2"; then
    verdict "$1 $2" "differs"
    diff "$WORK/$name/plain.plain" "$WORK/$name/$1.$2" | head -20
  elif [ "$2" = checked ] && violations "$1" > "$WORK/$name/$1.violations"; then
    verdict "$1 $2" "violates the specification"
    head -5 "$WORK/$name/$1.violations"
  elif [ "$2" = checked ] && ! grep -q ^started "$WORK/$name/$1.events"; then
    verdict "$1 $2" "raised no event"
  else
    verdict "$1 $2" "same"
  fi
}

# test_how MODE HOW: run the tests of that build so.
test_how ()
{
  case $2 in
    dormant) test_as "$1" dormant ;;
    checked)
      rm -f "$WORK/$name/$1.events"
      test_as "$1" checked LD_PRELOAD="$WORK/tools/check.so" \
	GASP_TEST_RESULT="$WORK/$name/$1.events" ;;
    profiled)
      rm -rf "$WORK/$name/$1.profile"
      test_as "$1" profiled LD_PRELOAD="$BUILD/lib/libgasptool.so" \
	GASP_OUTPUT="$WORK/$name/$1.profile" ;;
  esac
}

test_mode ()
{
  if ! build_variant "$1"; then
    verdict "$1" "does not build"
    tail -5 "$WORK/$name/$1.log"
    return
  fi
  for how in $HOWS; do
    test_how "$1" "$how"
    compare "$1" "$how"
  done
}

# one PACKAGE
one ()
{
  name=$1 results=
  defaults
  . "$HERE/$name.recipe"
  for command in $needs; do
    command -v "$command" > /dev/null || {
      echo "$name: skipped: no $command"
      return
    }
  done
  sources=$(sh "$SOURCE/scripts/fetch-source" "${package:-$name}" \
    "$WORK/sources") || {
    echo "$name: skipped: its sources cannot be fetched"
    return
  }
  if build_variant plain; then
    test_as plain plain
    for mode in $MODES; do
      test_mode "$mode"
    done
  else
    verdict plain "does not build"
  fi
  row "$(basename "$sources")" "$language" "$why" \
    "$results" > "$WORK/$name/result"
}

prepare
for recipe in "$HERE"/*.recipe; do
  name=$(basename "$recipe" .recipe)
  case $name in
    $PATTERN) unset package; one "$name" ;;
  esac
done
table > "$WORK/table"
[ -z "$UPDATE" ] || cp "$WORK/table" "$UPDATE"
echo "$passed passed, $failed failed"
[ $failed = 0 ] && [ $passed != 0 ]
