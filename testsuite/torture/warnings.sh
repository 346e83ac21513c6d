#!/bin/sh
# warnings.sh - are GCC's warnings the same with instrumentation?
#
# SPDX-License-Identifier: Apache-2.0
#
# usage: warnings.sh SOURCE BUILD
#
# What make check-warnings does: compiles the files of GCC's test suites whose
# names say that they are about a warning or about allocation, each with the
# options it asks for, plain and in both modes, and compares the messages.  PATTERN chooses among
# them, JOBS says how many at a time.  The last line is "N passed, N failed"; what
# differs for a reason is in warnings-known.

set -uf
SOURCE=$(cd "$1" && pwd -P) && BUILD=$(cd "$2" && pwd -P) || exit 2
HERE=$SOURCE/testsuite/torture
: "${CC:=gcc}" "${CXX:=g++}" "${PATTERN=}"
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

# one FILE
one ()
{
  case $1 in
    *.C) plain=$CXX instrumented=$BUILD/bin/gaspc++;;
    *) plain=$CC instrumented=$BUILD/bin/gaspcc;;
  esac
  work=$(mktemp -d) && cd "$work" || exit
  options="$(options_of "$1") -I${1%/*} -fno-diagnostics-show-caret -S"
  messages plain "$plain" $options "$1"
  for mode in source emitted; do
    messages $mode "$instrumented" -finstrument-gasp-functions=$mode \
      $options "$1"
    if cmp -s plain/messages $mode/messages; then
      echo PASS
      continue
    fi
    name=${1#"$SOURCES"/*/testsuite/}
    if grep -qx "$name $mode" "$HERE/warnings-known"; then
      echo "KNOWN: $name ($mode)"
      continue
    fi
    echo "FAIL: $name ($mode: $options)"
    diff plain/messages $mode/messages | grep '^[<>]' | head -n 4
  done
  rm -rf "$work"
}

if [ "${3-}" = --one ]; then
  one "$4"
  exit
fi

mkdir -p "$BUILD/torture"
SOURCES=$(sh "$HERE/sources.sh" "$SOURCE" "$BUILD/torture" "$CC") || exit
export SOURCES CC CXX LC_ALL=C
cd "$SOURCES" || exit
find "$SOURCES/gcc/testsuite/gcc.dg" "$SOURCES/gcc/testsuite/g++.dg" \
  "$SOURCES/gcc/testsuite/c-c++-common" -type f -name '*.[cC]' \
  -path "*$PATTERN" | sort | grep -E "$about" > "$BUILD/torture/about"
tr '\n' '\0' < "$BUILD/torture/about" \
  | nice xargs -0 -n 1 -P "${JOBS:-$(nproc 2>/dev/null || echo 2)}" \
    sh "$HERE/warnings.sh" "$SOURCE" "$BUILD" --one \
  | tee "$BUILD/torture/warnings" | grep -v -e '^PASS' -e '^KNOWN'
passed=$(grep -c '^PASS' "$BUILD/torture/warnings")
failed=$(grep -c '^FAIL' "$BUILD/torture/warnings")
echo "$passed passed, $failed failed"
[ "$passed" -gt 0 ] && [ "$failed" = 0 ]
