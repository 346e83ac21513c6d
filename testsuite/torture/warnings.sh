#!/bin/sh
# warnings.sh - are GCC's warnings the same with instrumentation, and as UPC?
#
# SPDX-License-Identifier: Apache-2.0
#
# usage: warnings.sh SOURCE BUILD
#
# What make check-warnings does: compiles the files of GCC's test suites whose
# names say that they are about a warning or about allocation, each with the
# options it asks for, plain and in both modes, and compares the messages.  So
# it does with all tests of C alone and as UPC; there the order may differ, and
# what says in which function it is, since the preprocessor is ahead of the
# parser.  The last line is "N passed, N failed"; what differs for a reason is in
# warnings-known.
#
# PATTERN chooses among the files, SAMPLE=20 takes every 20th, KINDS are "events"
# and "upc", and JOBS says how many are compiled at a time.

set -uf
SOURCE=$(cd "$1" && pwd -P) && BUILD=$(cd "$2" && pwd -P) || exit 2
HERE=$SOURCE/testsuite/torture
: "${CC:=gcc}" "${CXX:=g++}" "${PATTERN=}" "${SAMPLE:=1}" "${KINDS=events upc}"
about='alloc|free|strdup|strndup|(^|[/_-])new[0-9_.-]|delete|/W[^/]*$'

# options_of FILE: those its directives give.
options_of ()
{
  awk -f "$HERE/directives.awk" "$1" \
    | sed -n 's/^\(additional-\)\{0,1\}options //p' | tr '\n' ' '
}

# messages MODE COMMAND...: what the compiler says, but for the driver's name,
# the directory, and addresses that it takes for identifiers; and its status.
# Some messages come in the order of addresses, and so in any.
messages ()
{
  mkdir "$1"
  (cd "$1" && shift && timeout 120 "$@" > said 2>&1
   echo $? >> said
   sed "s/^[a-z+]*-[0-9]*: /gcc: /; s/^[a-z+]*: /gcc: /
     s/<U[^>]*>/<U>/g; s|$PWD/||g" said | sort > messages)
}

# only_messages MODE...: leave that of what they said, without the numbers that
# tell variables of GCC's apart.
only_messages ()
{
  for mode; do
    grep -E '^[0-9]+$|: (error|warning|note|sorry|fatal error|internal)' \
      $mode/messages | sed "s/\.[0-9]*'/.N'/" > $mode/only
    mv $mode/only $mode/messages
  done
}

# compare FILE MODE: with what is said of the plain file.
compare ()
{
  if cmp -s plain/messages $2/messages; then
    echo PASS
    return
  fi
  name=${1#"$SOURCES"/*/testsuite/}
  if grep -qx "$name $2" "$HERE/warnings-known"; then
    echo "KNOWN: $name ($2)"
    return
  fi
  echo "FAIL: $name ($2: $options)"
  diff plain/messages $2/messages | grep '^[<>]' | head -n 4
}

# events FILE: is it the same with instrumentation?
events ()
{
  case $1 in
    *.C) plain=$CXX instrumented=$BUILD/bin/gaspc++;;
    *) plain=$CC instrumented=$BUILD/bin/gaspcc;;
  esac
  messages plain "$plain" $options "$1"
  for mode in source emitted; do
    messages $mode "$instrumented" -finstrument-gasp-functions=$mode \
      $options "$1"
    compare "$1" $mode
  done
}

# upc FILE: is it as UPC?  There arithmetic with pointers to void is an error,
# unless an option says what it is.
upc ()
{
  constraint=-Werror=pointer-arith
  case $options in *pointer-arith*) constraint= ;; esac
  messages plain "$CC" $constraint $options "$1"
  messages upc "$BUILD/bin/gaspupc" $options -x c "$1"
  only_messages plain upc
  compare "$1" upc
}

# one KIND FILE
one ()
{
  work=$(mktemp -d) && cd "$work" || exit
  options="$(options_of "$2") -I${2%/*} -fno-diagnostics-show-caret -S"
  $1 "$2"
  rm -rf "$work"
}

if [ "${3-}" = --one ]; then
  one "$4" "$5"
  exit
fi

mkdir -p "$BUILD/torture"
SOURCES=$(sh "$HERE/sources.sh" "$SOURCE" "$BUILD/torture" "$CC") || exit
export SOURCES CC CXX LC_ALL=C
cd "$SOURCES" || exit

# files KIND: those to be compiled.
files ()
{
  case $1 in
    events)
      find gcc/testsuite/gcc.dg gcc/testsuite/g++.dg \
        gcc/testsuite/c-c++-common -type f -name '*.[cC]' -path "*$PATTERN" \
        | grep -E "$about";;
    upc)
      find gcc/testsuite/gcc.dg gcc/testsuite/c-c++-common -maxdepth 1 \
        -type f -name '*.c' -path "*$PATTERN";;
  esac | sort | sed "s|^|$SOURCES/|"
}

for kind in $KINDS; do
  files $kind | awk -v every="$SAMPLE" 'NR % every == 0' | sed "s|^|$kind\n|"
done > "$BUILD/torture/about"
tr '\n' '\0' < "$BUILD/torture/about" \
  | nice xargs -0 -n 2 -P "${JOBS:-$(nproc 2>/dev/null || echo 2)}" \
    sh "$HERE/warnings.sh" "$SOURCE" "$BUILD" --one \
  | tee "$BUILD/torture/warnings" | grep -v -e '^PASS' -e '^KNOWN'
passed=$(grep -c '^PASS' "$BUILD/torture/warnings")
failed=$(grep -c '^FAIL' "$BUILD/torture/warnings")
echo "$passed passed, $failed failed"
[ "$passed" -gt 0 ] && [ "$failed" = 0 ]
